//! Text as Python holds it: lists of strings, and what is refused in their place.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyUnicodeEncodeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyFrozenSet, PyList, PyMapping, PySet, PyString};
use std::fmt::Display;

/// Returns the items of a sequence or an iterator, as a list. What has no order, or iterates over something else than its
/// texts, is refused.
pub fn list<'py>(object: &Bound<'py, PyAny>, name: &dyn Display, items: &str) -> PyResult<Bound<'py, PyList>> {
    if let Ok(list) = object.cast::<PyList>() {
        return Ok(list.clone());
    }
    let refuse = |what: &str| Err(PyTypeError::new_err(format!("{name} is {what}; give a list of {items}")));
    let kind = object.get_type().name()?;
    if object.is_instance_of::<PyString>() {
        return refuse("a string");
    }
    if object.is_instance_of::<PySet>() || object.is_instance_of::<PyFrozenSet>() {
        return refuse("a set, which has no order");
    }
    if object.is_instance_of::<PyMapping>() {
        return refuse(&format!("of type {kind}, which has keys"));
    }
    // pandas, polars and pyarrow have it; they iterate over names, or over columns.
    if object.hasattr("columns")? {
        return refuse(&format!("a table ({kind}); select its columns, as in table[\"ref\"]"));
    }
    if object.hasattr("readline")? {
        return refuse("a file; read its lines, as in file.read().split(\"\\n\")");
    }
    let Ok(iterator) = object.try_iter() else {
        return refuse(&format!("of type {kind}"));
    };
    let list = PyList::empty(object.py());
    iterator.into_iter().try_for_each(|item| list.append(item?))?;
    Ok(list)
}

/// A whole number, for a range to be checked: those that are larger than any are the largest.
pub fn whole(object: &Bound<PyAny>) -> PyResult<i128> {
    match object.extract() {
        Err::<_, PyErr>(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
            Ok(if object.lt(0)? { i128::MIN } else { i128::MAX })
        }
        result => result,
    }
}

/// A whole number, or `None`.
pub fn optional_whole(object: &Bound<PyAny>) -> PyResult<Option<i128>> {
    if object.is_none() { Ok(None) } else { whole(object).map(Some) }
}

/// A number, or `None`; those that are larger than any are infinite.
pub fn optional_number(object: &Bound<PyAny>) -> PyResult<Option<f64>> {
    match object.extract() {
        Err::<_, PyErr>(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Ok(Some(f64::INFINITY)),
        result => result,
    }
}

/// A number of things, of which there must be at least so many.
pub fn at_least(name: &str, least: usize, count: i128) -> PyResult<usize> {
    let count = usize::try_from(count).ok().filter(|count| *count >= least);
    count.ok_or_else(|| PyValueError::new_err(format!("{name} must be {least} or more, and fit the memory")))
}

/// Returns an object as a string.
///
/// # Errors
/// A `ValueError` if it is something else.
pub fn string<'py>(object: Bound<'py, PyAny>, name: &dyn Display) -> PyResult<Bound<'py, PyString>> {
    object.cast_into::<PyString>().map_err(|error| {
        let object = error.into_inner();
        let found = if object.is_none() { Ok("None".to_owned()) } else { type_name(&object) };
        found.map_or_else(|error| error, |found| PyValueError::new_err(format!("{name} is {found}, not a string")))
    })
}

fn type_name(object: &Bound<PyAny>) -> PyResult<String> {
    Ok(format!("of type {}", object.get_type().name()?))
}

/// Whether an object stands for a missing value: None, NaN, or pandas's NA.
pub fn is_missing(object: &Bound<PyAny>) -> PyResult<bool> {
    if object.is_none() {
        return Ok(true);
    }
    if object.is_instance_of::<PyString>() {
        return Ok(false);
    }
    let is_nan = |number: f64| number.is_nan();
    let name = object.get_type().name()?;
    Ok(match object.cast::<PyFloat>() {
        Ok(number) => is_nan(number.value()),
        // numpy's numbers, except that of 64 bits, are no instances of float.
        Err(_) if name.to_str()?.starts_with("float") => object.extract().is_ok_and(is_nan),
        Err(_) => name == "NAType" || name == "NaTType",
    })
}

/// The text of a string, which it keeps.
///
/// # Errors
/// A `ValueError` that names the string if it cannot be text.
pub fn text<'a>(string: &'a Bound<PyString>, name: &dyn Display) -> PyResult<&'a str> {
    string.to_str().map_err(|error| unencodable(string, name, error))
}

/// An error that says why a string cannot be text.
pub fn unencodable(string: &Bound<PyString>, name: &dyn Display, error: PyErr) -> PyErr {
    let py = string.py();
    if !error.is_instance_of::<PyUnicodeEncodeError>(py) {
        return error;
    }
    let place = error.value(py).getattr("start").and_then(|start| start.extract::<usize>()).unwrap_or_default();
    PyValueError::new_err(format!(
        "{name} has a lone surrogate at character {place}: half of a character, which is not text; decode the bytes it \
         came from again"
    ))
}

/// A list of strings.
pub struct Strings<'py> {
    name: &'static str,
    strings: Vec<Bound<'py, PyString>>,
}

impl<'py> Strings<'py> {
    /// The strings of an iterable.
    pub fn new(object: &Bound<'py, PyAny>, name: &'static str) -> PyResult<Strings<'py>> {
        let items = list(object, &name, "strings")?;
        let items = items.iter().enumerate().map(|(i, item)| string(item, &format_args!("{name}[{i}]")));
        Ok(Strings { name, strings: items.collect::<PyResult<_>>()? })
    }

    /// Their texts.
    pub fn texts(&self) -> PyResult<Vec<&str>> {
        let name = self.name;
        self.strings.iter().enumerate().map(|(i, item)| text(item, &format_args!("{name}[{i}]"))).collect()
    }
}
