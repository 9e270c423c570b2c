//! Any lines as the events of a session.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::events(data));
