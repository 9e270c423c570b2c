//! What nobody else can know: ids, invitations and tokens. Only their hashes are kept.

use std::fmt::Write;

use duel::Id;
use rand::TryRng;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The hash of a secret, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hash(String);

impl Hash {
    /// The hash of this secret.
    pub(crate) fn of(secret: &str) -> Hash {
        Hash(hex(&Sha256::digest(secret.as_bytes())))
    }

    /// Its first digits, for what is no secret.
    pub(crate) fn short(&self) -> &str {
        &self.0[..16]
    }

    /// Whether that is the secret; it takes as long whatever it is.
    pub(crate) fn is_of(&self, secret: &str) -> bool {
        self.0.as_bytes().ct_eq(Hash::of(secret).0.as_bytes()).into()
    }
}

/// Luck, as the system has it.
///
/// # Errors
/// There is none to be had.
pub(crate) fn seed() -> Result<u64, impl std::error::Error + Send + Sync + 'static> {
    SysRng.try_next_u64()
}

/// A new secret of 128 bits.
///
/// # Errors
/// There is no luck to be had.
pub(crate) fn new_secret() -> anyhow::Result<String> {
    let mut bytes = [0; 16];
    SysRng.try_fill_bytes(&mut bytes)?;
    Ok(hex(&bytes))
}

/// What a new game is known by. Whoever knows it can watch, so nobody can guess it: 96 bits.
///
/// # Errors
/// There is no luck to be had.
pub(crate) fn new_id() -> anyhow::Result<Id> {
    let mut bytes = [0; 12];
    SysRng.try_fill_bytes(&mut bytes)?;
    Ok(hex(&bytes).parse()?)
}

/// Whether somebody can be known by it: 32 to 64 letters and digits.
pub(crate) fn is_token(text: &str) -> bool {
    (32..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a text takes more text");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_known_by_their_hashes_alone() {
        let secret = new_secret().unwrap();
        assert!(is_token(&secret));
        assert_ne!(new_secret().unwrap(), secret);
        let hash = Hash::of(&secret);
        assert!(!format!("{hash:?}").contains(&secret));
        assert!(hash.is_of(&secret));
        assert!(!hash.is_of(""));
        assert!(!hash.is_of(&secret[1..]));
        for text in ["", "short", &"x".repeat(65), &"ä".repeat(32), &" ".repeat(32)] {
            assert!(!is_token(text), "{text}");
        }
    }
}
