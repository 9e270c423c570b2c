//! The boundary to JavaScript: three functions that pass text.
//!
//! JavaScript says how long its question is and gets the place to write it to ([`question`]), has it answered ([`answer`])
//! and reads the answer of the length it was told from its place ([`answer_place`]). Both texts stay in buffers of this
//! module until the next question, so no memory is ever handed over, and there is no pointer that Rust follows.
//!
//! The compiler counts an exported name as unsafe code because two of the same name could clash. These three are the only
//! exports of the module, and the only `unsafe` of the project.
#![allow(unsafe_code, reason = "exported names; there is no unsafe block")]
#![allow(unreachable_pub, reason = "reached from JavaScript")]

use std::sync::{Mutex, MutexGuard, PoisonError};

static QUESTION: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<String> = Mutex::new(String::new());

fn lock<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where a question of so many bytes is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn question(length: usize) -> *mut u8 {
    let mut question = lock(&QUESTION);
    question.clear();
    question.resize(length, 0);
    question.as_mut_ptr()
}

/// Answers the question that was written; how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let question = String::from_utf8_lossy(&lock(&QUESTION)).into_owned();
    let mut answer = lock(&ANSWER);
    *answer = api::answer_text(&question);
    answer.len()
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer_place() -> *const u8 {
    lock(&ANSWER).as_ptr()
}

#[cfg(test)]
mod tests {
    use super::{ANSWER, QUESTION, answer, answer_place, lock, question};

    /// Passes bytes through the boundary as JavaScript does. It writes and reads through the places that it is given; here those
    /// are compared with where the buffers are, and the buffers are used.
    fn pass(bytes: &[u8]) -> String {
        let place = question(bytes.len());
        let mut written = lock(&QUESTION);
        assert_eq!((place, written.len()), (written.as_mut_ptr(), bytes.len()));
        written.copy_from_slice(bytes);
        drop(written);
        let length = answer();
        let place = answer_place();
        let read = lock(&ANSWER);
        assert_eq!((place, length), (read.as_ptr(), read.len()));
        read.clone()
    }

    #[test]
    fn what_is_asked_is_what_is_answered() {
        let ask = |name: &str| pass(format!(r#"{{"v":1,"ask":"name","name":"{name}"}}"#).as_bytes());
        let answer = |name: &str| format!(r#"{{"v":1,"answer":"name","ok":{{"name":"{name}"}}}}"#);
        // A short one after a long one, and letters of several bytes.
        for name in ["Ada Lovelace", "Bo", "Žofie 名前 🎲", "é"] {
            assert_eq!(ask(name), answer(name));
        }
        let question = r#"{"v":1,"ask":"books"}"#;
        let books = pass(question.as_bytes());
        assert!(books.len() > 1_000 && books == api::answer_text(question));
        assert_eq!(ask("Bo"), answer("Bo"));
        // What is no question is refused in words.
        assert!(pass(b"").starts_with(r#"{"v":1,"error":"#));
        assert!(pass(b"\xff\xfe").starts_with(r#"{"v":1,"error":"#));
    }
}
