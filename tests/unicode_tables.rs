//! Versions of the Unicode tables that results depend on. Tests fail if a compiler or a crate brings other tables.
//! General categories are a table of this crate, which its own tests hold against Python's `regex`.
//!
//! With other tables, tokens, and so scores, can differ from earlier releases and from builds by other compilers.
//! If a test fails,
//! 1. keep the old tables if only a crate has changed: require its older version;
//! 2. otherwise move all tables to the new version together: `rust-version` in Cargo.toml, the crates, the ranges in
//!    `src/bleu/tokenize/cjk.rs`, and those that testdata/unicode/make_categories.py writes. Name the new version in the
//!    documentation, and the change in the release notes;
//! 3. then replace the versions and digests below by those that the failed assertions print.

/// A digest of a property of all characters: FNV-1a, 64 bits, of the characters whose property differs from that of the
/// character before, each followed by the property.
fn digest(property: impl Fn(char) -> String) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325;
    let mut last = String::new();
    for c in '\0'..=char::MAX {
        let found = property(c);
        if found == last {
            continue;
        }
        for byte in u32::from(c).to_le_bytes().iter().chain(found.as_bytes()) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
        last = found;
    }
    hash
}

#[test]
fn versions_are_those_of_this_release() {
    let tuple = |(major, minor, update): (u64, u64, u64)| (major as u8, minor as u8, update as u8);
    assert_eq!(char::UNICODE_VERSION, (17, 0, 0), "Rust, for lowercasing");
    assert_eq!(
        tuple(unicode_segmentation::UNICODE_VERSION),
        (17, 0, 0),
        "unicode-segmentation, for words and graphemes"
    );
    // Unicode never changes the normal forms of characters that it has, so that a newer version does no harm.
    assert_eq!(unicode_normalization::UNICODE_VERSION, (18, 0, 0), "unicode-normalization");
}

#[test]
fn lowercase_mappings_are_those_of_unicode_17() {
    let offset = |c: char| match c.to_lowercase().collect::<Vec<char>>()[..] {
        // Neighbors that are mapped alike have the same offset.
        [lower] => (i64::from(u32::from(lower)) - i64::from(u32::from(c))).to_string(),
        ref many => many.iter().collect(),
    };
    assert_eq!(digest(offset), 0x13BB_9B96_6C12_C852);
}

/// A capital sigma becomes a final one after a letter and not before one, with any number of ignorable characters between.
#[test]
fn final_sigmas_are_those_of_unicode_17() {
    let sigmas = |c: char| {
        let texts = [format!("{c}Σ"), format!("a{c}Σ"), format!("aΣ{c}"), format!("aΣ{c}a")];
        let is_final = texts.map(|text| text.to_lowercase().contains('ς'));
        format!("{is_final:?}")
    };
    assert_eq!(digest(sigmas), 0x3DED_BA8A_671E_13E2);
}
