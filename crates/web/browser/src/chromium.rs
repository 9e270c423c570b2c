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
const EARS: &str = r#"
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

/// A browser with an empty profile, and the driver that holds it.
#[derive(Debug)]
pub struct Chromium {
    runtime: Runtime,
    driver: Option<WebDriver>,
    process: Child,
    folder: TempDir,
}

impl Chromium {
    /// Starts one.
    pub fn new() -> Chromium {
        let folder = tempfile::tempdir().unwrap();
        // With port 0 the driver takes a free one, and says which.
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver is missing: scripts/test-page installs it");
        let said = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
        let port = said.filter_map(|line| port_in(&line)).next().expect("the driver says its port");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let driver = runtime.block_on(async {
            // The page gives up before the driver does, so that it can still be asked what is to be seen.
            let builder = WebDriver::builder(format!("http://127.0.0.1:{port}"), capabilities(folder.path()));
            let driver = builder.request_timeout(2 * PATIENCE).await.unwrap();
            driver.set_script_timeout(PATIENCE).await.unwrap();
            driver.set_page_load_timeout(PATIENCE).await.unwrap();
            driver
        });
        let chromium = Chromium { runtime, driver: Some(driver), process, folder };
        fs::create_dir(chromium.downloads()).unwrap();
        chromium.cdp(
            "Browser.setDownloadBehavior",
            json!({ "behavior": "allow", "downloadPath": chromium.downloads(), "eventsEnabled": false }),
        );
        chromium.before_every_page(EARS);
        chromium
    }

    /// The driver's own words, for what has no better name here.
    pub fn with<T>(&self, use_it: impl AsyncFnOnce(&WebDriver) -> WebDriverResult<T>) -> T {
        self.try_with(use_it).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The same for what can go wrong.
    pub fn try_with<T>(&self, use_it: impl AsyncFnOnce(&WebDriver) -> WebDriverResult<T>) -> WebDriverResult<T> {
        self.runtime.block_on(use_it(self.driver.as_ref().unwrap()))
    }

    /// A command of the browser's own debugging protocol.
    pub fn cdp(&self, method: &str, parameters: Value) -> Value {
        self.with(async |driver| driver.cdp().send_raw(method, parameters).await)
    }

    /// Runs a script in every page before its own scripts.
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
        let logged = self.with(async |driver| driver.browser_log().await);
        let heard = self.with(async |driver| {
            let heard = driver.execute("return (window.__heard ?? []).splice(0);", vec![]).await?;
            heard.convert::<Vec<String>>()
        });
        let loud = logged.into_iter().filter(|entry| entry.level == "SEVERE" || entry.level == "WARNING");
        loud.map(|entry| format!("{}: {}", entry.level, entry.message)).chain(heard).collect()
    }
}

impl Default for Chromium {
    fn default() -> Chromium {
        Chromium::new()
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // The driver ends its browser when the session ends; killing the driver alone would leave the browser running.
        if let Some(driver) = self.driver.take() {
            let _ = self.runtime.block_on(driver.quit());
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn port_in(line: &str) -> Option<u16> {
    line.strip_prefix("ChromeDriver was started successfully on port ")?.trim_end_matches('.').parse().ok()
}

fn capabilities(folder: &Path) -> Capabilities {
    let profile = format!("--user-data-dir={}", folder.join("profile").display());
    // Containers run this as root and have little shared memory.
    let arguments = json!([
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
    ]);
    let mut capabilities = Capabilities::new();
    capabilities.set("browserName", json!("chrome")).unwrap();
    capabilities.set("goog:chromeOptions", json!({ "args": arguments })).unwrap();
    capabilities.set("goog:loggingPrefs", json!({ "browser": "ALL" })).unwrap();
    capabilities
}
