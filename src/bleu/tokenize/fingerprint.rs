//! Fingerprints of data in signatures.

use crate::bleu::hexadecimal::hexadecimal;
use sha2::{Digest, Sha256};

/// The first twelve hexadecimal digits of the SHA-256 sum.
pub fn fingerprint(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes)[..6])
}
