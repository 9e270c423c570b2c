//! A game code in the first line, and any text typed as moves in the lines after it.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::typed_move(data));
