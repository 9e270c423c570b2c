//! Numbers as people type them: one rule for every front end.

/// Reads a number: ASCII digits, no sign, no leading zero (0 itself is a number), at most 20 of them.
///
/// Twenty digits hold every 64-bit number and some more; those are numbers too, only never legal ones.
pub(crate) fn parse_number(text: &str) -> Option<u128> {
    let plain = !text.is_empty() && text.len() <= 20 && text.bytes().all(|byte| byte.is_ascii_digit());
    let padded = text.len() > 1 && text.starts_with('0');
    if plain && !padded { text.parse().ok() } else { None }
}
