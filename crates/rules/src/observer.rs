//! Whoever wants to know what an event did.

/// Is told the effects of an event, in the order in which they happen.
pub trait Observer<Effect> {
    /// Does anybody listen? Where nobody does, effects are not even worked out.
    const LISTENS: bool = true;

    /// Something happened.
    fn observe(&mut self, effect: Effect);
}

/// Nobody listens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unobserved;

impl<Effect> Observer<Effect> for Unobserved {
    const LISTENS: bool = false;

    #[inline(always)]
    fn observe(&mut self, _: Effect) {}
}

/// Collects the effects.
impl<Effect> Observer<Effect> for Vec<Effect> {
    fn observe(&mut self, effect: Effect) {
        self.push(effect);
    }
}
