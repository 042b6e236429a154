//! What programs of newcomers waited for: iterators in tuples, functions of traits whose type the place says, the order of chains that are filtered, and `char`s of
//! numbers, traits for all functions, methods that change arrays, and places behind chosen places.

use super::fresh_modules;
use vyre::prelude::*;

/// What no piece has, before and after pieces are taken.
#[vyre::function]
fn around_pieces(list: &[u32]) -> u32 {
    let mut pieces = list.chunks_exact(6);
    let mut sum = pieces.remainder().len() as u32;
    for piece in &mut pieces {
        sum = sum.wrapping_mul(3).wrapping_add(piece[1]);
    }
    let left = pieces.remainder();
    let mut copy = [7; 8];
    copy[..left.len()].copy_from_slice(left);
    let pairs = list.chunks_exact(2);
    let front = pairs.remainder().iter().fold(5u32, |h, x| h.wrapping_mul(31) ^ x);
    copy.iter().fold(sum ^ front, |h, x| h.rotate_left(3) ^ x)
}

#[vyre::kernel]
fn all_around_pieces(list: &[u32], out: &mut [u32]) {
    let i = invocation_id().x as usize;
    if i < out.len() {
        out[i] = around_pieces(&list[i..]);
    }
}

#[test]
fn remainders_in_marked_functions() {
    let list: Vec<u32> = (0..40u32).map(|x| x.wrapping_mul(0x9e37_79b9) >> 7).collect();
    let expected: [u32; 40] = std::array::from_fn(|i| {
        let list = &list[i..];
        let mut pieces = list.chunks_exact(6);
        let sum = pieces.remainder().len() as u32;
        let sum = pieces.by_ref().fold(sum, |sum, piece| sum.wrapping_mul(3).wrapping_add(piece[1]));
        let mut copy = [7; 8];
        copy[..pieces.remainder().len()].copy_from_slice(pieces.remainder());
        let front = list.chunks_exact(2).remainder().iter().fold(5u32, |h, x| h.wrapping_mul(31) ^ x);
        copy.iter().fold(sum ^ front, |h, x| h.rotate_left(3) ^ x)
    });
    for device in vyre_tests::devices().into_iter().chain([Device::reference(), Device::checked()]) {
        let mut out = [0u32; 40];
        all_around_pieces(&list, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}

#[vyre::data]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Frame {
    columns: u32,
    left: u32,
}

#[vyre::function]
impl Frame {
    fn new(columns: u32, left: u32) -> Frame {
        Frame { columns, left: left * 2 }
    }

    fn place(&mut self, x: u32) -> Option<Frame> {
        self.left += x;
        if x > 3 { Some(Frame::new(x, self.columns)) } else { None }
    }
}

impl Frame {
    /// A method without the attribute, which kernels do not see.
    fn name(&self) -> String {
        format!("{}/{}", self.columns, self.left)
    }

    #[vyre::function]
    fn of(columns: u32) -> Self {
        Self { columns, left: 7 }
    }

    #[vyre::function]
    fn weight(&self, other: &Frame) -> u32 {
        self.columns * 3 + other.left
    }

    #[vyre::function]
    fn grown(mut self, by: u32) -> Self {
        self.grow(by);
        Self::of(self.columns * 2 + self.left)
    }

    /// Documented.
    #[vyre::function]
    pub(crate) fn grow(&mut self, by: u32) -> bool {
        self.left += by;
        self.left > 9
    }
}

#[vyre::kernel]
fn marked_methods(out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() as u32 {
        let mut frame = Frame::of(i);
        let is_large = frame.grow(i);
        let other = frame.grown(2);
        out[i as usize] = frame.weight(&other) * 100 + other.columns * 10 + is_large as u32;
    }
}

#[test]
fn methods_that_are_marked_by_themselves() {
    let expected: [u32; 6] = std::array::from_fn(|i| {
        let mut frame = Frame::of(i as u32);
        let is_large = frame.grow(i as u32);
        let other = frame.grown(2);
        assert_eq!(frame.name(), format!("{i}/{}", 7 + i));
        frame.weight(&other) * 100 + other.columns * 10 + is_large as u32
    });
    // By hand: of(3) is 3/7, grown 3/10, which is large; the other is 3 * 2 + 12 and 7.
    assert_eq!(expected[3], (3 * 3 + 7) * 100 + 18 * 10 + 1);
    for device in vyre_tests::devices().into_iter().chain([Device::reference(), Device::checked()]) {
        let mut out = [0u32; 6];
        marked_methods(&mut out).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}

/// Functions of slices and over constants, which take the place of their calls, call those of a type.
#[vyre::function]
fn of_slice(x: &[u32]) -> u32 {
    let frame = Frame::new(x[0], 3);
    frame.left + frame.columns
}

#[vyre::function]
fn over_constants<const N: usize>(x: u32) -> u32 {
    let mut frames = [Frame::default(); N];
    frames[1] = Frame::new(x, N as u32);
    let next = frames[1].place(x);
    frames[1].left + next.map_or(100, |next| next.columns * 7 + next.left)
}

#[vyre::kernel]
fn frames(out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() as u32 {
        out[i as usize] = of_slice(&[i, 2]) * 1000 + over_constants::<3>(i);
    }
}

#[test]
fn functions_of_types_in_functions_that_take_the_place_of_calls() {
    // What the functions say, by hand: twice the second argument stays in `left`.
    let expected: [u32; 6] = std::array::from_fn(|i| {
        let x = i as u32;
        let next = if x > 3 { x * 7 + x * 2 } else { 100 };
        (6 + x) * 1000 + 6 + x + next
    });
    for device in vyre_tests::devices().into_iter().chain([Device::reference(), Device::checked()]) {
        let mut out = [0u32; 6];
        frames(&mut out).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}

fresh_modules! {
    numbers_that_items_of_iterators_tell {
        fn sum_of<T: vyre::Number>(items: impl Iterator<Item = T>) -> T {
            let mut sum = T::ZERO;
            for x in items {
                sum = sum + x;
            }
            sum
        }
        fn mean<'a, T: vyre::Float + 'a>(items: impl Iterator<Item = &'a T>) -> T {
            let (mut sum, mut count) = (T::ZERO, 0);
            for &x in items {
                sum = sum + x;
                count += 1;
            }
            sum / T::from_u32(count)
        }
        fn dot<T: vyre::Number, I: Iterator<Item = T>>(a: I, b: impl IntoIterator<Item = T>) -> T {
            a.zip(b).fold(T::ZERO, |sum, (x, y)| sum + x * y)
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let wide = sum_of(input[i..].iter().map(|&x| (x as u64) << 20));
            let signed = sum_of(input.iter().take(i).map(|&x| (x % 7) as i64 - 3));
            let floats = [input[i] as f32, 2.0, 7.5];
            let product = dot(input.iter().map(|&x| x as i64 - 40), [3, -2, i as i64]);
            let whole = (wide >> 13) as u32 ^ signed as u32 ^ product as u32;
            whole.wrapping_add(mean(floats[..i % 3 + 1].iter()).to_bits())
        }
    }
    constants_of_traits_that_items_of_iterators_tell {
        pub trait Monoid: Copy {
            const ID: Self;
            fn op(self, other: Self) -> Self;
        }
        #[derive(Clone, Copy)]
        pub struct Least(pub i32);
        #[derive(Clone, Copy)]
        pub struct Affine {
            pub a: u32,
            pub b: u32,
        }
        impl Monoid for Least {
            const ID: Least = Least(i32::MAX);
            fn op(self, other: Least) -> Least {
                Least(self.0.min(other.0))
            }
        }
        impl Monoid for Affine {
            const ID: Affine = Affine { a: 1, b: 0 };
            fn op(self, o: Affine) -> Affine {
                Affine { a: self.a.wrapping_mul(o.a), b: o.a.wrapping_mul(self.b).wrapping_add(o.b) }
            }
        }
        impl Monoid for u64 {
            const ID: u64 = 5;
            fn op(self, other: u64) -> u64 {
                self ^ other.rotate_left(7)
            }
        }
        fn folded<M: Monoid>(items: impl Iterator<Item = M>) -> M {
            items.fold(M::ID, M::op)
        }
        fn looped<M: Monoid, I: Iterator<Item = M>>(items: I) -> M {
            let mut all = M::ID;
            for item in items {
                all = all.op(item);
            }
            all
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let rest = &input[i..];
            let least = folded(rest.iter().map(|&x| Least(x as i32 - 9000))).0;
            let line = looped(rest.windows(2).map(|w| Affine { a: w[0], b: w[1] }));
            let numbers = folded(rest.iter().map(|&x| x as u64 * 0x1_0000_0001));
            line.a ^ line.b.wrapping_mul(3) ^ least as u32 ^ (numbers >> 9) as u32 ^ looped(std::iter::empty::<Least>()).0 as u32
        }
    }
    iterators_in_a_tuple {
        fn one(i: usize, input: &[u32]) -> u32 {
            let (count, mut own, mut back) = (input.len() as u32, input[..i].iter(), input.iter());
            let mut sum = own.next().map_or(7, |x| x % 5) + back.next_back().map_or(1, |x| x % 9) * count;
            let (left, right) = input.split_at(i * 3);
            let (mut l, mut r) = (left.iter().peekable(), right.iter().rev().copied());
            while let (Some(x), Some(y)) = (l.peek(), r.next()) {
                sum = sum.wrapping_mul(31).wrapping_add(**x ^ y);
                if y % 3 != 0 {
                    l.next();
                }
            }
            sum.wrapping_add(own.count() as u32)
        }
    }
    iterators_in_a_tuple_of_names_that_hide_others {
        fn one(i: usize, input: &[u32]) -> u32 {
            let (a, b) = (input[i], &input[i..]);
            let (mut b, a, c) = (b.iter().skip(2), b.iter().map(move |x| x.wrapping_add(a)), a + 1);
            let first = b.next().copied().unwrap_or(c);
            first.wrapping_mul(3).wrapping_add(a.take(4).fold(0, |s, x| s ^ x)).wrapping_add(b.take(3).sum::<u32>())
        }
    }
    functions_of_traits_by_the_place {
        pub trait Summary: Copy {
            fn of(x: u32, at: usize) -> Self;
            fn with(self, other: Self) -> Self;
        }
        #[derive(Clone, Copy)]
        pub struct Least {
            pub value: u32,
            pub at: usize,
        }
        impl Summary for Least {
            fn of(value: u32, at: usize) -> Self {
                Least { value, at }
            }
            fn with(self, other: Self) -> Self {
                if other.value < self.value { other } else { self }
            }
        }
        impl Summary for u32 {
            fn of(x: u32, at: usize) -> u32 {
                x ^ at as u32
            }
            fn with(self, other: Self) -> Self {
                self.wrapping_mul(31).wrapping_add(other)
            }
        }
        #[derive(Clone, Copy)]
        pub struct Both<A, B>(A, B);
        impl<A: Summary, B: Summary> Summary for Both<A, B> {
            fn of(x: u32, at: usize) -> Self {
                Both(A::of(x, at), Summary::of(x, at + 1))
            }
            fn with(self, other: Self) -> Self {
                Both(self.0.with(other.0), self.1.with(other.1))
            }
        }
        fn folded<S: Summary>(list: &[u32]) -> S {
            let mut all: S = Summary::of(list[0], 0);
            for (at, &x) in list.iter().enumerate().skip(1) {
                all = all.with(Summary::of(x, at));
            }
            all
        }
        fn place(least: Least) -> u32 {
            least.at as u32
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let list = &input[i..i + 6];
            let hash: u32 = folded(list);
            let follows = Summary::of(list[1], 3);
            let least = Least { value: list[0], at: 9 }.with(follows);
            let both: Both<Least, u32> = folded(list);
            hash.wrapping_add(place(Summary::of(5, i))).wrapping_add(least.at as u32 * 7).wrapping_add(both.0.value).wrapping_add(both.1)
        }
    }
    the_order_of_filtered_chains {
        use std::cmp::Ordering;
        #[derive(Clone, Copy, PartialEq, Eq)]
        struct Card {
            rank: u32,
            suit: u32,
        }
        impl PartialOrd for Card {
            fn partial_cmp(&self, other: &Card) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }
        impl Ord for Card {
            fn cmp(&self, other: &Card) -> Ordering {
                self.rank.cmp(&other.rank)
            }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let list = &input[i..i + 12];
            let even = list.iter().map(|x| x % 4).filter(|x| x % 2 == 0);
            let small = list.iter().map(|x| x % 5 % 3).filter(|x| *x < 2);
            let places = list.iter().filter(|x| **x % 3 == 0);
            let mut bits = u32::from(even.clone().lt(small.clone())) | u32::from(even.clone().le(small.clone())) << 1;
            bits |= u32::from(even.clone().gt(small.clone())) << 2 | u32::from(small.clone().ge(even.clone())) << 3;
            bits |= u32::from(places.clone().lt(list.iter().filter(|x| **x % 2 == 0))) << 4;
            bits |= match even.cmp(small) {
                Ordering::Less => 1 << 5,
                Ordering::Equal => 2 << 5,
                Ordering::Greater => 3 << 5,
            };
            let floats = list.iter().filter(|x| **x % 7 != 0).map(|&x| if x % 5 == 4 { f32::NAN } else { (x % 2) as f32 });
            let others = list.iter().rev().filter(|x| **x % 6 != 0).map(|&x| (x % 2) as f32);
            bits |= u32::from(floats.clone().le(others.clone())) << 7 | u32::from(floats.clone().gt(others.clone())) << 8;
            bits |= floats.partial_cmp(others).map_or(0, |order| if order.is_lt() { 1 } else { 2 }) << 9;
            let hand = list.iter().filter(|x| **x % 2 == 0).map(|&x| Card { rank: x % 2, suit: x % 13 });
            let other = list.iter().rev().filter(|x| **x % 2 == 0).map(|&x| Card { rank: x % 4 / 2, suit: x % 7 });
            bits | u32::from(hand.clone().ge(other.clone())) << 11 | u32::from(hand.lt(other)) << 12
        }
    }
    methods_of_slices_as_functions {
        fn one(i: usize, input: &[u32]) -> u32 {
            let list = &input[i..i + 10];
            let longest = list.split(|x| x % 3 == 0).max_by_key(|part| part.len()).map_or(0, <[u32]>::len);
            let empty = list.split(|x| x % 2 == 0).filter(|part| <[u32]>::is_empty(part)).count();
            (longest * 100 + empty * 10 + list.chunks(4).map(<[u32]>::len).sum::<usize>()) as u32
        }
    }
    chars_of_numbers_and_back {
        fn one(i: usize, input: &[u32]) -> u32 {
            let number = [0x41, 0xd7ff, 0xd800, 0xdfff, 0xe000, 0x10ffff, 0x110000, input[i]][i % 8];
            let seen = match char::try_from(number) {
                Ok(c) => c as u32 + c.len_utf8() as u32,
                Err(_) => 1,
            };
            let byte = char::try_from(input[i] % 600).map_or(7, |c| u8::try_from(c).map_or(1000, u32::from));
            let wide = u16::try_from(char::from_u32(number).unwrap_or('x')).map_or(3, |w| w as u32);
            seen.wrapping_mul(31).wrapping_add(byte).wrapping_mul(31).wrapping_add(wide)
        }
    }
    bytes_behind_two_references {
        fn one(i: usize, input: &[u32]) -> u32 {
            let a: [u8; 8] = std::array::from_fn(|k| b"aBcDxYz1"[(input[i + k] % 8) as usize]);
            let b: [u8; 8] = std::array::from_fn(|k| b"AbCdXyZ2"[(input[i + k] / 8 % 8) as usize]);
            a.iter().zip(b.iter()).filter(|(a, b)| a.eq_ignore_ascii_case(b)).count() as u32
        }
    }
    methods_of_traits_that_change_arrays {
        trait Filter {
            fn process(&mut self, sample: u32) -> u32;
            fn all(&mut self, samples: &mut [u32]) {
                for s in samples.iter_mut() {
                    *s = self.process(*s);
                }
            }
        }
        #[derive(Clone, Copy)]
        struct Sum(u32);
        impl Filter for Sum {
            fn process(&mut self, sample: u32) -> u32 {
                self.0 = self.0.wrapping_add(sample);
                self.0.wrapping_mul(3)
            }
        }
        struct Then<A, B>(A, B);
        impl<A: Filter, B: Filter> Filter for Then<A, B> {
            fn process(&mut self, sample: u32) -> u32 {
                self.1.process(self.0.process(sample))
            }
        }
        impl<F: Filter, const N: usize> Filter for [F; N] {
            fn process(&mut self, sample: u32) -> u32 {
                self.iter_mut().fold(sample, |s, f| f.process(s))
            }
        }
        struct Bank {
            filters: [Sum; 3],
            of_two: [Sum; 2],
        }
        impl Bank {
            fn run(&mut self, x: u32) -> u32 {
                let first = self.filters.process(self.filters[2].0);
                first ^ self.filters.process(x).rotate_left(self.of_two.process(x) % 32) ^ self.of_two.process(first)
            }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut samples = [input[i], input[i + 1], input[i + 2], 5];
            [Sum(i as u32); 2].all(&mut samples);
            let mut bank = Bank { filters: [Sum(1), Sum(2), Sum(3)], of_two: [Sum(4), Sum(5)] };
            let banked = bank.run(samples[3]) ^ bank.run(samples[0]).rotate_left(7);
            let mut list = [Sum(8), Sum(9)];
            let listed = list.process(samples[1]);
            list.all(&mut samples[1..]);
            Then(Sum(1), [list[0], Sum(2)]).all(&mut samples);
            let own = bank.filters[1].0 ^ bank.of_two[0].0 ^ bank.of_two[1].0;
            samples.iter().fold(banked ^ listed.rotate_left(3) ^ own, |h, s| h.rotate_left(5) ^ s).wrapping_add(list[1].0)
        }
    }
    traits_of_all_functions {
        trait Field {
            fn at(&self, x: u32, y: u32) -> u32;
            fn twice(&self, x: u32) -> u32 {
                self.at(x, 1) ^ self.at(x, 2)
            }
        }
        struct Scaled(u32);
        impl Field for Scaled {
            fn at(&self, x: u32, y: u32) -> u32 {
                self.0.wrapping_mul(x) ^ y
            }
        }
        impl<F: Fn(u32, u32) -> u32> Field for F {
            fn at(&self, x: u32, y: u32) -> u32 {
                self(x, y).wrapping_add((*self)(y, x))
            }
        }
        struct Cell {
            values: [u32; 4],
        }
        impl Cell {
            fn new(field: &impl Field, x: u32) -> Self {
                Cell { values: [0, 1, 2, 3].map(|y| field.at(x, y)) }
            }
            fn odd(&self) -> impl Iterator<Item = u32> + '_ {
                self.values.iter().filter(|v| **v % 2 == 1).map(|v| v / 2)
            }
        }
        fn measured(field: impl Field, k: u32) -> u32 {
            let mut sum = field.twice(k);
            for value in Cell::new(&field, k).odd() {
                sum = sum.wrapping_mul(31).wrapping_add(value);
            }
            sum
        }
        fn both<A: Field, B>(a: &A, b: B) -> u32
        where
            B: Field,
        {
            a.twice(3) ^ b.at(4, 5)
        }
        struct Probe {
            at: u32,
        }
        impl Probe {
            fn of(&self, field: &impl Field) -> u32 {
                field.at(self.at, self.at + 1)
            }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let k = input[i];
            let probe = Probe { at: k };
            let named = |x: u32, y: u32| x.wrapping_mul(y ^ k);
            measured(Scaled(k), 2)
                ^ measured(|x: u32, y: u32| x.wrapping_mul(k) ^ y, 5).rotate_left(3)
                ^ both(&|x: u32, _: u32| x.wrapping_add(k), Scaled(7)).rotate_left(7)
                ^ both(&Scaled(9), |x: u32, y: u32| x.wrapping_sub(y) ^ k).rotate_left(11)
                ^ both(&named, named).rotate_left(19)
                ^ named(k, 3)
                ^ probe.of(&|x: u32, y: u32| x.rotate_left(y % 32)).rotate_left(13)
                ^ Probe::of(&probe, &|x: u32, y: u32| x / (y / 2 + 1)).rotate_left(17)
        }
    }
    places_behind_places_that_a_match_chooses {
        struct Side {
            list: [u32; 4],
        }
        impl Side {
            fn best_mut(&mut self) -> Option<&mut u32> {
                self.list.iter_mut().find(|x| **x > 2)
            }
        }
        struct Book {
            bids: Side,
            asks: Side,
            rounds: u32,
        }
        impl Book {
            fn side(&mut self, side: u32) -> &mut Side {
                match side {
                    0 => &mut self.bids,
                    _ => &mut self.asks,
                }
            }
            fn take(&mut self, side: u32, most: u32) -> u32 {
                let before = self.rounds;
                let Some(best) = self.side(side).best_mut() else {
                    self.rounds += 100;
                    return before;
                };
                let taken = most.min(*best);
                *best -= taken;
                self.rounds += taken;
                before + taken
            }
            fn raise(&mut self, side: u32) -> u32 {
                match self.side(side).best_mut() {
                    Some(x) if *x > 5 => {
                        *x = 1;
                        self.rounds * 3
                    }
                    Some(x) => {
                        *x += 2;
                        *x
                    }
                    None => {
                        self.rounds += 7;
                        0
                    }
                }
            }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let of = |at: usize| Side { list: [0, input[at] % 4, input[at + 1] % 9, input[at + 2] % 5] };
            let mut book = Book { bids: of(i), asks: of(i + 3), rounds: 0 };
            let mut hash = 0u32;
            for k in 0..6 {
                let (a, b) = (book.take(k % 2, 2), book.raise(input[i + 6] >> k & 1));
                hash = hash.wrapping_mul(31).wrapping_add(a * 5 + b);
            }
            for x in book.bids.list.iter().chain(&book.asks.list) {
                hash = hash.wrapping_mul(31).wrapping_add(*x);
            }
            hash ^ book.rounds
        }
    }
    structs_with_long_arrays {
        struct Table<const N: usize> {
            counts: [u32; 16],
            symbols: [u16; N],
        }
        impl<const N: usize> Table<N> {
            fn new(keys: &[u8]) -> Self {
                let mut counts = [0; 16];
                keys.iter().for_each(|&k| counts[usize::from(k % 16)] += 1);
                let mut symbols = [0; N];
                for (at, &k) in keys.iter().enumerate() {
                    symbols[at * 7 % N] = u16::from(k) ^ at as u16;
                }
                Table { counts, symbols }
            }
            fn find(&self, from: usize) -> Option<usize> {
                self.symbols[from..].iter().position(|s| s % 3 == 1).map(|at| at + from)
            }
        }
        fn keys(seed: u32) -> [u8; 288] {
            core::array::from_fn(|i| (seed >> (i % 13)) as u8 ^ i as u8)
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut table = Table::<310>::new(&keys(input[i]));
            table.symbols[input[i + 1] as usize % 310] ^= 0x155;
            let found = table.find(input[i + 2] as usize % 310).map_or(9999, |at| at as u32 * 3 + u32::from(table.symbols[at]));
            found * 100 + table.counts[i % 16]
        }
    }
    flattened_and_scaled {
        #[derive(Clone, Copy)]
        struct Matrix<const R: usize, const C: usize>([[i32; C]; R]);
        impl<const R: usize, const C: usize> Matrix<R, C> {
            fn sum(&self) -> i32 {
                self.0.as_flattened().iter().sum()
            }
            fn most(&self) -> i32 {
                self.0.as_flattened().iter().copied().fold(i32::MIN, i32::max)
            }
        }
        impl<const N: usize> Matrix<N, N> {
            fn identity() -> Self {
                let mut m = [[0; N]; N];
                for (i, row) in m.iter_mut().enumerate() {
                    row[i] = 1;
                }
                Matrix(m)
            }
        }
        impl<const R: usize, const C: usize> std::ops::Mul<i32> for Matrix<R, C> {
            type Output = Self;
            fn mul(self, k: i32) -> Self {
                let mut m = self;
                m.0.iter_mut().for_each(|row| row.iter_mut().for_each(|x| *x *= k));
                m
            }
        }
        impl<const R: usize, const C: usize> std::ops::Sub for Matrix<R, C> {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                let mut m = self;
                for (row, others) in m.0.iter_mut().zip(&other.0) {
                    for (x, y) in row.iter_mut().zip(others) {
                        *x -= y;
                    }
                }
                m
            }
        }
        struct Filter<const N: usize> {
            p: Matrix<N, N>,
            q: Matrix<N, N>,
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let k = (input[i] % 1000) as i32;
            let mut f = Filter::<3> { p: Matrix::identity() * k, q: Matrix::identity() * 2 * 5 };
            f.q = Matrix::identity() - f.p * 3;
            let wide: Matrix<2, 2> = Matrix::identity() * 7;
            (f.p.sum() + f.q.sum() * 10 + f.q.most() + wide.sum() * 1000) as u32
        }
    }
}
