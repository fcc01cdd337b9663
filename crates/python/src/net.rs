//! Nets: those of our own players, those in files, and those whose weights were learned in Python.

use std::sync::Arc;

use finaud_players::learned::{Net, Weights, register_weights};
use finaud_record::Notation;
use numpy::{IntoPyArray, PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::game::{Playable, PyGame, with_kind};

/// A file larger than this holds no weights.
const MAX_WEIGHTS_BYTES: u64 = 64 << 20;
/// What the parts of a net are called, in order.
const PARTS: [&str; 6] = [
    "first",
    "first_bias",
    "second",
    "second_bias",
    "last",
    "last_bias",
];

/// A net that values states: sparse inputs (the `"encoder"` observation), two hidden layers with rectifiers, the value and
/// the quantiles of the final score.
#[pyclass(frozen, module = "finaud", name = "Net")]
pub(crate) struct PyNet {
    pub(crate) net: Arc<Net>,
}

fn built_in<G: Playable>(game: &G) -> Option<Arc<Net>> {
    let own = game.weights().map(|weights| Arc::clone(&weights.net));
    own.or_else(|| game.borrowed().map(|borrowed| borrowed.net))
}

fn weights_of(path: &str, game: &PyGame) -> PyResult<Weights> {
    let told = |error: std::io::Error| PyOSError::new_err(format!("{path} cannot be read: {error}"));
    if std::fs::metadata(path).map_err(told)?.len() > MAX_WEIGHTS_BYTES {
        return Err(PyValueError::new_err(format!(
            "{path} is too large to hold weights"
        )));
    }
    let bytes = std::fs::read(path).map_err(told)?;
    let unusable = |error: finaud_players::learned::WeightsError| {
        PyValueError::new_err(format!("{path} cannot be used: {error}"))
    };
    let weights = Weights::read(&bytes).map_err(unusable)?;
    with_kind!(&game.kind, game => finaud_players::learned::Learnable::accepts(&**game, &weights))
        .map_err(unusable)?;
    Ok(weights)
}

#[pymethods]
impl PyNet {
    /// What our own players learned of a game.
    #[staticmethod]
    fn built_in(game: &Bound<'_, PyGame>) -> PyResult<PyNet> {
        let game = game.get();
        let net = with_kind!(&game.kind, game => built_in(&**game));
        net.map(|net| PyNet { net })
            .ok_or_else(|| PyValueError::new_err("nothing was learned for this game"))
    }

    /// The net in a file that `finaud train` wrote.
    #[staticmethod]
    fn load(path: &str, game: &Bound<'_, PyGame>) -> PyResult<PyNet> {
        let weights = weights_of(path, game.get())?;
        Ok(PyNet { net: weights.net })
    }

    /// A net with weights of your own: a dict of flat float32 arrays, as `arrays` returns it.
    #[staticmethod]
    fn from_arrays(game: &Bound<'_, PyGame>, arrays: &Bound<'_, PyDict>) -> PyResult<PyNet> {
        let inputs = crate::observation::Observation::Encoder.columns(game.get()).len();
        let mut parts: Vec<PyReadonlyArray1<'_, f32>> = Vec::new();
        for name in PARTS {
            let missing = || PyValueError::new_err(format!("the net needs a flat float32 array `{name}`"));
            let array = arrays.get_item(name)?.ok_or_else(missing)?;
            let array = array.cast_into::<PyArray1<f32>>().map_err(|_| missing())?;
            parts.push(array.readonly());
        }
        let mut slices: [&[f32]; 6] = [&[]; 6];
        for ((slice, part), name) in slices.iter_mut().zip(&parts).zip(PARTS) {
            *slice = part
                .as_slice()
                .map_err(|_| PyValueError::new_err(format!("`{name}` must be contiguous")))?;
        }
        let net = Net::from_slices(inputs, slices).ok_or_else(|| {
            let [inputs, first, second, outputs] = Net::zero(inputs).widths();
            PyValueError::new_err(format!(
                "the net's arrays must have the sizes {inputs}×{first}, {first}, {first}×{second}, {second}, \
                 {second}×{outputs} and {outputs}, and hold finite numbers"
            ))
        })?;
        Ok(PyNet { net: Arc::new(net) })
    }

    /// The weights: a dict of flat float32 arrays, each layer with a row for every unit that comes in.
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, slice) in PARTS.into_iter().zip(self.net.slices()) {
            dict.set_item(name, slice.to_vec().into_pyarray(py))?;
        }
        Ok(dict)
    }

    /// The widths of the layers: inputs, two hidden layers, outputs.
    #[getter]
    fn widths(&self) -> [usize; 4] {
        self.net.widths()
    }
}

/// From now on, `expert`, `master` and the coach use what was learned in this file at a game that accepts it.
#[pyfunction]
pub(crate) fn use_weights(path: &str, game: &Bound<'_, PyGame>) -> PyResult<()> {
    register_weights(weights_of(path, game.get())?);
    Ok(())
}

/// The fingerprint of a game's sheet, in records and weights; `None` for a game that never changes.
#[pyfunction]
pub(crate) fn fingerprint(game: &Bound<'_, PyGame>) -> Option<u64> {
    with_kind!(&game.get().kind, game => game.fingerprint())
}
