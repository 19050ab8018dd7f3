//! Values with names: parsing and printing them.

/// Implements `FromStr` and `Display` by the names of values: `name()` of each of them, given their kind for the error
/// that a name is not known.
macro_rules! impl_named {
    ($type:ident, $kind:literal, $values:expr) => {
        impl std::str::FromStr for $type {
            type Err = $crate::Error;

            fn from_str(name: &str) -> Result<Self, $crate::Error> {
                $values.into_iter().find(|value| value.name() == name).ok_or_else(|| {
                    let known = $values.into_iter().map(|value| value.name()).collect::<Vec<_>>().join(", ");
                    $crate::Error::UnknownName { kind: $kind, name: name.to_owned(), known }
                })
            }
        }

        /// The name.
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

pub(crate) use impl_named;
