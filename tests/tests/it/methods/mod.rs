//! Methods of structs and enums, on the host and in kernels.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::prelude::*;
use vyre_tests::devices;
use vyre_tests::structs::{Counter, Point, Turn};

mod results;
mod shapes;

fn all() -> Vec<Device> {
    devices().into_iter().chain([Device::reference(), Device::checked()]).collect()
}

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Ball {
    pos: [i32; 2],
    bounces: u32,
    counter: Counter,
}

#[vyre::function]
impl Ball {
    const WALL: i32 = 100;

    /// At rest.
    fn new(x: i32, y: i32) -> Self {
        Self { pos: [x, y], bounces: 0, counter: Counter::new(7) }
    }

    fn distance(&self, other: Ball) -> i32 {
        (self.pos[0] - other.pos[0]).abs() + (self.pos[1] - other.pos[1]).abs()
    }

    fn step(&mut self, dx: i32) -> bool {
        self.pos[0] += dx;
        if self.pos[0] <= Self::WALL {
            return false;
        }
        self.pos[0] = 2 * Self::WALL - self.pos[0];
        self.bounces += 1;
        self.counter.count(self.bounces);
        true
    }

    fn rest(&mut self) {
        self.pos[1] = 0;
    }

    fn moved(mut self, by: [i32; 2]) -> Self {
        self.pos[0] += by[0];
        self.pos[1] += by[1];
        self
    }

    fn far(self) -> i32 {
        let origin: Ball = Ball::new(0, 0);
        let moved: Ball = self.moved([1i32, 1]);
        moved.distance(origin)
    }

    /// The same, as the types of the other functions are known.
    fn far_in_one(self) -> i32 {
        let x = self.bounces - self.bounces;
        Ball::new(x as i32, 0).distance(self.moved([1i32, 1]))
    }
}

#[vyre::kernel]
fn play(balls: &mut [Ball], out: &mut [i32], counters: &mut [Counter], steps: u32) {
    let i = invocation_id().x;
    let start: Ball = Ball::new(i as i32, 5);
    let mut own = start;
    for k in 0..steps {
        let bounced: bool = own.step(k as i32 * 3);
        if bounced {
            own.rest();
        }
        balls[i].step(40);
        balls[i].counter.count(k);
    }
    let far: i32 = start.distance(own);
    let moved: Ball = own.moved([3i32, 4]);
    let moved: i32 = moved.far_in_one();
    out[i] = far + 1000 * moved + Ball::WALL;
    counters[i] = own.counter;
    counters[i].count(own.bounces);
}

fn expected(i: usize, ball: Ball, steps: u32) -> (Ball, i32, Counter) {
    let start = Ball::new(i as i32, 5);
    let (mut own, mut ball) = (start, ball);
    for k in 0..steps {
        if own.step(k as i32 * 3) {
            own.rest();
        }
        ball.step(40);
        ball.counter.count(k);
    }
    let mut counter = own.counter;
    counter.count(own.bounces);
    (ball, start.distance(own) + 1000 * own.moved([3, 4]).far() + Ball::WALL, counter)
}

#[test]
fn methods_mean_the_same_on_the_host() {
    // By hand: 90 + 40 = 130 is 30 behind the wall.
    let mut ball = Ball::new(90, 1);
    assert!(ball.step(40));
    assert_eq!((ball.pos, ball.bounces, ball.counter.total()), ([70, 1], 1, 8));
    assert!(!ball.step(-70));
    assert_eq!(ball.moved([2, 3]).pos, [2, 4]);
    assert_eq!((ball.far(), ball.far_in_one()), (3, 3));
}

#[test]
fn methods_are_called_in_kernels() {
    for device in all() {
        let start = |i: u32| Ball::new(i as i32 * 7, i as i32);
        let mut balls: Vec<Ball> = (0..64).map(start).collect();
        let (mut out, mut counters) = (vec![0; 64], vec![Counter::new(0); 64]);
        play(&mut balls, &mut out, &mut counters, 6).dispatch(&device).unwrap();
        for i in 0..64 {
            let expected = expected(i, start(i as u32), 6);
            assert_eq!((balls[i], out[i], counters[i]), expected, "{device}, {i}");
        }
    }
}

#[vyre::kernel]
fn read_only(points: &[Point], lengths: &mut [f32], turns: &mut [u32], turn: Turn) {
    let i = invocation_id().x;
    lengths[i] = points[i].square();
    let opposite: Turn = turn.opposite();
    let left: Turn = Turn::left();
    let again: Turn = left.opposite();
    turns[i] = opposite as u32 * 10 + again.number();
}

#[test]
fn methods_of_other_crates_on_elements_that_are_only_read() {
    let points: Vec<Point> = (0..10).map(|n| Point { x: n as f32, y: 2.0 }).collect();
    for device in all() {
        let (mut lengths, mut turns) = (vec![0.0; 10], vec![0; 10]);
        read_only(&points, &mut lengths, &mut turns, Turn::Left).dispatch(&device).unwrap();
        for (n, (length, turn)) in lengths.iter().zip(&turns).enumerate() {
            assert_eq!((*length, *turn), ((n * n) as f32 + 4.0, 55), "{device}");
        }
    }
}

mod nested {
    #[vyre::data]
    #[derive(Debug, PartialEq)]
    pub(crate) struct Outer {
        inner: Inner,
        pub(crate) list: [Listed; 2],
    }

    // Nobody outside names it.
    #[vyre::data]
    #[derive(Debug, PartialEq)]
    struct Inner {
        x: u32,
    }

    #[vyre::data]
    #[derive(Debug, PartialEq)]
    pub(crate) struct Listed {
        pub(crate) y: u32,
    }

    #[vyre::function]
    impl Listed {
        pub(crate) fn grow(&mut self, by: u32) {
            self.y *= by;
        }
    }

    #[vyre::function]
    impl Outer {
        pub(crate) fn new(x: u32) -> Outer {
            Outer { inner: Inner { x }, list: [Listed { y: x }; 2] }
        }

        pub(crate) fn sum(&self) -> u32 {
            self.inner.x + self.list[0].y + self.list[1].y
        }
    }
}

#[vyre::kernel]
fn of_fields(data: &mut [nested::Outer], out: &mut [u32]) {
    let i = invocation_id().x;
    data[i].list[i % 3].grow(10);
    out[i] = data[i].sum();
}

#[test]
fn methods_of_fields_whose_types_are_not_named() {
    for device in all() {
        let mut data: Vec<nested::Outer> = (0..9).map(nested::Outer::new).collect();
        let mut out = vec![0; 9];
        of_fields(&mut data, &mut out).dispatch(&device).unwrap();
        for (n, sum) in (0..9).zip(out) {
            assert_eq!(sum, n * if n % 3 == 2 { 3 } else { 12 }, "{device}");
        }
    }
}

mod geo {
    #[vyre::data]
    #[derive(Debug, PartialEq)]
    pub(crate) struct P2 {
        pub(crate) x: f32,
        pub(crate) y: f32,
    }
    #[vyre::function]
    impl P2 {
        pub(crate) fn new(x: f32, y: f32) -> P2 {
            P2 { x, y }
        }
        pub(crate) fn dot(&self, other: &P2) -> f32 {
            self.x * other.x + self.y * other.y
        }
        pub(crate) fn length2(&self) -> f32 {
            self.dot(self)
        }
        pub(crate) fn add(&mut self, other: &P2, by: &f32) {
            self.x += other.x * *by;
            self.y += (*other).y * *by;
        }
        pub(crate) fn twice(&self, other: &P2) -> f32 {
            let a: f32 = self.dot(other);
            let b: f32 = other.dot(self);
            let c: f32 = P2::dot(self, other);
            a + b + c
        }
    }
}
use geo::P2;
#[vyre::kernel(workgroup_size = 1)]
fn with_references(ps: &mut [P2], out: &mut [f32]) {
    let mut p: P2 = P2::new(3.0, 4.0);
    let q = ps[0];
    out[0] = p.dot(&q);
    out[1] = p.length2();
    p.add(&ps[1], &out[2]);
    ps[0].add(&p, &q.x);
    out[2] = P2::dot(&p, &q) + p.twice(&ps[1]);
    ps[1] = p;
}
#[test]
fn other_values_are_taken_by_reference() {
    for d in all() {
        let mut ps = [P2 { x: 1.0, y: 2.0 }, P2 { x: 0.5, y: 1.0 }];
        let mut o = [0.0, 0.0, 2.0];
        with_references(&mut ps, &mut o).workgroups([1, 1, 1]).dispatch(&d).unwrap();
        let mut p = P2::new(3.0, 4.0);
        let mut e = [P2 { x: 1.0, y: 2.0 }, P2 { x: 0.5, y: 1.0 }];
        let q = e[0];
        let o0 = p.dot(&q);
        let o1 = p.length2();
        p.add(&e[1], &2.0);
        e[0].add(&p, &q.x);
        let o2 = p.dot(&q) + p.twice(&e[1]);
        e[1] = p;
        assert_eq!(p, P2 { x: 4.0, y: 6.0 });
        assert_eq!(o0, 11.0);
        assert_eq!(o1, 25.0);
        assert_eq!(o, [o0, o1, o2]);
        assert_eq!(ps, e);
    }
}

/// A reference to a lane of a small array, and a loop whose value is one of floats.
#[vyre::data]
#[derive(Debug, PartialEq)]
struct Wheel {
    turns: u32,
}
#[vyre::function]
impl Wheel {
    fn turn(&mut self, by: u32) -> u32 {
        let mut lanes: [u32; 2] = [self.turns, 10];
        {
            let lane = &mut lanes[1];
            *lane += by;
            *lane ^= 3;
        }
        self.turns += 1;
        lanes[0] + lanes[1]
    }

    fn rim(self, limit: u32) -> f32 {
        let mut rounds = 0;
        let rim: [f32; 4] = 'search: loop {
            rounds += 1;
            if self.turns > limit {
                break 'search ([0.5f32; 4]);
            }
            if rounds > 3 {
                break [1.5, 2.5, 3.5, 4.5];
            }
        };
        rim[0] + rim[3]
    }
}
#[vyre::kernel(workgroup_size = 1)]
fn with_lanes(wheels: &mut [Wheel], out: &mut [u32], rims: &mut [f32]) {
    let i = invocation_id().x;
    let mut wheel = wheels[i];
    out[i] = wheel.turn(5);
    rims[i] = wheel.rim(7);
    wheels[i] = wheel;
}
#[test]
fn lanes_are_referred_to_and_loops_give_small_arrays() {
    // (10 + 5) ^ 3 = 12 beside the turns; 0.5 + 0.5 beyond the limit of 7, else 1.5 + 4.5.
    let start = [Wheel { turns: 7 }, Wheel { turns: 2 }];
    let mut host = start;
    assert_eq!(host.each_mut().map(|wheel| (wheel.turn(5), wheel.rim(7))), [(19, 1.0), (14, 6.0)]);
    for d in all() {
        let (mut wheels, mut out, mut rims) = (start, [0; 2], [0.0; 2]);
        with_lanes(&mut wheels, &mut out, &mut rims).workgroups([2, 1, 1]).dispatch(&d).unwrap();
        assert_eq!((wheels, out, rims), (host, [19, 14], [1.0, 6.0]));
    }
}
