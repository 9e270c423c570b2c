//! Measures the page for docs/benchmarks.md: `cargo run -p divisor-duel-browser-tests --example timing`.
#![allow(clippy::print_stdout, reason = "that is what it is for")]

use browser::{Person, root};

const RUNS: usize = 21;

/// Notes when the page can be used, in milliseconds since the browser began to load it.
const STOPWATCH: &str =
    "new MutationObserver(() => { if (document.documentElement?.dataset.ready) window.__ready ??= performance.now(); })
    .observe(document, { attributes: true, subtree: true });";

/// The time from a click on a button with these words until the message is there and the screen is drawn.
const HINT: &str = "const done = arguments[arguments.length - 1];
    const button = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Hint');
    const message = document.querySelector('.message');
    message.textContent = '';
    const begin = performance.now();
    new MutationObserver((_, observer) => {
        if (message.textContent === '' || message.textContent.startsWith('Thinking')) return;
        observer.disconnect();
        done(performance.now() - begin);
    }).observe(message, { childList: true, characterData: true, subtree: true });
    button.click();";

/// The longest that the page shows no new frame while it opens this address and finds out who wins.
const LONGEST_FRAME: &str = "const [fragment, done] = arguments;
    let [longest, last] = [0, performance.now()];
    const look = () => {
        const now = performance.now();
        [longest, last] = [Math.max(longest, now - last), now];
        if (document.querySelector('.status')?.textContent.includes('best play')) done(longest);
        else requestAnimationFrame(look);
    };
    location.hash = fragment;
    look();";

fn main() {
    let page = root().join("target/divisor-duel.html");
    println!("size: {} bytes", std::fs::metadata(page).map_or(0, |page| page.len()));
    let person = Person::with_closed_page();
    person.before_every_page(STOPWATCH);
    let load = || {
        person.open("");
        person.value("window.__ready").as_f64().unwrap_or(f64::NAN)
    };
    report("ready", (0..RUNS).map(|_| load()).collect());
    for (name, game) in [("100", "take:1..100"), ("1,000", "take:1..1000"), ("10,000", "take:1..10000")] {
        // A second hint in the same place says more, and what was said is not worked out again: each is the first.
        let hint = || {
            person.open(&format!("#/play?game={game}&level=0&moves=24+12"));
            person.wait_for("document.querySelector('.number')");
            person.with(async |driver| driver.execute_async(HINT, vec![]).await?.convert::<f64>())
        };
        report(&format!("hint on {name} numbers"), (0..RUNS).map(|_| hint()).collect());
    }
    for (name, game) in [("1,000,000 numbers", "take:1..1000000"), ("103,680 divisors", "divide:897612484786617600")] {
        let longest = || {
            person.open("");
            let fragment = vec![format!("#/explore?game={game}").into()];
            person.with(async |driver| driver.execute_async(LONGEST_FRAME, fragment).await?.convert::<f64>())
        };
        report(&format!("longest frame, {name}"), (0..RUNS).map(|_| longest()).collect());
    }
}

fn report(what: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    println!("{what}: median {:.1} ms, {:.1} to {:.1}", times[RUNS / 2], times[0], times[RUNS - 1]);
}
