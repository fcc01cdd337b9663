//! The arrays that a step or a reset writes to.

use numpy::{PyReadwriteArray1, PyReadwriteArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::arrays;
use super::outputs::{Outputs, Rows, Widths};
use crate::observation::Observation;

/// The arrays that a step or a reset writes to.
pub(super) struct Arrays<'py> {
    plain: Option<PyReadwriteArray2<'py, i16>>,
    encoder: Option<PyReadwriteArray2<'py, f32>>,
    final_plain: Option<PyReadwriteArray2<'py, i16>>,
    final_encoder: Option<PyReadwriteArray2<'py, f32>>,
    masks: Option<PyReadwriteArray2<'py, i8>>,
    counts: Option<PyReadwriteArray1<'py, i32>>,
    rewards: PyReadwriteArray2<'py, f32>,
    terminated: PyReadwriteArray1<'py, bool>,
    players: PyReadwriteArray1<'py, i8>,
    illegal: Option<PyReadwriteArray1<'py, bool>>,
    begun: Option<PyReadwriteArray1<'py, bool>>,
}

/// The names of the arrays, in the order of the arguments.
const ARRAYS: [&str; 9] = [
    "observations",
    "masks",
    "counts",
    "rewards",
    "terminated",
    "players",
    "illegal",
    "begun",
    "final_observations",
];

impl<'py> Arrays<'py> {
    /// The arrays in a dict, for so many games, checked one by one.
    pub(super) fn of(
        given: &Bound<'py, PyDict>,
        rows: usize,
        widths: Widths,
        observation: Observation,
    ) -> PyResult<Arrays<'py>> {
        for key in given.keys() {
            let key: String = key.extract()?;
            if !ARRAYS.contains(&key.as_str()) {
                return Err(PyValueError::new_err(format!(
                    "there is no array `{key}`; there are {}",
                    ARRAYS.join(", ")
                )));
            }
        }
        let get = |name: &str| -> PyResult<Option<Bound<'py, PyAny>>> {
            Ok(given.get_item(name)?.filter(|array| !array.is_none()))
        };
        let must = |name: &str| {
            get(name)?.ok_or_else(|| PyValueError::new_err(format!("the array `{name}` is missing")))
        };
        let shape = [rows, widths.observation];
        let mut arrays = Arrays {
            plain: None,
            encoder: None,
            final_plain: None,
            final_encoder: None,
            masks: None,
            counts: None,
            rewards: arrays::table(&must("rewards")?, "rewards", "float32", [rows, widths.players])?,
            terminated: arrays::column(&must("terminated")?, "terminated", "bool", rows)?,
            players: arrays::column(&must("players")?, "players", "int8", rows)?,
            illegal: None,
            begun: None,
        };
        match observation {
            Observation::Plain => {
                if let Some(any) = get("observations")? {
                    arrays.plain = Some(arrays::table(&any, "observations", "int16", shape)?);
                }
                if let Some(any) = get("final_observations")? {
                    arrays.final_plain = Some(arrays::table(&any, "final_observations", "int16", shape)?);
                }
            }
            Observation::Encoder => {
                if let Some(any) = get("observations")? {
                    arrays.encoder = Some(arrays::table(&any, "observations", "float32", shape)?);
                }
                if let Some(any) = get("final_observations")? {
                    arrays.final_encoder = Some(arrays::table(&any, "final_observations", "float32", shape)?);
                }
            }
            Observation::Nothing => {}
        }
        if let Some(any) = get("masks")? {
            arrays.masks = Some(arrays::table(&any, "masks", "int8", [rows, widths.mask])?);
        }
        if let Some(any) = get("counts")? {
            arrays.counts = Some(arrays::column(&any, "counts", "int32", rows)?);
        }
        if let Some(any) = get("illegal")? {
            arrays.illegal = Some(arrays::column(&any, "illegal", "bool", rows)?);
        }
        if let Some(any) = get("begun")? {
            arrays.begun = Some(arrays::column(&any, "begun", "bool", rows)?);
        }
        Ok(arrays)
    }
}

impl Arrays<'_> {
    pub(super) fn outputs(&mut self, widths: Widths) -> PyResult<Outputs<'_>> {
        fn slice<'a, T: numpy::Element>(
            array: &'a mut Option<PyReadwriteArray1<'_, T>>,
        ) -> PyResult<Option<&'a mut [T]>> {
            array
                .as_mut()
                .map(|array| array.as_slice_mut().map_err(PyErr::from))
                .transpose()
        }
        fn rows<'a>(
            plain: &'a mut Option<PyReadwriteArray2<'_, i16>>,
            encoder: &'a mut Option<PyReadwriteArray2<'_, f32>>,
        ) -> PyResult<Rows<'a>> {
            Ok(match (plain, encoder) {
                (Some(plain), _) => Rows::Plain(plain.as_slice_mut()?),
                (None, Some(encoder)) => Rows::Encoder(encoder.as_slice_mut()?),
                (None, None) => Rows::Nothing,
            })
        }
        Ok(Outputs {
            widths,
            observations: rows(&mut self.plain, &mut self.encoder)?,
            finals: rows(&mut self.final_plain, &mut self.final_encoder)?,
            masks: self
                .masks
                .as_mut()
                .map(|array| array.as_slice_mut().map_err(PyErr::from))
                .transpose()?,
            counts: slice(&mut self.counts)?,
            rewards: self.rewards.as_slice_mut()?,
            terminated: self.terminated.as_slice_mut()?,
            players: self.players.as_slice_mut()?,
            illegal: slice(&mut self.illegal)?,
            begun: slice(&mut self.begun)?,
        })
    }
}
