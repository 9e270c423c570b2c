//! As many games as a small machine must carry: everybody follows, and moves are made at a steady rate whether the server keeps
//! up or not. In each lane a game that is over makes room for a new one. Times count from the moment at which a move was due. One
//! thread does it all but making games, so that the machine is the server's.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::fd::OwnedFd;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use anyhow::Context;
use nix::sys::resource::{Resource, UsageWho, getrlimit, getrusage, setrlimit};
use rustix::event::{Timespec, epoll};
use serde_json::json;

use super::http::{Line, Request, find};
use super::serving::{Server, complaints, owner};
use crate::hall::Hall;
use crate::report::Tally;
use crate::user::User;

/// Lanes in which games are played, one after the other.
const LANES: usize = 2_500;
/// Moves in a second in all lanes.
const RATE: usize = 2_000;
/// Connections for the moves.
const LINES: usize = 128;
/// So many games can be made at once; a server that was started again lets so many be made again.
const MADE_AT_ONCE: usize = 200;
const NUMBERS: usize = 1_000;
/// Moves of a whole game.
const LENGTH: usize = 300;
/// So many games are made before they are needed.
const AHEAD: usize = 32;
/// So often it is looked how much memory the server has.
const LOOKS: usize = 10;
/// A game has two entries before the first move.
const BEFORE: usize = 2;
/// What is not there so long after the last move was due is missing.
const PATIENCE: Duration = Duration::from_secs(30);

/// Loads the server for so many seconds.
pub(crate) fn load(hall: &Hall, seconds: usize) -> anyhow::Result<Tally> {
    let moves = seconds * RATE;
    let path = long_path(LENGTH).context("no game is that long")?;
    let (_, most) = getrlimit(Resource::RLIMIT_NOFILE)?;
    setrlimit(Resource::RLIMIT_NOFILE, most, most)?;
    anyhow::ensure!(most as usize > 2 * LANES + 2 * LINES, "{most} open files are too few");
    let owner = owner(hall)?;
    // A disk of memory would be no measure: the folder is where TMPDIR says.
    let folder = tempfile::tempdir()?;
    let (server, games) = made(&owner, folder.path())?;
    let address = server.address.context("the server did not start")?;
    let id = server.id.context("the server has gone")?;
    let mut load = Load::new((id, address), games, &path)?;
    let before = (cpu_seconds(id)?, own_cpu_seconds()?);
    load.run(moves)?;
    let after = (cpu_seconds(id)?, own_cpu_seconds()?);
    let Load { mut answers, mut deliveries, mut findings, took, memory, finished, .. } = load;
    let end = server.stop()?;
    findings.extend((!end.success()).then(|| format!("told to stop, it ended with {end}")));
    findings.extend(complaints(&owner));
    let memory: Vec<String> = memory.iter().map(|kilobytes| (kilobytes / 1_024).to_string()).collect();
    Ok(Tally {
        amount: format!(
            "{moves} moves in {:.1} s in {LANES} lanes, {} streams, {finished} games finished",
            took.as_secs_f64(),
            2 * LANES
        ),
        findings,
        besides: format!(
            "answered after {}; told to the other one after {}; memory at equal intervals in MB: {}; {:.1} s of CPU \
             time, and {:.1} s of whoever loads it",
            spread(&mut answers),
            spread(&mut deliveries),
            memory.join(", "),
            after.0 - before.0,
            after.1 - before.1
        ),
    })
}

/// A game of at least so many moves: from each number to the one that leaves the fewest ways on.
fn long_path(moves: usize) -> Option<Vec<usize>> {
    let is_way = |a: usize, b: usize| a != b && (a.is_multiple_of(b) || b.is_multiple_of(a));
    let ways: Vec<Vec<usize>> =
        (0..=NUMBERS).map(|from| (1..=NUMBERS).filter(|&to| from > 0 && is_way(from, to)).collect()).collect();
    let path_from = |first: usize| {
        let mut is_free = vec![true; NUMBERS + 1];
        let mut path = vec![first];
        is_free[first] = false;
        loop {
            let left = |to: &usize| ways[*to].iter().filter(|&&next| is_free[next]).count();
            let last = path[path.len() - 1];
            let ways_on = ways[last].iter().copied().filter(|&to| is_free[to]);
            // A number without a way on is the end.
            let Some(next) = ways_on.min_by_key(|to| (left(to) == 0, left(to))) else { return path };
            is_free[next] = false;
            path.push(next);
        }
    };
    (1..=NUMBERS).map(path_from).find(|path| path.len() >= moves)
}

/// A game, and what it is played with.
struct Game {
    id: String,
    tokens: [String; 2],
}

impl Game {
    fn request(&self, path: &str, seat: usize) -> Request {
        let path = format!("/api/games/{}{path}", self.id);
        Request { path, token: Some(self.tokens[seat].clone()), ..Request::default() }
    }
}

/// Makes all games, in as many lives of the server as that takes; the last one goes on.
fn made(owner: &User, folder: &std::path::Path) -> anyhow::Result<(Server, Vec<Game>)> {
    let mut games = Vec::new();
    loop {
        let server = Server::start(owner.command(owner.program()), owner, folder)?;
        let address = server.address.with_context(|| format!("it does not start: {:?}", complaints(owner)))?;
        if games.len() == LANES {
            return Ok((server, games));
        }
        let mut line = Line::default();
        for number in games.len()..LANES.min(games.len() + MADE_AT_ONCE) {
            games.push(make(&mut line, address, number)?);
        }
        server.stop()?;
    }
}

fn make(line: &mut Line, server: SocketAddr, number: usize) -> anyhow::Result<Game> {
    let tokens = [1, 2].map(|seat| format!("{number:031}{seat}"));
    let mut ask = |path: String, body: serde_json::Value| {
        let answer = line.ask(server, &Request { path, body: Some(body.to_string()), ..Request::default() })?;
        anyhow::ensure!(answer.status == 201, "a game was not made: {} {}", answer.status, answer.body);
        Ok(answer.body)
    };
    let seats = json!([{"name": "Ada", "token": tokens[0]}, {}]);
    let game = format!("take:1..{NUMBERS}");
    let made = ask("/api/games".into(), json!({"v": 1, "game": game, "first": 1, "seats": seats}))?;
    let id = made["id"].as_str().context("a game has an id")?.to_string();
    let joining = json!({"v": 1, "secret": made["invitations"][1], "token": tokens[1], "name": "Bo"});
    ask(format!("/api/games/{id}/seats"), joining)?;
    Ok(Game { id, tokens })
}

/// Makes games as they are needed, until nobody wants one any more.
fn make_more(server: SocketAddr) -> Receiver<anyhow::Result<Game>> {
    let (sender, games) = mpsc::sync_channel(AHEAD);
    std::thread::spawn(move || {
        let mut line = Line::default();
        let mut number = LANES;
        while sender.send(make(&mut line, server, number)).is_ok() {
            number += 1;
        }
    });
    games
}

/// Somebody who follows.
struct Follower {
    stream: TcpStream,
    /// The last entry that was told.
    seen: usize,
    /// The end of what has come: a message may come in two pieces.
    end: Vec<u8>,
}

impl Follower {
    /// Begins to follow a game, from a seat in a lane.
    fn new(server: SocketAddr, poll: &OwnedFd, game: &Game, (lane, seat): (usize, usize)) -> anyhow::Result<Follower> {
        let mut stream = TcpStream::connect(server)?;
        let request = Request { seen: Some(BEFORE as u64), ..game.request("/events", seat) };
        stream.write_all(request.text().as_bytes())?;
        let mut head = [0; 4_096];
        let count = stream.read(&mut head)?;
        anyhow::ensure!(head.starts_with(b"HTTP/1.1 200"), "a stream was refused");
        stream.set_nonblocking(true)?;
        let data = epoll::EventData::new_u64((2 * lane + seat) as u64);
        epoll::add(poll, &stream, data, epoll::EventFlags::IN)?;
        Ok(Follower { stream, seen: BEFORE, end: head[..count].to_vec() })
    }
}

/// A connection for moves.
struct Sender {
    stream: TcpStream,
    /// The lane whose move it has sent.
    lane: Option<usize>,
    answer: Vec<u8>,
}

/// A lane, and the game in it.
struct Lane {
    game: Game,
    /// Moves that were made in this lane before this game,
    before: usize,
    /// moves after which it is over,
    length: usize,
    /// and moves of it that were answered.
    done: usize,
    /// Moves that are due in this lane.
    due: usize,
    is_asking: bool,
}

struct Load<'a> {
    server: (i32, SocketAddr),
    path: &'a [usize],
    poll: OwnedFd,
    /// Two in each lane.
    followers: Vec<Follower>,
    senders: Vec<Sender>,
    lanes: Vec<Lane>,
    /// Lanes whose move can be sent, and connections that are free.
    ready: VecDeque<usize>,
    free: VecDeque<usize>,
    new_games: Receiver<anyhow::Result<Game>>,
    begin: Instant,
    took: Duration,
    /// Microseconds since the move was due.
    answers: Vec<u64>,
    deliveries: Vec<u64>,
    findings: Vec<String>,
    /// Kilobytes that the server had.
    memory: Vec<u64>,
    finished: usize,
}

impl<'a> Load<'a> {
    fn new((id, server): (i32, SocketAddr), games: Vec<Game>, path: &'a [usize]) -> anyhow::Result<Load<'a>> {
        let poll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        let mut followers = Vec::new();
        for (number, game) in games.iter().enumerate() {
            for seat in 0..2 {
                followers.push(Follower::new(server, &poll, game, (number, seat))?);
            }
        }
        let mut senders = Vec::new();
        for number in 0..LINES {
            let stream = TcpStream::connect(server)?;
            stream.set_nodelay(true)?;
            stream.set_nonblocking(true)?;
            let data = epoll::EventData::new_u64((followers.len() + number) as u64);
            epoll::add(&poll, &stream, data, epoll::EventFlags::IN)?;
            senders.push(Sender { stream, lane: None, answer: Vec::new() });
        }
        // The first games are cut short, so that always some end and none end together.
        let length = |number: usize| 1 + LENGTH * number / LANES;
        let lane = |(number, game)| Lane { game, before: 0, length: length(number), done: 0, due: 0, is_asking: false };
        Ok(Load {
            server: (id, server),
            path,
            poll,
            followers,
            senders,
            lanes: games.into_iter().enumerate().map(lane).collect(),
            ready: VecDeque::new(),
            free: (0..LINES).collect(),
            new_games: make_more(server),
            begin: Instant::now(),
            took: Duration::ZERO,
            answers: Vec::new(),
            deliveries: Vec::new(),
            findings: Vec::new(),
            memory: Vec::new(),
            finished: 0,
        })
    }

    /// Makes so many moves, each when it is due, and waits for all that comes of them.
    fn run(&mut self, moves: usize) -> anyhow::Result<()> {
        let mut buffer = vec![0; 65_536];
        let mut events = Vec::with_capacity(1_024);
        self.begin = Instant::now();
        let mut sent = 0;
        while self.findings.len() < 100 && (self.answers.len() < moves || self.deliveries.len() < moves) {
            if self.memory.len() * moves <= sent * LOOKS {
                self.memory.push(kilobytes(self.server.0)?);
            }
            while sent < moves && self.begin.elapsed() >= due(sent) {
                let lane = sent % LANES;
                self.lanes[lane].due += 1;
                self.be_ready(lane)?;
                sent += 1;
            }
            self.send()?;
            if self.begin.elapsed() > due(moves) + PATIENCE {
                let missing = (moves - self.answers.len(), moves - self.deliveries.len());
                self.findings.push(format!("{} answers and {} deliveries are missing", missing.0, missing.1));
                break;
            }
            events.clear();
            let timeout = Timespec { tv_sec: 0, tv_nsec: 1_000_000 };
            epoll::wait(&self.poll, rustix::buffer::spare_capacity(&mut events), Some(&timeout))?;
            for event in &events {
                let number = usize::try_from(event.data.u64())?;
                match number.checked_sub(self.followers.len()) {
                    None => self.hear(number, &mut buffer)?,
                    Some(sender) => self.hear_answer(sender, &mut buffer)?,
                }
            }
        }
        self.took = self.begin.elapsed();
        Ok(())
    }

    /// In a lane one move is on its way at a time; when a game is over, and everybody knows, the next one begins.
    fn be_ready(&mut self, number: usize) -> anyhow::Result<()> {
        let lane = &mut self.lanes[number];
        if lane.is_asking || lane.before + lane.done >= lane.due {
            return Ok(());
        }
        if lane.done == lane.length {
            let followers = &mut self.followers[2 * number..2 * number + 2];
            if followers.iter().any(|follower| follower.seen < BEFORE + lane.length) {
                return Ok(());
            }
            lane.game = self.new_games.recv()??;
            (lane.before, lane.length, lane.done) = (lane.before + lane.length, LENGTH, 0);
            for (seat, follower) in followers.iter_mut().enumerate() {
                *follower = Follower::new(self.server.1, &self.poll, &lane.game, (number, seat))?;
            }
            self.finished += 1;
        }
        lane.is_asking = true;
        self.ready.push_back(number);
        Ok(())
    }

    fn send(&mut self) -> anyhow::Result<()> {
        while let (Some(&number), Some(&sender)) = (self.ready.front(), self.free.front()) {
            self.ready.pop_front();
            self.free.pop_front();
            let Lane { done, game, .. } = &self.lanes[number];
            let action = json!({"do": "move", "move": self.path[*done].to_string()});
            let request = Request {
                key: Some(format!("key-{done:08}")),
                body: Some(json!({"v": 1, "seq": BEFORE + done, "action": action}).to_string()),
                ..game.request("/actions", done % 2)
            };
            let sender = &mut self.senders[sender];
            sender.lane = Some(number);
            // A request is small: there is room for it.
            sender.stream.write_all(request.text().as_bytes()).context("a move cannot be sent")?;
        }
        Ok(())
    }

    /// Something has come for somebody who follows.
    fn hear(&mut self, number: usize, buffer: &mut [u8]) -> anyhow::Result<()> {
        const HAPPENED: &[u8] = b"\nevent: happened";
        let follower = &mut self.followers[number];
        let Some(count) = read(&mut follower.stream, buffer)? else { return Ok(()) };
        anyhow::ensure!(count > 0, "a stream has ended");
        follower.end.extend_from_slice(&buffer[..count]);
        let bytes = std::mem::take(&mut follower.end);
        let mut rest = &bytes[..];
        while let Some(at) = find(rest, HAPPENED) {
            let line = &rest[rest[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)..at];
            let seq = std::str::from_utf8(line).ok().and_then(|line| line.strip_prefix("id: ")?.parse::<usize>().ok());
            if seq != Some(follower.seen + 1) {
                self.findings.push(format!("somebody who has seen {} was told of {seq:?}", follower.seen));
            }
            follower.seen += 1;
            let made = follower.seen - BEFORE - 1;
            if made % 2 != number % 2 {
                let moves = self.lanes[number / 2].before + made;
                self.deliveries.push(late(self.begin, due(moves * LANES + number / 2)));
            }
            rest = &rest[at + HAPPENED.len()..];
        }
        follower.end = rest[rest.len().saturating_sub(64)..].to_vec();
        self.be_ready(number / 2)
    }

    /// Something has come for somebody who has sent a move.
    fn hear_answer(&mut self, sender_number: usize, buffer: &mut [u8]) -> anyhow::Result<()> {
        let sender = &mut self.senders[sender_number];
        let Some(count) = read(&mut sender.stream, buffer)? else { return Ok(()) };
        anyhow::ensure!(count > 0, "a connection for moves has ended");
        sender.answer.extend_from_slice(&buffer[..count]);
        let Some(head) = find(&sender.answer, b"\r\n\r\n") else { return Ok(()) };
        let text = String::from_utf8_lossy(&sender.answer[..head]).to_ascii_lowercase();
        let length = text.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse::<usize>().ok());
        if sender.answer.len() < head + 4 + length.context("an answer without a length")? {
            return Ok(());
        }
        if !text.starts_with("http/1.1 201") {
            self.findings.push(format!("a move was answered with {}", String::from_utf8_lossy(&sender.answer)));
        }
        sender.answer.clear();
        let number = sender.lane.take().context("an answer to nothing")?;
        self.free.push_back(sender_number);
        let lane = &mut self.lanes[number];
        let moves = lane.before + lane.done;
        self.answers.push(late(self.begin, due(moves * LANES + number)));
        lane.done += 1;
        lane.is_asking = false;
        self.be_ready(number)
    }
}

/// When a move is due.
fn due(number: usize) -> Duration {
    Duration::from_secs(1) * u32::try_from(number).unwrap_or(u32::MAX) / RATE as u32
}

/// How many microseconds ago something was due.
fn late(begin: Instant, due: Duration) -> u64 {
    u64::try_from(begin.elapsed().saturating_sub(due).as_micros()).unwrap_or(u64::MAX)
}

/// What has come, if something has.
fn read(stream: &mut TcpStream, buffer: &mut [u8]) -> anyhow::Result<Option<usize>> {
    match stream.read(buffer) {
        Ok(count) => Ok(Some(count)),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Half of them, 99 of 100, and all of them took at most this.
fn spread(times: &mut [u64]) -> String {
    times.sort_unstable();
    let at =
        |part: usize| times.get((times.len() * part / 100).min(times.len().saturating_sub(1))).map_or(0, |time| *time);
    let milliseconds = |part| at(part) as f64 / 1_000.0;
    format!("{:.1} ms (half), {:.1} ms (99 %), {:.1} ms (all)", milliseconds(50), milliseconds(99), milliseconds(100))
}

/// The memory that a process has.
fn kilobytes(id: i32) -> anyhow::Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("a process has memory")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// The time that a process has taken, in itself and for it.
fn cpu_seconds(id: i32) -> anyhow::Result<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat"))?;
    let (_, fields) = stat.rsplit_once(") ").context("a process has a name")?;
    let ticks: Vec<f64> = fields.split(' ').skip(11).take(2).filter_map(|ticks| ticks.parse().ok()).collect();
    Ok(ticks.iter().sum::<f64>() / rustix::param::clock_ticks_per_second() as f64)
}

fn own_cpu_seconds() -> anyhow::Result<f64> {
    let taken = getrusage(UsageWho::RUSAGE_SELF)?;
    let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    Ok(seconds(taken.user_time()) + seconds(taken.system_time()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_long_game_is_a_game() {
        let path = long_path(100).unwrap();
        assert!(path.len() >= 100, "{}", path.len());
        assert!(path.windows(2).all(|pair| pair[0].is_multiple_of(pair[1]) || pair[1].is_multiple_of(pair[0])));
        let once: std::collections::BTreeSet<&usize> = path.iter().collect();
        assert_eq!(once.len(), path.len());
    }
}
