//! `ControlFlow` of std, and parameters of types that are left out.

#![allow(dead_code, unused, clippy::all, reason = "the programs are as people write them")]

use super::{Device, FIRST, SECOND, check, check_on, programs};
use vyre::prelude::*;

programs! {
    flows {
        use std::ops::ControlFlow;
        #[derive(Clone, Copy, PartialEq, Debug)]
        enum Why { Negative, Big(u32) }
        type Flow = ControlFlow<u32>;
        struct Sum { total: u64, limit: u64 }
        impl Sum {
            fn add(&mut self, x: u64) -> ControlFlow<u64, u64> {
                self.total += x;
                if self.total > self.limit { ControlFlow::Break(self.total) } else { ControlFlow::Continue(self.total) }
            }
            fn all(&mut self, v: &[u64]) -> ControlFlow<u64, u64> {
                let mut last = 0;
                for &x in v { last = self.add(x)?; }
                ControlFlow::Continue(last)
            }
        }
        fn step(acc: u32, x: i32) -> ControlFlow<Why, u32> {
            if x < 0 { return ControlFlow::Break(Why::Negative); }
            let s = acc + x as u32;
            if s > 1000 { ControlFlow::Break(Why::Big(s)) } else { ControlFlow::Continue(s) }
        }
        fn visit<B>(v: &[i32], mut f: impl FnMut(i32) -> ControlFlow<B>) -> ControlFlow<B> {
            for &x in v { f(x)?; }
            ControlFlow::Continue(())
        }
        fn check(x: u32) -> Flow {
            if x % 7 == 3 { return Flow::Break(x) }
            if x > 50 { ControlFlow::Break(7) } else { Flow::Continue(()) }
        }
        fn case(a: i32, b: u32) -> i64 {
            let r = [a, b as i32, 7].into_iter().try_fold(1, step);
            let why = r.map_break(|w| match w { Why::Negative => 1i64, Why::Big(x) => x as i64 }).break_value().unwrap_or(-1);
            let v = [a, 2, 3, b as i32, 9];
            let mut seen = 0;
            let found = visit(&v, |x| { seen += 1; if x > 5 { ControlFlow::Break(x) } else { ControlFlow::Continue(()) } });
            let position = v.iter().enumerate().try_for_each(|(i, &x)| if x == 3 { ControlFlow::Break(i) } else { ControlFlow::Continue(()) });
            let checked = [b % 100, 4, a.unsigned_abs() % 60].into_iter().try_for_each(check);
            let checked = if checked == Flow::Continue(()) { 1 } else if let ControlFlow::Break(x) = checked { x as i64 + 10 } else { 0 };
            let mut sum = Sum { total: 1, limit: 100 + a.unsigned_abs() as u64 };
            let all = sum.all(&[b as u64, 20, 30, 40]).map_continue(|x| x + 1);
            let all = match all { ControlFlow::Break(x) | ControlFlow::Continue(x) => x as i64 };
            why + seen * 10_000 + found.break_value().unwrap_or(-1) as i64 * 3 + position.break_value().map_or(9, |i| i as i64) * 100 + checked * 7 + all + r.is_continue() as i64
        }
    }
    parameters_left_out {
        #[derive(Clone, Copy, PartialEq)]
        enum Step<T, E = u64> { Go(T), Stop(E) }
        struct Pair<A, B = A> { a: A, b: B }
        struct Buf<T = u8, const N: usize = 3> { v: [T; N] }
        impl<T: Copy, const N: usize> Buf<T, N> { fn first(&self) -> T { self.v[0] } fn n(&self) -> usize { N } }
        fn step(x: u32) -> Step<()> { if x > 4 { Step::Stop(1 << 40) } else { Step::Go(()) } }
        fn of(p: &Pair<u16>, q: Buf) -> i64 { p.b.wrapping_mul(300) as i64 + q.v[1].wrapping_add(200) as i64 + q.n() as i64 }
        fn case(a: i32, b: u32) -> i64 {
            let stop = match step(b) { Step::Go(()) => a as i64, Step::Stop(x) => (x >> 30) as i64 };
            let p: Pair<u16> = Pair { a: 1, b: b as u16 };
            let r: Buf<i32, 2> = Buf { v: [a, 2] };
            stop * 7 + of(&p, Buf { v: [1, b as u8, 3] }) * 5 + r.first() as i64 + p.a as i64
        }
    }
}

/// An enum of the text's own with that name is another one.
#[test]
fn an_own_control_flow_is_no_flow_of_std() {
    let text =
        "enum ControlFlow { Stop, Go } fn f() -> ControlFlow { let x = ControlFlow::Go?; ControlFlow::Stop }";
    let errors = vyre::Module::compile(text).unwrap_err().to_string();
    assert!(errors.contains("`?` takes an `Option`, a `Result` or a `ControlFlow`"), "{errors}");
}
