//! What a person does at the page, and sees there.

use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use thirtyfour::error::{WebDriverErrorInner, WebDriverResult};
use thirtyfour::{By, Key, WebDriver, WebElement};

use crate::browser::{Browser, EARS, Kind, root};
use crate::server::Server;

/// Keys that are no letters.
pub type Keys = Key;

/// Nobody in these tests waits for the moment that the computer takes before it moves: to the page it seems that somebody has chosen so.
/// (Really to keep that, before the page itself has read anything, makes Chromium forget what was kept just before.)
const AT_ONCE: &str = "{
    const read = Storage.prototype.getItem;
    Storage.prototype.getItem = function (name) { return name === 'divisor-duel.at-once' ? 'true' : read.call(this, name); };
}";

/// Somebody at a browser of their own.
#[derive(Debug)]
pub struct Person {
    browser: Browser,
    /// Its address without a fragment.
    page: String,
    overlooks: Vec<&'static str>,
}

/// A new person, with the page open at its start.
pub fn person() -> Person {
    let person = Person::with_closed_page();
    person.open("");
    person
}

/// The same in Firefox.
pub fn person_in_firefox() -> Person {
    let person = Person::using(Kind::Firefox);
    person.open("");
    person
}

impl Deref for Person {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        &self.browser
    }
}

impl Person {
    /// A new person who has not opened the page yet.
    pub fn with_closed_page() -> Person {
        let person = Person::using(Kind::Chromium);
        person.before_every_page(AT_ONCE);
        person
    }

    /// Somebody who has this browser and has not opened the page yet; the computer takes its moment.
    pub fn using(kind: Kind) -> Person {
        let page = root().join("target/divisor-duel.html");
        assert!(page.exists(), "{} is missing: scripts/page builds it", page.display());
        Person { browser: Browser::new(kind), page: in_file(&page), overlooks: Vec::new() }
    }

    /// The same page from another place.
    pub fn uses(&mut self, page: PathBuf) {
        self.page = in_file(&page);
    }

    /// The page of a server.
    pub fn visits(&mut self, server: &Server) {
        self.page = server.address();
    }

    /// The whole address of the page with this fragment.
    pub fn address(&self, fragment: &str) -> String {
        format!("{}{fragment}", self.page)
    }

    /// Opens the page at this fragment, as from a link in a message.
    pub fn open(&self, fragment: &str) {
        // From an empty page, because another fragment alone would not load the page anew.
        self.with(async |driver| driver.goto("about:blank").await);
        self.with(async |driver| driver.goto(self.address(fragment)).await);
        self.wait_until_ready();
    }

    /// Goes to another fragment in the open page.
    pub fn go(&self, fragment: &str) {
        self.script("location.hash = arguments[0]; return null;", json!([fragment]));
    }

    /// Loads the page again.
    pub fn reload(&self) {
        self.with(async |driver| driver.refresh().await);
        self.wait_until_ready();
    }

    /// Waits until the page can be used.
    pub fn wait_until_ready(&self) {
        self.wait_for("document.documentElement.dataset.ready === 'yes'");
        if self.kind() == Kind::Firefox {
            // The driver of Firefox has nothing that comes before a page.
            self.script(&format!("{EARS} {AT_ONCE} return null;"), json!([]));
        }
    }

    /// Runs a script in the page.
    pub fn script(&self, script: &str, arguments: Value) -> Value {
        let Value::Array(arguments) = arguments else { panic!("arguments are a list") };
        self.with(async |driver| Ok(driver.execute(script, arguments).await?.json().clone()))
    }

    /// The value of an expression in the page.
    pub fn value(&self, expression: &str) -> Value {
        self.script(&format!("return ({expression});"), json!([]))
    }

    /// Waits inside the page, frame by frame, until an expression there is true of it; gives its value.
    pub fn wait_for(&self, expression: &str) -> Value {
        // An element may be drawn anew before the driver could name it: that it was there is enough.
        let script = waiting_for(&format!("((found) => found instanceof Element || found)({expression})"));
        let waited =
            self.browser.try_with(async |driver| Ok(driver.execute_async(script, vec![]).await?.json().clone()));
        waited.unwrap_or_else(|error| panic!("waited in vain for {expression}: {}\n{}", brief(&error), self.seen()))
    }

    /// Waits until an element shows these words.
    pub fn wait_for_words(&self, selector: &str, words: &str) -> String {
        let expression = format!(
            "[...document.querySelectorAll({})].map((each) => each.textContent).find((text) => text.includes({}))",
            json!(selector),
            json!(words)
        );
        self.wait_for(&expression).as_str().unwrap().to_owned()
    }

    /// Waits for an element of these that can be seen, and used if it is a control.
    fn element(&self, candidates: &str) -> WebElement {
        let expression = format!("[...{candidates}].find((each) => each.checkVisibility() && !each.disabled)");
        let script = waiting_for(&expression);
        let found = self.try_with(async |driver| driver.execute_async(script, vec![]).await?.element());
        found.unwrap_or_else(|error| panic!("waited in vain for {candidates}: {}\n{}", brief(&error), self.seen()))
    }

    /// Uses one of these elements. What the page draws anew between the look and the touch is looked for again: to a person it is
    /// the same.
    fn use_one(&self, candidates: &str, use_it: impl AsyncFn(&WebDriver, &WebElement) -> WebDriverResult<()>) {
        loop {
            let element = self.element(candidates);
            match self.try_with(async |driver| use_it(driver, &element).await) {
                Ok(()) => return,
                Err(error) if matches!(*error, WebDriverErrorInner::StaleElementReference(_)) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Clicks on what a selector finds.
    pub fn click(&self, selector: &str) {
        self.click_on(&found_by(selector));
    }

    /// Clicks where nothing is in front of it.
    fn click_on(&self, candidates: &str) {
        let script = "arguments[0].scrollIntoView({ block: 'nearest', behavior: 'instant' });";
        self.use_one(candidates, async |driver, element| {
            driver.execute(script, vec![element.to_json()?]).await?;
            element.click().await
        });
    }

    /// Clicks on a button or link with these words on it.
    pub fn press(&self, words: &str) {
        let buttons = "[...document.querySelectorAll('button, a')]";
        self.click_on(&format!("{buttons}.filter((each) => each.textContent.trim() === {})", json!(words)));
    }

    /// Chooses from a list, by the value of the option.
    pub fn choose(&self, selector: &str, value: &str) {
        self.use_one(&found_by(selector), async |_, list| {
            list.find(By::Css(format!("option[value='{value}']"))).await?.click().await
        });
    }

    /// Types into a field, in place of what was there.
    pub fn fill(&self, selector: &str, text: &str) {
        self.use_one(&found_by(selector), async |_, element| {
            element.clear().await?;
            element.send_keys(text).await
        });
    }

    /// Chooses a file in a field for files.
    pub fn choose_file(&self, selector: &str, path: &Path) {
        self.use_one(&found_by(selector), async |_, element| element.send_keys(path.display().to_string()).await);
    }

    /// Types to whatever has the focus.
    pub fn type_keys(&self, keys: impl Into<thirtyfour::TypingData>) {
        let keys = keys.into();
        self.with(async |driver| driver.action_chain().send_keys(keys).perform().await);
    }

    /// The text of the first element that a selector finds, shown or not.
    pub fn text(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.textContent ?? '';";
        self.script(script, json!([selector])).as_str().unwrap().to_owned()
    }

    /// What is to be read on the page, for the message of a test that failed.
    fn seen(&self) -> String {
        let seen = self.value("`${location.hash}\\n${document.body.innerText.replace(/\\s+/g, ' ')}`");
        format!("{}\nComplaints: {:#?}", seen.as_str().unwrap_or_default(), self.complaints())
    }

    /// The texts of all of them.
    pub fn texts(&self, selector: &str) -> Vec<String> {
        let script = "return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent);";
        serde_json::from_value(self.script(script, json!([selector]))).unwrap()
    }

    /// What is in a field.
    pub fn content(&self, selector: &str) -> String {
        self.script("return document.querySelector(arguments[0]).value;", json!([selector]))
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// How many elements a selector finds.
    pub fn count(&self, selector: &str) -> u64 {
        self.script("return document.querySelectorAll(arguments[0]).length;", json!([selector])).as_u64().unwrap()
    }

    /// Gives the screen another size, in CSS pixels; a small one is a phone's.
    pub fn screen(&self, width: u32, height: u32) {
        let is_phone = width < 500;
        self.cdp(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone }),
        );
    }

    /// Prefers a colour scheme, "light" or "dark".
    pub fn prefers(&self, scheme: &str) {
        self.asks_for(&[("prefers-color-scheme", scheme)]);
    }

    /// Asks for something that pages can look at, in the words of style sheets.
    pub fn asks_for(&self, features: &[(&str, &str)]) {
        let features: Vec<Value> =
            features.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        self.cdp("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Has a screen to touch, and no mouse.
    pub fn touches(&self) {
        self.cdp("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
        self.cdp("Emulation.setEmitTouchEventsForMouse", json!({ "enabled": false }));
    }

    /// Puts a finger down, or moves the one that is down.
    fn finger(&self, kind: &str, points: &[(f64, f64)]) {
        let points: Vec<Value> = points.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
        self.cdp("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
    }

    /// Puts a finger on the middle of something.
    pub fn finger_down(&self, there: Rectangle) {
        self.finger("touchStart", &[there.middle()]);
    }

    /// Slides it to another place.
    pub fn finger_to(&self, (x, y): (f64, f64)) {
        self.finger("touchMove", &[(x, y)]);
    }

    /// Lifts it.
    pub fn finger_up(&self) {
        self.finger("touchEnd", &[]);
    }

    /// Touches what is there.
    pub fn touch(&self, there: Rectangle) {
        self.finger_down(there);
        self.finger_up();
    }

    /// Where something is on the screen.
    pub fn place(&self, selector: &str) -> Rectangle {
        let script =
            "const { left, top, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();
            return { left, top, width, height };";
        serde_json::from_value(self.script(script, json!([selector]))).unwrap()
    }

    /// Saves a picture of what is on the screen.
    pub fn screenshot(&self, path: &Path) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        self.with(async |driver| driver.screenshot(path).await);
    }

    /// Overlooks complaints with these words in them, where the test itself is their cause.
    pub fn overlooks(&mut self, words: &'static str) {
        self.overlooks.push(words);
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let mut complaints = self.complaints();
        complaints.retain(|complaint| !self.overlooks.iter().any(|words| complaint.contains(words)));
        assert!(complaints.is_empty(), "the page complained: {complaints:#?}");
    }
}

/// A place on the screen, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, serde::Deserialize)]
#[allow(missing_docs, reason = "as the browser calls them")]
pub struct Rectangle {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

impl Rectangle {
    /// Its middle.
    pub fn middle(self) -> (f64, f64) {
        (self.left + self.width / 2.0, self.top + self.height / 2.0)
    }
}

/// The address of a file.
fn in_file(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// What a selector finds, as an expression.
fn found_by(selector: &str) -> String {
    format!("document.querySelectorAll({})", json!(selector))
}

/// A script that looks at every frame whether an expression is true of a page that is not about to change.
fn waiting_for(expression: &str) -> String {
    format!(
        "const done = arguments[arguments.length - 1];
         const isBusy = () => document.querySelector('[aria-busy]') !== null;
         const look = () => {{
           const found = !isBusy() && ({expression});
           if (found) done(found); else requestAnimationFrame(look);
         }};
         look();"
    )
}

/// An error of the driver without the driver's own stack.
fn brief(error: &impl ToString) -> String {
    error.to_string().lines().take_while(|line| !line.trim().starts_with("Error: ")).collect::<Vec<_>>().join("\n")
}
