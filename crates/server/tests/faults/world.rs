//! A server in this process, and those who ask it: over real sockets, in as much detail as a test needs.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;

use serde_json::{Value, json};
use server::hall::Hall;
use server::http::{Known, Public, public, serve};
use server::limits::Limits;
use server::page::Page;
use server::store::Store;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A server with a folder of its own.
pub(crate) struct World {
    pub(crate) folder: Arc<tempfile::TempDir>,
    pub(crate) hall: Arc<Hall>,
    pub(crate) address: SocketAddr,
    serving: JoinHandle<anyhow::Result<()>>,
}

impl World {
    pub(crate) async fn new() -> World {
        World::with(Limits::default()).await
    }

    pub(crate) async fn with(limits: Limits) -> World {
        World::at(Arc::new(tempfile::tempdir().unwrap()), limits).await
    }

    pub(crate) async fn at(folder: Arc<tempfile::TempDir>, limits: Limits) -> World {
        let store = Store::open(folder.path()).unwrap();
        World::of(store, folder, limits).await
    }

    pub(crate) async fn of(store: Store, folder: Arc<tempfile::TempDir>, limits: Limits) -> World {
        let known = Known { public_url: Some("https://duel.example".into()), local_name: None };
        World::known(known, store, folder, limits).await
    }

    /// A server that people reach without a proxy in front of it.
    pub(crate) async fn reached_directly(limits: Limits) -> World {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        World::known(Known::default(), Store::open(folder.path()).unwrap(), folder, limits).await
    }

    async fn known(known: Known, store: Store, folder: Arc<tempfile::TempDir>, limits: Limits) -> World {
        let hall = Hall::open(store, limits).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let known = Arc::new(known);
        let router = public(Public { hall: hall.clone(), known, page: Arc::new(Page::new().unwrap()) });
        let serving = tokio::spawn(serve(vec![listener], router, hall.clone()));
        World { folder, hall, address, serving }
    }

    /// Goes down as if it were told to.
    pub(crate) async fn stop(self) -> (Arc<tempfile::TempDir>, Store) {
        self.hall.close();
        self.serving.await.unwrap().unwrap();
        (self.folder, self.hall.finish().unwrap())
    }

    pub(crate) fn ask(&self, method: &str, path: &str) -> Asking {
        Asking { address: self.address, method: method.into(), path: path.into(), headers: Vec::new(), body: None }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path).send().await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        self.ask("POST", path).json(body).send().await
    }

    /// A game of evens between two people who have both sat down.
    pub(crate) async fn two_people(&self) -> Pair {
        self.game(json!({"game": "evens"})).await
    }

    pub(crate) async fn game(&self, more: Value) -> Pair {
        let mut making = json!({"v": 1, "first": 1, "seats": [{"name": "Ada", "token": token('a')}, {}]});
        making.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let made = self.post("/api/games", making).await;
        assert_eq!(made.status, 201, "{}", made.text);
        let id = made.json["id"].as_str().unwrap().to_string();
        let secret = made.json["invitations"][1].as_str().unwrap().to_string();
        let joining = json!({"v": 1, "secret": secret, "token": token('b'), "name": "Bo"});
        let seated = self.post(&format!("/api/games/{id}/seats"), joining).await;
        assert_eq!(seated.status, 201, "{}", seated.text);
        Pair { id, secret }
    }

    /// Somebody does something.
    pub(crate) async fn act(&self, pair: &Pair, who: char, key: &str, seq: u64, action: Value) -> Answer {
        self.ask("POST", &pair.path("/actions"))
            .by(who)
            .header("Idempotency-Key", key)
            .json(json!({"v": 1, "seq": seq, "action": action}))
            .send()
            .await
    }

    /// A move, with the key that its number makes.
    pub(crate) async fn pick(&self, pair: &Pair, who: char, seq: u64, number: u64) -> Answer {
        let action = json!({"do": "move", "move": number.to_string()});
        self.act(pair, who, &format!("{who}-{seq}-{number}-pick"), seq, action).await
    }

    pub(crate) async fn follow(&self, pair: &Pair, who: Option<char>, since: Option<u64>) -> Stream {
        let mut asking = self.ask("GET", &pair.path("/events"));
        if let Some(who) = who {
            asking = asking.by(who);
        }
        if let Some(since) = since {
            asking = asking.header("Last-Event-ID", &since.to_string());
        }
        asking.stream().await
    }
}

/// The token of whoever has this letter.
pub(crate) fn token(who: char) -> String {
    who.to_string().repeat(32)
}

/// A game between two people, and the secret that the second one came with.
pub(crate) struct Pair {
    pub(crate) id: String,
    pub(crate) secret: String,
}

impl Pair {
    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/api/games/{}{rest}", self.id)
    }
}

/// A request.
pub(crate) struct Asking {
    address: SocketAddr,
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Option<String>,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HashMap<String, String>,
    pub(crate) text: String,
    pub(crate) json: Value,
}

impl Asking {
    pub(crate) fn header(mut self, name: &str, value: &str) -> Asking {
        self.headers.push((name.into(), value.into()));
        self
    }

    pub(crate) fn by(self, who: char) -> Asking {
        self.header("Authorization", &format!("Bearer {}", token(who)))
    }

    pub(crate) fn json(self, body: Value) -> Asking {
        self.body(body.to_string())
    }

    pub(crate) fn body(mut self, body: String) -> Asking {
        self.body = Some(body);
        self
    }

    fn text(&self) -> String {
        let mut text = format!("{} {} HTTP/1.1\r\n", self.method, self.path);
        if !self.headers.iter().any(|(name, _)| name == "Host") {
            text.push_str(&format!("Host: {}\r\n", self.address));
        }
        for (name, value) in &self.headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        if let Some(body) = &self.body {
            text.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        text + "\r\n" + self.body.as_deref().unwrap_or_default()
    }

    async fn connect(&self) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(self.text().as_bytes()).await.unwrap();
        BufReader::new(stream)
    }

    pub(crate) async fn send(self) -> Answer {
        let mut stream = self.connect().await;
        let (status, headers) = head(&mut stream).await;
        let mut body = vec![0; headers.get("content-length").map_or(0, |length| length.parse().unwrap())];
        stream.read_exact(&mut body).await.unwrap();
        let text = String::from_utf8(body).unwrap();
        let json = serde_json::from_str(&text).unwrap_or(Value::Null);
        Answer { status, headers, text, json }
    }

    pub(crate) async fn stream(self) -> Stream {
        let mut lines = self.connect().await;
        let (status, _) = head(&mut lines).await;
        Stream { status, lines }
    }
}

pub(crate) async fn head(stream: &mut BufReader<TcpStream>) -> (u16, HashMap<String, String>) {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        assert!(stream.read_line(&mut line).await.unwrap() > 0, "the answer broke off");
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_string()),
        }
    }
    let status = lines[0].split(' ').nth(1).unwrap().parse().unwrap();
    let headers = lines[1..].iter().filter_map(|line| line.split_once(": "));
    (status, headers.map(|(name, value)| (name.to_lowercase(), value.to_string())).collect())
}

/// A stream of events.
pub(crate) struct Stream {
    pub(crate) status: u16,
    lines: BufReader<TcpStream>,
}

/// An event.
#[derive(Debug, PartialEq)]
pub(crate) struct Heard {
    pub(crate) id: Option<u64>,
    pub(crate) event: String,
    pub(crate) data: Value,
}

impl Stream {
    /// The next event; nothing when the stream has ended. What only says that somebody is still there is passed over, and so are the
    /// lengths of pieces.
    pub(crate) async fn next(&mut self) -> Option<Heard> {
        let (mut id, mut event, mut data) = (None, String::new(), None);
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).await.unwrap_or(0) == 0 {
                return None;
            }
            match line.trim_end().split_once(": ") {
                Some(("id", value)) => id = value.parse().ok(),
                Some(("event", value)) => event = value.into(),
                Some(("data", value)) => data = Some(serde_json::from_str(value).unwrap()),
                _ if line == "\n" && data.is_some() => {
                    return Some(Heard { id, event, data: data.unwrap() });
                }
                // The last piece of a stream is empty.
                _ if line == "0\r\n" => return None,
                _ => {}
            }
        }
    }

    /// The next event that is kept.
    pub(crate) async fn next_kept(&mut self) -> Option<Heard> {
        loop {
            let heard = self.next().await?;
            if heard.id.is_some() {
                return Some(heard);
            }
        }
    }
}
