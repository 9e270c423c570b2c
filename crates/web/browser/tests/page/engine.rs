//! The engine of the page, in a worker of the page.

use browser::person;
use serde_json::{Value, json};

/// How the page unpacks it.
const UNPACK: &str = include_str!("../../../page/unpack.js");

/// Starts a worker with the engine, as the page does, and asks it one question after the other.
const ASK: &str = "const [questions, done] = arguments;
    const text = (id) => document.getElementById(id).textContent;
    const packed = bytesOf(text('engine').trim());
    const worker = new Worker(URL.createObjectURL(new Blob([text('worker')], { type: 'text/javascript' })));
    const answers = [];
    worker.onmessage = ({ data }) => {
        answers.push(data.text ?? data.broken);
        if (answers.length === questions.length) done(answers);
    };
    WebAssembly.compile(unpack(packed)).then((module) => {
        worker.postMessage({ module });
        questions.forEach((question, id) => worker.postMessage({ id, question }));
    });";

#[test]
fn the_engine_hears_every_letter_and_is_heard() {
    let name = |name: String| json!({"v": 1, "ask": "name", "name": name}).to_string();
    let code = |text: &str| json!({"v": 1, "ask": "open", "text": text}).to_string();
    let mut questions: Vec<String> = vec![String::new(), "\u{e9}{".into(), json!({"v": 1, "ask": "books"}).to_string()];
    // Letters of one to four bytes, and every length.
    for letter in ["a", "é", "名", "🎲"] {
        questions.extend((0..40).map(|count| name(letter.repeat(count))));
    }
    // Questions that make the engine's memory grow, and a short one after each.
    for megabytes in [1, 3, 9] {
        questions.push(code(&format!("{}\nhello", " \u{e9}".repeat(megabytes << 18))));
        questions.push(code("chain"));
    }
    // A long answer, and a short one after it.
    questions.push(json!({"v": 1, "ask": "openings", "scene": {"game": "take:2..10000"}}).to_string());
    let session = json!({"record": "[Game \"chain\"]\n\n12 6\n"});
    questions.push(json!({"v": 1, "ask": "session", "session": session}).to_string());
    let person = person();
    let asked: Value = json!(questions);
    let script = UNPACK.replace("export ", "") + ASK;
    let answers: Vec<String> = person.with(async |driver| driver.execute_async(script, vec![asked]).await?.convert());
    for (question, answer) in questions.iter().zip(&answers) {
        assert!(*answer == api::answer_text(question), "{question:.200} {answer:.200}");
    }
    assert_eq!(answers.len(), questions.len());
}
