//! Any text as a record.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::record(data));
