//! Functions of another crate, for kernels of the tests.

/// The value with its bits mixed: the finalizer of MurmurHash3.
#[vyre::function]
pub fn fmix32(h: u32) -> u32 {
    let mut x = h;
    x ^= x >> 16;
    x *= 0x85eb_ca6b;
    x ^= x >> 13;
    x *= 0xc2b2_ae35;
    x ^ (x >> 16)
}

/// A step of the generator SplitMix64: the next state, mixed.
#[vyre::function]
pub fn splitmix64(state: u64) -> u64 {
    let mut z = state + 0x9e37_79b9_7f4a_7c15;
    z = (z ^ (z >> 30)) * 0xbf58_476d_1ce4_e5b9;
    z = (z ^ (z >> 27)) * 0x94d0_49bb_1331_11eb;
    z ^ (z >> 31)
}

/// A module, so that paths of several parts are tried.
pub mod pairs {
    /// Both halves mixed. It calls a function of the module above.
    #[vyre::function]
    pub fn mixed(pair: [u32; 2]) -> [u32; 2] {
        [super::fmix32(pair[0]), super::fmix32(pair[1])]
    }
}

/// The line of the sum in [`written_elsewhere`](crate::written_elsewhere).
pub const SUM_LINE: u32 = line!() + 8;

/// A kernel that another crate's file gets from here, with its own name and number.
#[macro_export]
macro_rules! written_elsewhere {
    ($name:ident, $number:expr) => {
        #[vyre::kernel]
        fn $name(out: &mut [u32]) {
            out[1] = out[0] + $number;
        }
    };
}
