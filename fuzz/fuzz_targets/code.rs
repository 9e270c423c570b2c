//! Any text as a game code.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::code(data));
