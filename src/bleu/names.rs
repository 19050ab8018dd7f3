//! Names of values: one list serves printing, parsing and serializing.

use super::error::Error;

/// Finds a value by its name in a list; `kind` is the kind of thing that is named, as errors say it.
pub(crate) fn find<'a, T: 'a>(
    all: impl Iterator<Item = (&'a str, T)> + Clone,
    kind: &'static str,
    name: &str,
) -> Result<T, Error> {
    let found = all.clone().find(|(known, _)| *known == name);
    found.map(|(_, value)| value).ok_or_else(|| {
        let known: Vec<&str> = all.map(|(known, _)| known).collect();
        Error::UnknownName { kind, name: name.to_owned(), known: known.join(", ") }
    })
}

/// Implements `Display` by the method `name`, and with the feature `serde` serialization of the displayed text.
macro_rules! displayed_by_name {
    ($type:ty) => {
        /// The name.
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        $crate::bleu::names::serialized_as_text!($type);
    };
}

/// Serializes a type with `Display` and `FromStr` as text.
macro_rules! serialized_as_text {
    ($type:ty) => {
        /// The text.
        #[cfg(feature = "serde")]
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text: String = serde::Deserialize::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

/// Declares an enum whose values have names: a constant `ALL`, a method `name`, and text that is displayed, parsed and
/// serialized. After the name of the enum comes the kind of thing that it is, as errors say it. With a summary of each value,
/// there is a method `summary` too.
macro_rules! names {
    ($(#[$meta:meta])* pub enum $type:ident: $kind:literal { $(
        $(#[$doc:meta])* $variant:ident = $name:literal $(: $summary:literal)?,
    )+ }) => {
        $(#[$meta])*
        pub enum $type { $($(#[$doc])* $variant),+ }

        impl $type {
            /// All values.
            pub const ALL: &'static [$type] = &[$($type::$variant),+];

            /// The name, as flags, signatures and serialized values have it. Names do not change between versions.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name),+
                }
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::bleu::error::Error;

            fn from_str(name: &str) -> Result<Self, $crate::bleu::error::Error> {
                $crate::bleu::names::find($type::ALL.iter().map(|value| (value.name(), *value)), $kind, name)
            }
        }

        $crate::bleu::names::names!(@summaries $type $($variant $(: $summary)?,)+);
        $crate::bleu::names::displayed_by_name!($type);
    };
    (@summaries $type:ident $($variant:ident,)+) => {};
    (@summaries $type:ident $($variant:ident: $summary:literal,)+) => {
        impl $type {
            /// The meaning in a few words, as the help of the program has it.
            pub fn summary(self) -> &'static str {
                match self {
                    $($type::$variant => $summary),+
                }
            }
        }
    };
}

pub(crate) use displayed_by_name;
pub(crate) use names;
pub(crate) use serialized_as_text;
