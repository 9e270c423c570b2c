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
    *answer = crate::ask(&question);
    answer.len()
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer_place() -> *const u8 {
    lock(&ANSWER).as_ptr()
}

#[cfg(test)]
mod tests {
    #[test]
    fn text_goes_in_and_text_comes_out() {
        // The question is written from outside in the browser; here it is empty, which is no question.
        let _ = super::question(0);
        let length = super::answer();
        assert!(length > 0);
        assert!(!super::answer_place().is_null());
        assert_eq!(super::lock(&super::ANSWER).len(), length);
        assert!(super::lock(&super::ANSWER).starts_with(r#"{"error":"#));
    }
}
