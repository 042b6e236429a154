//! Every test across crates, a module for each subject. They are one executable, which is linked once.

mod aggregates;
mod approximate;
mod assertions;
mod atomic_loads;
mod atomics;
mod batching;
mod bounds;
mod buffers;
mod catalogue;
mod checked;
mod collectives;
mod composed_wgsl;
mod composition;
mod concurrency;
mod constant_parameters;
mod constants;
mod constructs;
mod control_flow;
mod divisions;
mod drivers;
mod elementary;
mod enums;
mod errors;
mod evaluation_order;
#[cfg(feature = "gpu")]
mod faults;
mod first;
mod float_blocks;
mod float_kernels;
mod float_vectors;
mod floats;
mod functions;
mod generic_functions;
mod generics;
mod grids;
mod half;
mod half_kernels;
mod half_pairs;
mod half_rows;
mod half_structs;
mod integers;
#[cfg(feature = "gpu")]
mod interoperation;
mod kept_programs;
mod lanes;
mod language;
mod launches;
mod lengths;
mod library;
#[cfg(feature = "gpu")]
mod limits;
mod longs;
mod loop_limit;
mod loops;
mod meaning;
mod methods;
mod mutations;
mod names;
mod narrow;
mod natural;
mod operations;
mod operators;
mod outer;
mod outer_constants;
mod packed;
mod packed_structs;
mod passes;
#[cfg(feature = "gpu")]
mod pipeline_cache;
mod placed;
mod places;
mod ported;
mod price;
mod programs;
mod quotients;
mod random;
mod readme;
mod references;
mod short_circuit;
mod soak;
mod sources;
mod spans;
mod spare_lanes;
#[cfg(feature = "gpu")]
mod splitting;
mod std_methods;
mod structs;
mod tables;
#[cfg(feature = "gpu")]
mod timeouts;
mod tried;
mod types;
mod uniforms;
mod views;
#[cfg(feature = "gpu")]
mod warm;
