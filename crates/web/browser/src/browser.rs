//! Starting a browser and ending it again, whatever happens in between.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicU16;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::error::WebDriverResult;
use thirtyfour::{Capabilities, WebDriver};
use tokio::runtime::Runtime;

/// When a test gives up on what never comes. A busy machine does not come near it: nothing is judged by how long it takes.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// What is wrong with the page without anything to be seen: kept for the end of the test.
pub(crate) const EARS: &str = r#"
    window.__heard = [];
    addEventListener("securitypolicyviolation", (event) => __heard.push(`policy: ${event.violatedDirective} ${event.blockedURI}`));
    addEventListener("error", (event) => __heard.push(`error: ${event.message}`));
    addEventListener("unhandledrejection", (event) => __heard.push(`unhandled: ${event.reason?.message ?? event.reason}`));
"#;

/// The folder of the whole project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").canonicalize().unwrap()
}

/// The terminal program, built by the same profile as the test that asks.
pub fn program() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let program = test.parent().unwrap().parent().unwrap().join("divisor-duel");
    assert!(program.exists(), "{} is missing: cargo build -p divisor-duel", program.display());
    program
}

/// Which browser somebody uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The one whose debugging protocol the tests use for what a driver cannot do: other screens, other colours, touch, paper.
    Chromium,
    /// For what every browser has to do.
    Firefox,
}

/// A browser with an empty profile, and the driver that holds it.
#[derive(Debug)]
pub struct Browser {
    kind: Kind,
    runtime: Runtime,
    driver: Option<WebDriver>,
    processes: Vec<Child>,
    folder: TempDir,
}

impl Browser {
    /// Starts one.
    pub fn new(kind: Kind) -> Browser {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("downloads")).unwrap();
        let (chromium, capabilities) = match kind {
            Kind::Chromium => {
                let (process, address) = start_chromium(folder.path());
                (Some(process), chromium_capabilities(&address))
            }
            Kind::Firefox => (None, firefox_capabilities(folder.path())),
        };
        let (driver, port) = kind.start_driver();
        let processes = chromium.into_iter().chain([driver]).collect();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let driver = runtime.block_on(async {
            // The page gives up before the driver does, so that it can still be asked what is to be seen.
            let builder = WebDriver::builder(format!("http://127.0.0.1:{port}"), capabilities);
            let driver = builder.request_timeout(2 * PATIENCE).await.unwrap();
            driver.set_script_timeout(PATIENCE).await.unwrap();
            driver.set_page_load_timeout(PATIENCE).await.unwrap();
            driver
        });
        let browser = Browser { kind, runtime, driver: Some(driver), processes, folder };
        if kind == Kind::Chromium {
            browser.cdp(
                "Browser.setDownloadBehavior",
                json!({ "behavior": "allow", "downloadPath": browser.downloads(), "eventsEnabled": false }),
            );
            browser.before_every_page(EARS);
        }
        browser
    }

    /// The driver's own words, for what has no better name here.
    pub fn with<T>(&self, use_it: impl AsyncFnOnce(&WebDriver) -> WebDriverResult<T>) -> T {
        self.try_with(use_it).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The same for what can go wrong.
    pub fn try_with<T>(&self, use_it: impl AsyncFnOnce(&WebDriver) -> WebDriverResult<T>) -> WebDriverResult<T> {
        self.runtime.block_on(use_it(self.driver.as_ref().unwrap()))
    }

    /// Which one it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// A command of Chromium's own debugging protocol.
    pub fn cdp(&self, method: &str, parameters: Value) -> Value {
        self.with(async |driver| driver.cdp().send_raw(method, parameters).await)
    }

    /// Runs a script in every page of Chromium before its own scripts.
    pub fn before_every_page(&self, script: &str) {
        self.cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
    }

    /// A folder for this browser's files.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Where downloads go.
    pub fn downloads(&self) -> PathBuf {
        self.folder.path().join("downloads")
    }

    /// What the page complained about that is not to be seen on it. Asking empties the list.
    pub fn complaints(&self) -> Vec<String> {
        // Firefox keeps what it logs to itself.
        let logged = match self.kind {
            Kind::Chromium => self.with(async |driver| driver.browser_log().await),
            Kind::Firefox => Vec::new(),
        };
        let heard = self.with(async |driver| {
            let heard = driver.execute("return (window.__heard ?? []).splice(0);", vec![]).await?;
            heard.convert::<Vec<String>>()
        });
        let loud = logged.into_iter().filter(|entry| entry.level == "SEVERE" || entry.level == "WARNING");
        loud.map(|entry| format!("{}: {}", entry.level, entry.message)).chain(heard).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Killing what started a browser would leave the browser itself running: that of Debian is started by a script, and Firefox by
        // its driver, which ends it with the session.
        if self.kind == Kind::Chromium {
            let _ = self.try_with(async |driver| driver.cdp().send_raw("Browser.close", json!({})).await);
        }
        if let Some(driver) = self.driver.take() {
            let _ = self.runtime.block_on(driver.quit());
        }
        for process in &mut self.processes {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

impl Kind {
    /// Starts what drives it, on a port of its own.
    fn start_driver(self) -> (Child, u16) {
        let (mut command, port, said) = match self {
            Kind::Chromium => {
                (Command::new("chromedriver"), free_port(), "ChromeDriver was started successfully on port ")
            }
            Kind::Firefox => {
                let mut command = Command::new(root().join("target/geckodriver/bin/geckodriver"));
                command.arg("--websocket-port=0");
                // With port 0 it takes a free one, and says which.
                (command, 0, "Listening on 127.0.0.1:")
            }
        };
        command.arg(format!("--port={port}")).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = started(&mut command);
        let port =
            heard(process.stdout.take().unwrap(), |line| line.split_once(said)?.1.trim_end_matches('.').parse().ok());
        (process, port)
    }
}

/// A port that is free in both versions of the protocol: with port 0 Chromium's driver takes one of the first, and ends if somebody has
/// the same one of the second. Below those that a system gives away by itself nobody takes it meanwhile but another run of these tests,
/// which begins somewhere else.
fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    loop {
        let port =
            10_000 + (std::process::id() as u16).wrapping_mul(97).wrapping_add(NEXT.fetch_add(1, Relaxed)) % 20_000;
        let is_free = |address: &str| match TcpListener::bind((address, port)) {
            Ok(_) => true,
            // A machine can be without one of the two.
            Err(error) => error.kind() != ErrorKind::AddrInUse,
        };
        if is_free("127.0.0.1") && is_free("::1") {
            return port;
        }
    }
}

/// Chromium without its windows, which starts in half the time; gives the address of its debugging protocol. A driver that starts it
/// itself waits for a window.
fn start_chromium(folder: &Path) -> (Child, String) {
    let mut command = Command::new("chromium-headless-shell");
    command.arg(format!("--user-data-dir={}", folder.join("profile").display()));
    // Containers run this as root and have little shared memory.
    command.args(["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--in-process-gpu", "--disable-quic"]);
    command.args(["--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]);
    // What glides into view is still moving when the next click comes.
    command.args(["--force-prefers-reduced-motion", "--window-size=1280,900"]);
    command.args(["--remote-debugging-port=0", "about:blank"]);
    let mut process = started(command.stdout(Stdio::null()).stderr(Stdio::piped()));
    let address = heard(process.stderr.take().unwrap(), |line| {
        let (_, rest) = line.split_once("DevTools listening on ws://")?;
        Some(rest.split_once('/')?.0.to_owned())
    });
    (process, address)
}

pub(crate) fn started(command: &mut Command) -> Child {
    let started = command.stdin(Stdio::null()).spawn();
    started.unwrap_or_else(|error| panic!("{command:?} is missing, scripts/test-page installs it: {error}"))
}

/// What a new process says about itself.
pub(crate) fn heard<T>(output: impl Read + Send + 'static, find: impl Fn(&str) -> Option<T>) -> T {
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    let mut said = Vec::new();
    let found = lines.find_map(|line| {
        let found = find(&line);
        said.push(line);
        found
    });
    let found = found.unwrap_or_else(|| panic!("it ended without saying where it listens: {said:#?}"));
    // Whoever says more must not wait for somebody to read it.
    std::thread::spawn(move || lines.for_each(drop));
    found
}

fn chromium_capabilities(address: &str) -> Capabilities {
    let mut capabilities = Capabilities::new();
    let mut set = |name: &str, value: Value| capabilities.set(name, value).unwrap();
    set("browserName", json!("chrome"));
    set("goog:chromeOptions", json!({ "debuggerAddress": address }));
    set("goog:loggingPrefs", json!({ "browser": "ALL" }));
    capabilities
}

fn firefox_capabilities(folder: &Path) -> Capabilities {
    let mut capabilities = Capabilities::new();
    let mut set = |name: &str, value: Value| capabilities.set(name, value).unwrap();
    set("browserName", json!("firefox"));
    let settings = json!({
        "ui.prefersReducedMotion": 1,
        "browser.download.folderList": 2,
        "browser.download.dir": folder.join("downloads"),
        "browser.helperApps.neverAsk.saveToDisk": "text/plain,application/json,image/svg+xml",
    });
    set("moz:firefoxOptions", json!({ "args": ["-headless", "--width=1280", "--height=900"], "prefs": settings }));
    capabilities
}
