//! What a launch prints: the buffer of the records goes behind the bindings of the program, and their lines to whoever takes them.

use crate::binding::Binding;
use crate::module::{Compile, Module};
use std::fmt;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use vyre_ir::printing::Line;
use vyre_lower::printing::{self, Printed};

/// The most bytes that a launch prints.
const MAX_TEXT: usize = 1 << 20;

type Taker = dyn Fn(&str) + Send + Sync;

/// Who takes the lines of a device's launches.
#[derive(Clone, Default)]
pub(crate) struct Printer(Arc<Mutex<Option<Arc<Taker>>>>);

impl fmt::Debug for Printer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Printer")
    }
}

impl Printer {
    /// Gives the lines to somebody from now on.
    pub(crate) fn set(&self, taker: Arc<Taker>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(taker);
    }

    fn deliver(&self, printed: &[Printed], left_out: u64) {
        let taker = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let note = format!("vyre: {left_out} prints are left out: a launch prints at most 1 MiB");
        let Some(taker) = taker else {
            // There is nobody to tell if this fails.
            let (mut out, mut error) = (std::io::stdout().lock(), std::io::stderr().lock());
            for Printed { is_error, text, .. } in printed {
                let _ =
                    if *is_error { error.write_all(text.as_bytes()) } else { out.write_all(text.as_bytes()) };
            }
            if left_out > 0 {
                let _ = writeln!(out, "{note}");
            }
            let _ = out.flush();
            return;
        };
        let mut open = [String::new(), String::new()];
        for Printed { is_error, text, .. } in printed {
            let open = &mut open[usize::from(*is_error)];
            open.push_str(text);
            while let Some(end) = open.find('\n') {
                let rest = open.split_off(end + 1);
                taker(open.trim_end_matches('\n'));
                *open = rest;
            }
        }
        open.iter().filter(|rest| !rest.is_empty()).for_each(|rest| taker(rest));
        if left_out > 0 {
            taker(&note);
        }
    }
}

/// The lines of a program; nothing if it does not print.
#[derive(Default)]
pub(crate) struct Lines(Option<Vec<Line>>);

impl Compile for Lines {
    fn compile(module: &Module) -> Lines {
        Lines(printing::has_prints(module.validated()).then(|| module.lowered().lines))
    }
}

/// What a launch prints.
pub(crate) struct Prints<'m> {
    lines: &'m [Line],
    words: Vec<u32>,
}

impl<'m> Prints<'m> {
    /// The buffer of a launch; nothing if the program does not print.
    pub(crate) fn of(module: &'m Module) -> Option<Prints<'m>> {
        let lines = module.compiled::<Lines>().0.as_deref()?;
        Some(Prints { lines, words: printing::empty() })
    }

    /// The binding of the buffer.
    pub(crate) fn binding(&mut self) -> Binding<'_> {
        Binding::WordsMut(&mut self.words)
    }

    /// Hands the lines over, after the launch.
    pub(crate) fn deliver(&self, printer: &Printer) {
        let (printed, left_out) = printing::records(&self.words, self.lines, MAX_TEXT);
        printer.deliver(&printed, left_out);
    }
}
