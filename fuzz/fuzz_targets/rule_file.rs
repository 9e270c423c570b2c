//! Any text as a rule file.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::rule_file(data));
