//! What an algorithm finds wrong with its input on the device, and tells when something waits.

use crate::backend::Device;
use crate::element::DataMut;
use crate::memory::Mode;
use crate::storage::Storage;
use crate::{Error, Few};
use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

/// The offsets of segments, which the device has looked at.
#[derive(Debug)]
pub(crate) struct Check {
    /// A word: the first offset that is wrong, or `u32::MAX`.
    status: Arc<Storage>,
    outcome: OnceLock<u32>,
}

thread_local! {
    /// Checks of what this thread launched, of which it has not heard yet, in their order. Threads that share a device hear of their own.
    static PENDING: RefCell<Vec<Arc<Check>>> = const { RefCell::new(Vec::new()) };
}

/// The most of them that a thread has before a new one waits for those before it.
const MAX_PENDING: usize = 64;

impl Check {
    /// Notes a check whose status has been launched.
    pub(crate) fn later(status: Arc<Storage>) -> Result<Arc<Check>, Error> {
        if PENDING.with_borrow(Vec::len) >= MAX_PENDING {
            settle(&status.device)?;
        }
        let check = Arc::new(Check { status, outcome: OnceLock::new() });
        PENDING.with_borrow_mut(|pending| pending.push(Arc::clone(&check)));
        Ok(check)
    }

    async fn result_by(&self, mode: Mode) -> Result<(), Error> {
        let at = match self.outcome.get() {
            Some(at) => *at,
            None => {
                let mut word = [0u32];
                if let Some(read) = self.status.memory.read(0, DataMut::Words(&mut word), mode)? {
                    read.await?;
                }
                *self.outcome.get_or_init(|| word[0])
            }
        };
        if at == u32::MAX { Ok(()) } else { Err(Error::Offsets { at: u64::from(at) }) }
    }

    /// The error, if offsets are wrong. Waits for the device.
    pub(crate) fn result(&self) -> Result<(), Error> {
        pollster::block_on(self.result_by(Mode::Block))
    }

    /// Like [`Check::result`], without blocking the thread.
    pub(crate) async fn result_async(&self) -> Result<(), Error> {
        self.result_by(Mode::Async).await
    }
}

/// The checks on a device of which this thread has not heard.
fn taken(device: &Device) -> Few<Arc<Check>> {
    // A thread that ends has no list any more.
    PENDING
        .try_with(|pending| {
            let mut pending = pending.borrow_mut();
            pending.extract_if(.., |check| check.status.device.is(device)).collect()
        })
        .unwrap_or_default()
}

/// The first error of the checks on a device of which this thread has not heard. It has heard of them then.
pub(crate) fn settle(device: &Device) -> Result<(), Error> {
    taken(device).iter().map(|check| check.result()).fold(Ok(()), Result::and)
}

/// Like [`settle`], without blocking the thread.
pub(crate) async fn settle_async(device: &Device) -> Result<(), Error> {
    let mut first = Ok(());
    for check in taken(device) {
        first = first.and(check.result_async().await);
    }
    first
}
