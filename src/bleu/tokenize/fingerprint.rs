//! Fingerprints of data in signatures.

/// The first twelve hexadecimal digits of the SHA-256 sum.
pub fn fingerprint(bytes: &[u8]) -> String {
    hmac_sha256::Hash::hash(bytes)[..6].iter().map(|byte| format!("{byte:02x}")).collect()
}
