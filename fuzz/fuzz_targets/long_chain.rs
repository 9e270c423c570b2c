//! Any text as a long chain.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::long_chain(data));
