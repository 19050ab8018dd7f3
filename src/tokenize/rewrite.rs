//! What is done to text before it is cut: lowercasing, and 13a's entities.
//!
//! Lines stay lines: nothing here makes or removes a line feed.

use super::{Preprocessing, Tokenization};
use memchr::memmem;
use std::borrow::Cow;

/// The text that is to be cut: `text` itself where nothing is to be done, else what was made of it in `buffer`.
pub fn rewrite<'a>(text: &'a str, preprocessing: Preprocessing, buffer: &'a mut String) -> &'a str {
    let mut rewritten = Cow::Borrowed(text);
    if preprocessing.lowercase {
        rewritten = Cow::Owned(text.to_lowercase());
    }
    if preprocessing.tokenization == Tokenization::V13a {
        for (entity, character) in V13A {
            if memmem::find(rewritten.as_bytes(), entity.as_bytes()).is_some() {
                rewritten = Cow::Owned(rewritten.replace(entity, character));
            }
        }
    }
    match rewritten {
        Cow::Borrowed(text) => text,
        Cow::Owned(text) => {
            *buffer = text;
            buffer
        }
    }
}

/// 13a's substitutions, in their order: `&amp;lt;` ends as `<`.
const V13A: [(&str, &str); 5] = [("<skipped>", ""), ("&quot;", "\""), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")];
