//! Objects whose types need no name.

use serde::Serialize;

/// A value that serializes as an object of these fields, in this order; `#[serde(flatten)]` before a field puts the fields
/// of its value in its place.
macro_rules! object {
    ($($(#[$attribute:meta])* $field:ident: $value:expr),* $(,)?) => {{
        #[derive(serde::Serialize)]
        struct Object<$($field),*> {
            $($(#[$attribute])* $field: $field),*
        }
        Object { $($field: $value),* }
    }};
}

pub(super) use object;

/// One of two values, written as that value.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Either<A, B> {
    One(A),
    Other(B),
}

/// Null, the value itself, or an array.
pub fn one_or_more<T: Serialize>(values: impl Iterator<Item = T>) -> impl Serialize {
    let mut values: Vec<T> = values.collect();
    if values.len() < 2 { Either::One(values.pop().map(Box::new)) } else { Either::Other(values) }
}
