//! Arrays that are handed in: checked, and refused in a sentence.

use numpy::{
    Element, PyArray1, PyArray2, PyArrayMethods, PyReadwriteArray1, PyReadwriteArray2, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// What somebody handed in, in words.
fn described(any: &Bound<'_, PyAny>) -> String {
    match any.cast::<PyUntypedArray>() {
        Ok(array) => format!("{} of shape {}", array.dtype(), shape_text(array.shape())),
        Err(_) => any
            .get_type()
            .name()
            .map_or("something else".into(), |name| name.to_string()),
    }
}

fn shape_text(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        _ => {
            let sizes: Vec<String> = shape.iter().map(ToString::to_string).collect();
            format!("({})", sizes.join(", "))
        }
    }
}

fn wrong_type(name: &str, dtype: &str, shape: &[usize], any: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!(
        "`{name}` must be an array of {dtype} and of shape {}, not {}",
        shape_text(shape),
        described(any)
    ))
}

fn wrong_shape(name: &str, dtype: &str, shape: &[usize], any: &Bound<'_, PyAny>) -> PyErr {
    PyValueError::new_err(format!(
        "`{name}` must be an array of {dtype} and of shape {}, not {}",
        shape_text(shape),
        described(any)
    ))
}

fn not_writable(name: &str) -> PyErr {
    PyValueError::new_err(format!(
        "`{name}` must be a contiguous array that can be written to, and given once"
    ))
}

/// An array with a number for each game, to be written.
pub(crate) fn column<'py, T: Element>(
    any: &Bound<'py, PyAny>,
    name: &str,
    dtype: &str,
    rows: usize,
) -> PyResult<PyReadwriteArray1<'py, T>> {
    let array = any
        .cast::<PyArray1<T>>()
        .map_err(|_| wrong_type(name, dtype, &[rows], any))?;
    if array.len() != rows {
        return Err(wrong_shape(name, dtype, &[rows], any));
    }
    if !array.is_c_contiguous() {
        return Err(not_writable(name));
    }
    array.try_readwrite().map_err(|_| not_writable(name))
}

/// An array with a row for each game, to be written.
pub(crate) fn table<'py, T: Element>(
    any: &Bound<'py, PyAny>,
    name: &str,
    dtype: &str,
    shape: [usize; 2],
) -> PyResult<PyReadwriteArray2<'py, T>> {
    let array = any
        .cast::<PyArray2<T>>()
        .map_err(|_| wrong_type(name, dtype, &shape, any))?;
    if array.shape() != shape {
        return Err(wrong_shape(name, dtype, &shape, any));
    }
    if !array.is_c_contiguous() {
        return Err(not_writable(name));
    }
    array.try_readwrite().map_err(|_| not_writable(name))
}

/// A copy of the whole numbers that were handed in, one for each game.
pub(crate) fn numbers(any: &Bound<'_, PyAny>, name: &str, rows: usize) -> PyResult<Vec<i64>> {
    fn copied<T: Element + Copy>(any: &Bound<'_, PyAny>) -> Option<Vec<T>> {
        let array = any.cast::<PyArray1<T>>().ok()?;
        let array = array.try_readonly().ok()?;
        match array.as_slice() {
            Ok(slice) => Some(slice.to_vec()),
            Err(_) => Some(array.as_array().iter().copied().collect()),
        }
    }
    let numbers = copied::<i64>(any)
        .or_else(|| copied::<i32>(any).map(|numbers| numbers.into_iter().map(i64::from).collect()));
    let numbers = match numbers {
        Some(numbers) => numbers,
        None if any.is_instance_of::<pyo3::types::PyList>() => any
            .extract::<Vec<i64>>()
            .map_err(|_| wrong_type(name, "int64", &[rows], any))?,
        None => return Err(wrong_type(name, "int64", &[rows], any)),
    };
    if numbers.len() != rows {
        return Err(wrong_shape(name, "int64", &[rows], any));
    }
    Ok(numbers)
}

/// A copy of the seeds that were handed in, one for each game.
pub(crate) fn seeds(any: &Bound<'_, PyAny>, rows: usize) -> PyResult<Vec<u64>> {
    let array = any
        .cast::<PyArray1<u64>>()
        .map_err(|_| wrong_type("seeds", "uint64", &[rows], any))?;
    if array.len() != rows {
        return Err(wrong_shape("seeds", "uint64", &[rows], any));
    }
    Ok(array.readonly().as_array().to_vec())
}

/// A copy of the truth values that were handed in, one for each game.
pub(crate) fn chosen(any: &Bound<'_, PyAny>, name: &str, rows: usize) -> PyResult<Vec<bool>> {
    let array = any
        .cast::<PyArray1<bool>>()
        .map_err(|_| wrong_type(name, "bool", &[rows], any))?;
    if array.len() != rows {
        return Err(wrong_shape(name, "bool", &[rows], any));
    }
    Ok(array.readonly().as_array().to_vec())
}
