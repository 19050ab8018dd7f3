//! Objects whose types need no name.

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
