//! What watchers see, and proofs that do not hold.

use super::*;
use crate::cpu::{Code, Seen, Watch};
use crate::testing::{Failure, run_form};
use vyre_lower::{Guard, Origin, Proof, Stmt};

/// Notes everything, in words.
struct Notes<'a> {
    code: &'a Code,
    lines: Vec<String>,
}

impl Notes<'_> {
    fn access(&mut self, what: &str, seen: Seen) {
        let site = self.code.site(seen.at);
        let (Some(access), Some(Origin { place, .. })) = (site.access, site.origin) else {
            panic!("{seen:?} is no access")
        };
        let name = &self.code.buffers()[access.buffer.index()].name;
        let outside = if seen.is_within { "" } else { ", outside" };
        self.lines.push(format!("{what} {name}[{}]{outside}, place {place}", seen.index));
    }
}

impl Watch for Notes<'_> {
    fn workgroup(&mut self, group: [u32; 3]) {
        self.lines.push(format!("workgroup {group:?}"));
    }

    fn invocation(&mut self, local: [u32; 3]) {
        self.lines.push(format!("invocation {local:?}"));
    }

    fn load(&mut self, access: Seen) {
        self.access("load", access);
    }

    fn store(&mut self, access: Seen) {
        self.access("store", access);
    }

    fn atomic(&mut self, access: Seen) {
        self.access("atomic", access);
    }

    fn barrier(&mut self, at: usize) {
        let place = self.code.site(at).origin.map(|origin| origin.place);
        self.lines.push(format!("barrier, place {place:?}"));
    }
}

fn form(text: &str) -> Lowered {
    lower(&parse(text))
}

#[test]
fn a_watcher_sees_every_access_in_order() {
    let form = form(
        "program
         workgroup_size 1, 2, 1
         buffer out: read_write u32 @ 0
         buffer data: read bytes @ 1
         buffer tile: workgroup u32[2]
         entry {
             tile[local_id.y] = byte(data, 3);
             barrier;
             let old = atomic_add(out[workgroup_id.x], tile[1 - local_id.y]);
         }",
    );
    let code = compile(&form);
    let mut notes = Notes { code: &code, lines: Vec::new() };
    let mut words = [0; 1];
    let bindings = &mut [Binding::WordsMut(&mut words), Binding::Bytes(&[0, 0, 0, 9, 0])];
    assert!(code.run_watched([2, 1, 1], bindings, &mut notes).is_ok());
    // The statements are 0, 4 and 5; what a store stores comes after its index, and an atomic's index before its operand.
    let workgroup = |group: u32, outside: &str| {
        let mut lines = vec![format!("workgroup [{group}, 0, 0]")];
        for local in 0..2 {
            lines.push(format!("invocation [0, {local}, 0]"));
            lines.push("load data[3], place 2".to_string());
            lines.push(format!("store tile[{local}], place 0"));
            lines.push("barrier, place Some(4)".to_string());
        }
        for local in 0..2 {
            lines.push(format!("invocation [0, {local}, 0]"));
            lines.push(format!("load tile[{}], place 8", 1 - local));
            lines.push(format!("atomic out[{group}]{outside}, place 6"));
        }
        lines
    };
    assert_eq!(notes.lines, [workgroup(0, ""), workgroup(1, ", outside")].concat());
    assert_eq!(words, [18]);
}

#[test]
fn a_proof_that_does_not_hold_is_named() {
    let mut form = form(
        "program
         workgroup_size 1, 1, 1
         buffer out: read_write u32[4] @ 0
         entry { out[1] = 7; out[3] = 8; }",
    );
    for stmt in &mut form.body {
        if let Stmt::Store { access, .. } = stmt {
            access.guard = Guard::Proven(Proof::Range);
        }
    }
    let mut fits = vec![vec![0; 4]];
    assert!(run_form(&form, [1, 1, 1], &mut fits).is_ok());
    assert_eq!(fits, [[0, 7, 0, 8]]);
    // A device would refuse a buffer that is shorter than declared.
    let mut short = vec![vec![0; 2]];
    let message = match run_form(&form, [1, 1, 1], &mut short) {
        Err(Failure::Proof(message)) => message,
        other => panic!("{other:?}"),
    };
    assert!(message.contains("`out[3]`") && message.contains("place: 3"), "{message}");
    assert_eq!(short, [[0, 7]]);
}

#[test]
fn a_form_that_the_verifier_refuses_does_not_run() {
    let mut form =
        form("program\nworkgroup_size 1, 1, 1\nbuffer out: read_write u32 @ 0\nentry { out[1] = 7; }");
    form.body.push(Stmt::Break);
    assert!(matches!(run_form(&form, [1, 1, 1], &mut vec![vec![0]]), Err(Failure::Form(_))));
}
