//! Starting a browser and ending it again, whatever happens in between.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
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
    process: Child,
    folder: TempDir,
}

impl Browser {
    /// Starts one.
    pub fn new(kind: Kind) -> Browser {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("downloads")).unwrap();
        let mut process = kind.start_driver();
        let mut said = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
        let port = said.find_map(|line| kind.port_in(&line)).expect("the driver says its port");
        // A driver that says more must not wait for somebody to read it.
        std::thread::spawn(move || said.for_each(drop));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let driver = runtime.block_on(async {
            // The page gives up before the driver does, so that it can still be asked what is to be seen.
            let builder = WebDriver::builder(format!("http://127.0.0.1:{port}"), kind.capabilities(folder.path()));
            let driver = builder.request_timeout(2 * PATIENCE).await.unwrap();
            driver.set_script_timeout(PATIENCE).await.unwrap();
            driver.set_page_load_timeout(PATIENCE).await.unwrap();
            driver
        });
        let browser = Browser { kind, runtime, driver: Some(driver), process, folder };
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
        // The driver ends its browser when the session ends; killing the driver alone would leave the browser running.
        if let Some(driver) = self.driver.take() {
            let _ = self.runtime.block_on(driver.quit());
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Kind {
    fn start_driver(self) -> Child {
        let mut command = match self {
            Kind::Chromium => Command::new("chromedriver"),
            Kind::Firefox => Command::new(root().join("target/geckodriver/bin/geckodriver")),
        };
        // With port 0 a driver takes a free one, and says which.
        command.arg("--port=0");
        if self == Kind::Firefox {
            command.arg("--websocket-port=0");
        }
        let started = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        started.unwrap_or_else(|error| panic!("{command:?} is missing, scripts/test-page installs it: {error}"))
    }

    fn port_in(self, line: &str) -> Option<u16> {
        let said = match self {
            Kind::Chromium => "ChromeDriver was started successfully on port ",
            Kind::Firefox => "Listening on 127.0.0.1:",
        };
        line.split_once(said)?.1.trim_end_matches('.').parse().ok()
    }

    fn capabilities(self, folder: &Path) -> Capabilities {
        let mut capabilities = Capabilities::new();
        let mut set = |name: &str, value: Value| capabilities.set(name, value).unwrap();
        match self {
            Kind::Chromium => {
                set("browserName", json!("chrome"));
                set("goog:chromeOptions", json!({ "args": chromium_arguments(folder) }));
                set("goog:loggingPrefs", json!({ "browser": "ALL" }));
            }
            Kind::Firefox => {
                set("browserName", json!("firefox"));
                let arguments = ["-headless", "--width=1280", "--height=900"];
                set("moz:firefoxOptions", json!({ "args": arguments, "prefs": firefox_settings(folder) }));
            }
        }
        capabilities
    }
}

fn chromium_arguments(folder: &Path) -> Value {
    let profile = format!("--user-data-dir={}", folder.join("profile").display());
    // Containers run this as root and have little shared memory.
    json!([
        "--headless=new",
        // What glides into view is still moving when the next click comes.
        "--force-prefers-reduced-motion",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1280,900",
        profile,
    ])
}

fn firefox_settings(folder: &Path) -> Value {
    json!({
        "ui.prefersReducedMotion": 1,
        "browser.download.folderList": 2,
        "browser.download.dir": folder.join("downloads"),
        "browser.helperApps.neverAsk.saveToDisk": "text/plain,application/json,image/svg+xml",
    })
}
