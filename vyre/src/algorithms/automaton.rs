//! Automata of a few states over long texts, in parallel: each piece of a text is a function from states to states, and such functions can be joined in any grouping. All functions are
//! packed into words, four bits for a state.

use crate::{Buffer, Error};
use vyre_macros::{function, kernel};

/// The bytes of a piece, and the pieces that are joined at a time.
pub(super) const PIECE: u32 = 64;

/// The function that leaves each state as it is.
const IDENTITY: u32 = 0x7654_3210;

/// The states after `first` and then `second`, of the first so many.
#[function(crate = crate)]
fn joined<const STATES: u32>(first: u32, second: u32) -> u32 {
    let mut both = 0u32;
    for state in 0..STATES {
        let between = (first >> (4 * state)) & 7;
        both |= ((second >> (4 * between)) & 7) << (4 * state);
    }
    both
}

/// The functions of pieces of the text.
#[kernel(crate = crate, workgroup_size = 64)]
fn of_pieces<const STATES: u32>(data: &[u8], steps: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        let mut all = IDENTITY;
        for at in i * 64..(i * 64 + 64).min(data.len()) {
            all = joined::<STATES>(all, steps[data[at]]);
        }
        out[i] = all;
    }
}

/// The functions of many functions behind one another.
#[kernel(crate = crate, workgroup_size = 64)]
fn of_functions<const STATES: u32>(functions: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        let mut all = IDENTITY;
        for at in i * 64..(i * 64 + 64).min(functions.len()) {
            all = joined::<STATES>(all, functions[at]);
        }
        out[i] = all;
    }
}

/// The states before each of many functions, from the state before all of them.
#[kernel(crate = crate, workgroup_size = 64)]
fn states_within(functions: &[u32], before: &[u32], states: &mut [u32]) {
    let i = invocation_id().x;
    if i < before.len() {
        let mut state = before[i];
        for at in i * 64..(i * 64 + 64).min(functions.len()) {
            states[at] = state;
            state = (functions[at] >> (4 * state)) & 7;
        }
    }
}

/// How an automaton goes on for each byte, from a function for a state and a byte.
pub(super) fn steps(next: impl Fn(u32, u8) -> u32) -> Vec<u32> {
    let step = |byte| (0..8).map(|state| (next(state, byte) & 7) << (4 * state)).sum();
    (0..=u8::MAX).map(step).collect()
}

/// The state before each piece of a text, from the state 0 on, of an automaton with so many states.
pub(super) fn states_of_pieces<const STATES: u32>(
    b: &Buffer<u8>,
    steps: &Buffer<u32>,
) -> Result<Buffer<u32>, Error> {
    let device = b.device();
    let mut functions = device.zeros(b.len().div_ceil(PIECE as usize).max(1))?;
    of_pieces::<STATES>(b, steps, &mut functions).dispatch(device)?;
    states_before::<STATES>(&functions)
}

fn states_before<const STATES: u32>(functions: &Buffer<u32>) -> Result<Buffer<u32>, Error> {
    let device = functions.device();
    let groups = functions.len().div_ceil(PIECE as usize);
    let before = if groups > 1 {
        let mut above = device.zeros(groups)?;
        of_functions::<STATES>(functions, &mut above).dispatch(device)?;
        // Each level has a 64th of the functions.
        states_before::<STATES>(&above)?
    } else {
        device.zeros(1)?
    };
    let mut states = device.zeros(functions.len())?;
    states_within(functions, &before, &mut states).invocations([groups as u32, 1, 1]).dispatch(device)?;
    Ok(states)
}

#[cfg(test)]
mod tests {
    use super::{IDENTITY, joined, steps};

    #[test]
    fn functions_are_joined_in_any_grouping() {
        let steps = steps(|state, byte| (state * 5 + u32::from(byte)) ^ (u32::from(byte) >> 3));
        let [a, b, c] = [steps[3], steps[200], steps[77]];
        let joined = joined::<8>;
        assert_eq!(joined(joined(a, b), c), joined(a, joined(b, c)));
        assert_eq!((joined(IDENTITY, a), joined(a, IDENTITY)), (a, a));
    }
}
