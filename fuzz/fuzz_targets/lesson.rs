//! Any text as a lesson.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::lesson(data));
