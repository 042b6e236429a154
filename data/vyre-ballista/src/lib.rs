#![doc = include_str!("../README.md")]

mod nodes;

use ballista_core::extension::SessionConfigExt;
use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
use datafusion::prelude::SessionConfig;
use nodes::Nodes;
use std::sync::Arc;
pub use vyre_datafusion::{AggregateFunction, Codec, Limits, ScalarFunction, scalar_udf};

/// A codec of vyre's that leaves to Ballista's codecs what is not vyre's. [`Codec::on`] says which device runs the functions where plans arrive, and
/// [`Codec::with_limits`] how much may arrive.
pub fn codec(functions: Codec) -> Codec {
    let nodes = Nodes::new(Arc::new(BallistaPhysicalExtensionCodec::default()), functions.clone());
    functions.with_others(Arc::new(BallistaLogicalExtensionCodec::default()), Arc::new(nodes))
}

/// What is set up for plans that carry vyre's functions.
pub trait WithVyre {
    /// The same, with the [`codec`] for plans. Its limits and its device are those that count here.
    #[must_use]
    fn with_vyre(self, functions: Codec) -> Self;
}

/// The client, and everything of the standalone mode.
impl WithVyre for SessionConfig {
    fn with_vyre(self, functions: Codec) -> SessionConfig {
        let codec = Arc::new(codec(functions));
        self.with_ballista_logical_extension_codec(codec.clone())
            .with_ballista_physical_extension_codec(codec)
    }
}

#[cfg(feature = "cluster")]
impl WithVyre for ballista_scheduler::config::SchedulerConfig {
    fn with_vyre(mut self, functions: Codec) -> Self {
        let codec = Arc::new(codec(functions));
        self.override_logical_codec = Some(codec.clone());
        self.override_physical_codec = Some(codec);
        self
    }
}

#[cfg(feature = "cluster")]
impl WithVyre for ballista_executor::executor_process::ExecutorProcessConfig {
    fn with_vyre(mut self, functions: Codec) -> Self {
        let codec = Arc::new(codec(functions));
        self.override_logical_codec = Some(codec.clone());
        self.override_physical_codec = Some(codec);
        self
    }
}
