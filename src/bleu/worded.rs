//! Enums with the words of each variant.

/// Declares an enum, such as one of errors, with the words of each variant beside it: a text with the fields in it, or what is to
/// be displayed.
macro_rules! worded {
    ($(#[$meta:meta])* pub enum $name:ident { $(
        $(#[$doc:meta])* $variant:ident
            $({ $($(#[$field_doc:meta])* $field:ident: $type:ty,)+ })?
            $(($inner:ident: $inner_type:ty))?
            $(= $text:literal)? $(=> $words:expr)?,
    )+ }) => {
        $(#[$meta])*
        pub enum $name { $(
            $(#[$doc])* $variant $({ $($(#[$field_doc])* $field: $type),+ })? $(($inner_type))?
        ),+ }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                match self { $(
                    #[allow(unused_variables)]
                    $name::$variant $({ $($field),+ })? $(($inner))? => {
                        $(write!(f, $text))?
                        $(std::fmt::Display::fmt(&$words, f))?
                    }
                )+ }
            }
        }

        #[cfg(test)]
        impl $crate::bleu::worded::extremes::Extreme for $name {
            fn extremes() -> Vec<Self> {
                let mut all = Vec::new();
                for _place in 0..$crate::bleu::worded::extremes::TRIES { $(
                    all.push($name::$variant
                        $({ $($field: $crate::bleu::worded::extremes::extreme::<$type>(_place)),+ })?
                        $(($crate::bleu::worded::extremes::extreme::<$inner_type>(_place)))?
                    );
                )+ }
                all
            }
        }
    };
}

pub(crate) use worded;

/// Values that words are tried with.
#[cfg(test)]
pub(crate) mod extremes {
    /// Number of values that each field of an error is tried with.
    pub const TRIES: usize = 4;

    /// The values of a type that words are most likely to fail for, such as the largest number.
    pub trait Extreme: Sized {
        fn extremes() -> Vec<Self>;
    }

    pub fn extreme<T: Extreme>(place: usize) -> T {
        let mut extremes = T::extremes();
        extremes.swap_remove(place % extremes.len())
    }
}
