//! The end of the process while a thread is in the driver.
//!
//! A thread that compiles a shader cannot be told to stop. Nor can one that waits for work which has timed out. `exit` lets the driver free its memory while such a
//! thread still uses it: on an H200 a process whose `main` had returned then ended by SIGSEGV. So if there is such a thread, the process ends at once, with the status
//! that was asked for, and the kernel frees the rest.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The threads that are in a driver and end when the driver likes.
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// Held by a thread of ours for as long as it may be in a driver.
pub(super) struct UnderWay(());

impl UnderWay {
    /// The thread is counted until this is dropped.
    pub(super) fn new() -> UnderWay {
        UNDER_WAY.fetch_add(1, Ordering::AcqRel);
        UnderWay(())
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        UNDER_WAY.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Asks for the call of [`platform`]'s handler before the drivers' own. What is asked for last is called first, so the drivers are to be loaded by then.
pub(super) fn handle_after_drivers() {
    static ASKED: std::sync::Once = std::sync::Once::new();
    ASKED.call_once(platform::ask);
}

/// `on_exit` tells the status; only glibc has it.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(
    unsafe_code,
    reason = "C's `on_exit` alone tells the status, and is called before the driver's own handlers"
)]
mod platform {
    use super::{Ordering, UNDER_WAY};
    use std::ffi::{c_int, c_void};
    use std::mem::MaybeUninit;
    use std::ptr::null_mut;

    unsafe extern "C" {
        fn on_exit(function: extern "C" fn(c_int, *mut c_void), argument: *mut c_void) -> c_int;
    }

    pub(super) fn ask() {
        keep_loaded();
        // SAFETY: the handler has the signature that `on_exit` calls, looks at no argument, does not unwind, and stays where it is until the process ends.
        if unsafe { on_exit(end_at_once, null_mut()) } != 0 {
            tracing::debug!("no handler for the end of the process");
        }
    }

    /// glibc keeps the handler of a library that is unloaded. So the library with this code, if it is one, stays loaded.
    fn keep_loaded() {
        let mut library = MaybeUninit::<libc::Dl_info>::uninit();
        // SAFETY: `dladdr` writes the whole of `library` where it gives another number than 0, and takes any address.
        let found = unsafe { libc::dladdr(end_at_once as *const c_void, library.as_mut_ptr()) };
        if found != 0 {
            // SAFETY: it is written, see above; the name is a text of the loader's that ends by 0, and nothing is loaded that is not there already.
            unsafe {
                let name = library.assume_init().dli_fname;
                libc::dlopen(name, libc::RTLD_NOW | libc::RTLD_NOLOAD | libc::RTLD_NODELETE);
            }
        }
    }

    extern "C" fn end_at_once(status: c_int, _argument: *mut c_void) {
        if UNDER_WAY.load(Ordering::Acquire) > 0 {
            // SAFETY: a null pointer asks for all of C's streams to be written out; `_exit` ends the process and touches none of its memory.
            unsafe {
                libc::fflush(null_mut());
                libc::_exit(status)
            }
        }
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod platform {
    pub(super) fn ask() {}
}
