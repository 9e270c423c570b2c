//! Bytes as text in a page: four of them in five letters, where base64 needs almost six. `unpack.js` reads it.

/// The letters are those from `(` on, so that the page reads them without a table. One of them could begin the end of an element.
const FIRST: u8 = b'(';
const TROUBLE: u8 = b'<';
const INSTEAD: u8 = b'~';

/// The text of these bytes, and of up to three zeros behind them.
pub(crate) fn of(bytes: &[u8]) -> String {
    let letter = |digit: u32| match FIRST + digit as u8 {
        TROUBLE => char::from(INSTEAD),
        letter => char::from(letter),
    };
    let mut text = String::with_capacity(bytes.len().div_ceil(4) * 5);
    for four in bytes.chunks(4) {
        let word = (0..4).fold(0, |word, at| word << 8 | u32::from(*four.get(at).unwrap_or(&0)));
        text.extend([85 * 85 * 85 * 85, 85 * 85 * 85, 85 * 85, 85, 1].map(|place| letter(word / place % 85)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the page reads it.
    fn bytes_of(text: &str) -> Vec<u8> {
        let digit = |letter: &u8| u64::from(if *letter == INSTEAD { TROUBLE } else { *letter } - FIRST);
        let word = |five: &[u8]| five.iter().map(digit).fold(0, |word, digit| word * 85 + digit);
        text.as_bytes().chunks(5).flat_map(|five| u32::try_from(word(five)).unwrap().to_be_bytes()).collect()
    }

    #[test]
    fn bytes_come_back_with_zeros_behind_them() {
        for length in 0..600u32 {
            let bytes: Vec<u8> = (0..length).map(|at| (at * at * 7 + at / 3) as u8).collect();
            let text = of(&bytes);
            assert!(text.bytes().all(|letter| letter.is_ascii_graphic() && !b"<&\"'".contains(&letter)), "{text}");
            let read = bytes_of(&text);
            assert_eq!(read[..bytes.len()], bytes);
            assert!(read.len() - bytes.len() < 4 && read[bytes.len()..].iter().all(|&byte| byte == 0));
        }
        assert_eq!(bytes_of(&of(&[255; 8])), [255; 8]);
    }
}
