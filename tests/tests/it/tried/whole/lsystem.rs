use vyre::prelude::*;

/// Lindenmayer's systems that are expanded while a turtle walks, without the text ever being whole.
#[vyre::module]
mod gpu {
    use core::ops::{AddAssign, Mul};
    use vyre::prelude::*;

    const MAX_DEPTH: usize = 8;

    #[derive(Clone, Copy, Debug, PartialEq, Default)]
    pub struct Vec2 {
        pub x: f32,
        pub y: f32,
    }

    impl AddAssign for Vec2 {
        fn add_assign(&mut self, other: Vec2) {
            self.x += other.x;
            self.y += other.y;
        }
    }

    impl Mul<Vec2> for f32 {
        type Output = Vec2;
        fn mul(self, v: Vec2) -> Vec2 {
            Vec2 { x: self * v.x, y: self * v.y }
        }
    }

    #[derive(Clone, Copy)]
    pub struct Rule {
        pub symbol: u8,
        pub to: &'static [u8],
    }

    #[derive(Clone, Copy)]
    pub struct System {
        axiom: &'static [u8],
        rules: [Option<Rule>; 2],
        /// The angle in degrees.
        angle: f32,
    }

    pub struct SystemBuilder {
        system: System,
        used: usize,
    }

    impl System {
        pub const fn builder(axiom: &'static [u8]) -> SystemBuilder {
            SystemBuilder { system: System { axiom, rules: [None; 2], angle: 90.0 }, used: 0 }
        }

        fn rule(&self, symbol: u8) -> Option<&'static [u8]> {
            self.rules.iter().flatten().find(|rule| rule.symbol == symbol).map(|rule| rule.to)
        }

        pub fn symbols(&self, depth: usize) -> Symbols {
            let mut symbols = Symbols { system: *self, stack: [&[]; MAX_DEPTH], level: 1, depth };
            symbols.stack[0] = self.axiom;
            symbols
        }
    }

    impl SystemBuilder {
        pub fn rule(mut self, symbol: u8, to: &'static [u8]) -> Self {
            self.system.rules[self.used] = Some(Rule { symbol, to });
            self.used += 1;
            self
        }

        pub fn angle(self, angle: f32) -> Self {
            SystemBuilder { system: System { angle, ..self.system }, ..self }
        }

        pub fn build(self) -> System {
            self.system
        }
    }

    /// The symbols after `depth` rewritings: what is left to read at each level.
    pub struct Symbols {
        system: System,
        stack: [&'static [u8]; MAX_DEPTH],
        level: usize,
        depth: usize,
    }

    impl Iterator for Symbols {
        type Item = u8;

        fn next(&mut self) -> Option<u8> {
            while self.level > 0 {
                let rest = &mut self.stack[self.level - 1];
                let Some((&symbol, tail)) = rest.split_first() else {
                    self.level -= 1;
                    continue;
                };
                *rest = tail;
                match self.system.rule(symbol) {
                    Some(to) if self.level <= self.depth => {
                        self.stack[self.level] = to;
                        self.level += 1;
                    }
                    _ => return Some(symbol),
                }
            }
            None
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Turtle {
        position: Vec2,
        heading: f32,
    }

    impl Turtle {
        fn forward(&mut self, by: f32) {
            let (sin, cos) = self.heading.to_radians().sin_cos();
            self.position += by * Vec2 { x: cos, y: sin };
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Drawing {
        pub end: Vec2,
        pub low: Vec2,
        pub high: Vec2,
        pub lines: u32,
        pub deepest: usize,
    }

    pub fn draw(system: &System, depth: usize) -> Drawing {
        let mut turtle = Turtle { position: Vec2::default(), heading: 0.0 };
        let mut saved = [None; 8];
        let mut top = 0;
        let mut drawing = Drawing { end: turtle.position, low: Vec2::default(), high: Vec2::default(), lines: 0, deepest: 0 };
        for symbol in system.symbols(depth) {
            match symbol {
                b'F' | b'G' => {
                    turtle.forward(1.0);
                    drawing.lines += 1;
                    let Vec2 { x, y } = turtle.position;
                    drawing.low = Vec2 { x: drawing.low.x.min(x), y: drawing.low.y.min(y) };
                    drawing.high = Vec2 { x: drawing.high.x.max(x), y: drawing.high.y.max(y) };
                }
                b'+' => turtle.heading += system.angle,
                b'-' => turtle.heading -= system.angle,
                b'[' => {
                    saved[top] = Some(turtle);
                    top += 1;
                    drawing.deepest = drawing.deepest.max(top);
                }
                b']' => {
                    top -= 1;
                    if let Some(state) = saved[top].take() {
                        turtle = state;
                    }
                }
                _ => (),
            }
        }
        drawing.end = turtle.position;
        drawing
    }

    pub fn system(which: u32) -> Option<System> {
        let builder = match which {
            0 => System::builder(b"F--F--F").rule(b'F', b"F+F--F+F").angle(60.0),
            1 => System::builder(b"F").rule(b'F', b"F+G").rule(b'G', b"F-G"),
            2 => System::builder(b"F-G-G").rule(b'F', b"F-G+F+G-F").rule(b'G', b"GG").angle(120.0),
            3 => System::builder(b"X").rule(b'X', b"F[+X]F[-X]+X").rule(b'F', b"FF").angle(25.0),
            _ => return None,
        };
        Some(builder.build())
    }

    #[kernel(workgroup_size = 8)]
    pub fn drawings(depth: u32, bounds: &mut [[f32; 6]], lines: &mut [[u32; 3]]) {
        let i = invocation_id().x as usize;
        if i >= lines.len() {
            return;
        }
        let Some(system) = system(i as u32) else {
            lines[i] = [u32::MAX; 3];
            return;
        };
        let Drawing { end, low, high, lines: count, deepest } = draw(&system, depth as usize);
        bounds[i] = [end.x, end.y, low.x, low.y, high.x, high.y];
        lines[i] = [count, deepest as u32, system.symbols(depth as usize).count() as u32];
    }
}

fn text(axiom: &str, rules: &[(char, &str)], depth: u32) -> String {
    (0..depth).fold(axiom.to_string(), |text, _| {
        text.chars().map(|c| rules.iter().find(|r| r.0 == c).map_or(c.to_string(), |r| r.1.to_string())).collect()
    })
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    for depth in 0..4 {
        let (mut bounds, mut lines) = ([[0.0; 6]; 5], [[0; 3]; 5]);
        gpu::drawings(depth, &mut bounds, &mut lines).dispatch(device)?;
        let texts = [
            text("F--F--F", &[('F', "F+F--F+F")], depth),
            text("F", &[('F', "F+G"), ('G', "F-G")], depth),
            text("F-G-G", &[('F', "F-G+F+G-F"), ('G', "GG")], depth),
            text("X", &[('X', "F[+X]F[-X]+X"), ('F', "FF")], depth),
        ];
        for (text, line) in texts.iter().zip(&lines) {
            let count = text.matches(['F', 'G']).count() as u32;
            assert_eq!([count, text.len() as u32], [line[0], line[2]]);
        }
        assert_eq!(lines[3][1], depth);
        assert_eq!(lines[4], [u32::MAX; 3]);
        // Koch's flake and Sierpinski's triangle are closed.
        assert!(bounds[0][..2].iter().chain(&bounds[2][..2]).all(|x| x.abs() < 1e-3));
        assert!((bounds[0][4] - bounds[0][2] - 3f32.powi(depth as i32)).abs() < 1e-3);
        for (i, line) in lines[..4].iter().enumerate() {
            let drawing = gpu::draw(&gpu::system(i as u32).unwrap(), depth as usize);
            assert_eq!([drawing.lines, drawing.deepest as u32], line[..2]);
            assert_eq!([drawing.end.x, drawing.end.y], bounds[i][..2]);
        }
    }
    Ok(())
}
