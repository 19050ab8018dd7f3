//! Methods that return a part of a value, or set one, for types whose fields are private: each in one line.

/// Declares methods that return parts of a value: `getters! { self: Type { name: Result = self.field; } }`.
macro_rules! getters {
    ($self:ident: $type:ident$(<$life:lifetime>)? {
        $($(#[$meta:meta])* $visibility:vis $name:ident: $result:ty = $value:expr;)+
    }) => {
        impl$(<$life>)? $type$(<$life>)? { $(
            $(#[$meta])*
            $visibility fn $name(&$self) -> $result {
                $value
            }
        )+ }
    };
}

/// Declares methods that set parts of a value, and return it:
/// `setters! { self: Type { name(value: u32) { self.field = value } } }`.
macro_rules! setters {
    ($self:ident: $type:ident {
        $($(#[$meta:meta])* $visibility:vis $name:ident($($argument:ident: $of:ty)?) $set:block)+
    }) => {
        impl $type { $(
            $(#[$meta])*
            $visibility fn $name(mut $self $(, $argument: $of)?) -> Self {
                let () = $set;
                $self
            }
        )+ }
    };
}

pub(crate) use {getters, setters};
