//! A game code in the first line, and what bots answer in the lines after it.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::bot_line(data));
