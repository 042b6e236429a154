use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use std::ops::{Add, Index, Mul, Neg, Sub};
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct V(pub f32, pub f32, pub f32);

    #[derive(Clone, Copy)]
    pub enum Axis {
        X,
        Y,
        Z,
    }

    impl Axis {
        pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];
    }

    impl Index<Axis> for V {
        type Output = f32;
        fn index(&self, a: Axis) -> &f32 {
            match a {
                Axis::X => &self.0,
                Axis::Y => &self.1,
                Axis::Z => &self.2,
            }
        }
    }

    macro_rules! componentwise {
        ($name:ident, $f:ident, $op:tt) => {
            impl $name for V {
                type Output = V;
                fn $f(self, o: V) -> V {
                    V(self.0 $op o.0, self.1 $op o.1, self.2 $op o.2)
                }
            }
        };
    }
    componentwise!(Add, add, +);
    componentwise!(Sub, sub, -);

    impl Mul<V> for f32 {
        type Output = V;
        fn mul(self, v: V) -> V {
            V(self * v.0, self * v.1, self * v.2)
        }
    }

    impl Neg for V {
        type Output = V;
        fn neg(self) -> V {
            -1.0 * self
        }
    }

    impl V {
        fn dot(self, o: V) -> f32 {
            self.0 * o.0 + self.1 * o.1 + self.2 * o.2
        }

        fn zip_with<F: Fn(f32, f32) -> f32>(self, o: V, f: F) -> V {
            V(f(self.0, o.0), f(self.1, o.1), f(self.2, o.2))
        }
    }

    #[derive(Clone, Copy)]
    pub struct Ray {
        origin: V,
        direction: V,
    }

    impl Ray {
        fn at(&self, t: f32) -> V {
            self.origin + t * self.direction
        }
    }

    #[derive(Clone, Copy, Debug)]
    pub struct Sphere {
        pub centre: V,
        pub radius: f32,
    }

    #[derive(Clone, Copy, Debug)]
    pub struct Bounds {
        low: V,
        high: V,
    }

    pub trait Hit {
        type Detail;
        fn hit(&self, ray: &Ray, within: (f32, f32)) -> Option<Self::Detail>;
    }

    impl Hit for Bounds {
        type Detail = ();

        fn hit(&self, ray: &Ray, (mut near, mut far): (f32, f32)) -> Option<()> {
            for axis in Axis::ALL {
                let inverse = ray.direction[axis].recip();
                let mut t0 = (self.low[axis] - ray.origin[axis]) * inverse;
                let mut t1 = (self.high[axis] - ray.origin[axis]) * inverse;
                if inverse < 0.0 {
                    std::mem::swap(&mut t0, &mut t1);
                }
                near = near.max(t0);
                far = far.min(t1);
                if far < near {
                    return None;
                }
            }
            Some(())
        }
    }

    impl Hit for Sphere {
        type Detail = f32;

        fn hit(&self, ray: &Ray, (near, far): (f32, f32)) -> Option<f32> {
            let oc = ray.origin - self.centre;
            let a = ray.direction.dot(ray.direction);
            let half_b = oc.dot(ray.direction);
            let c = oc.dot(oc) - self.radius * self.radius;
            let d = half_b * half_b - a * c;
            if d < 0.0 {
                return None;
            }
            let root = d.sqrt();
            [-half_b - root, -half_b + root].into_iter().map(|t| t / a).find(|t| (near..far).contains(t))
        }
    }

    /// A node is a leaf if its count is not zero, else its children are `first` and `first + 1`.
    #[derive(Clone, Copy, Debug)]
    pub struct Node {
        pub bounds: Bounds,
        pub first: u32,
        pub count: u32,
    }

    impl Bounds {
        pub fn around(spheres: &[Sphere]) -> Bounds {
            let start = Bounds { low: V(f32::MAX, f32::MAX, f32::MAX), high: V(f32::MIN, f32::MIN, f32::MIN) };
            spheres.iter().fold(start, |b, s| {
                let r = V(s.radius, s.radius, s.radius);
                Bounds { low: b.low.zip_with(s.centre - r, f32::min), high: b.high.zip_with(s.centre + r, f32::max) }
            })
        }
    }

    enum Kind<'a> {
        Leaf(&'a [Sphere]),
        Inner(u32, u32),
    }

    impl Node {
        fn kind<'a>(&self, spheres: &'a [Sphere]) -> Kind<'a> {
            match *self {
                Node { first, count: 0, .. } => Kind::Inner(first, first + 1),
                Node { first, count, .. } => Kind::Leaf(&spheres[first as usize..(first + count) as usize]),
            }
        }
    }

    pub fn trace(nodes: &[Node], spheres: &[Sphere], ray: &Ray) -> Option<(f32, V)> {
        let mut stack = [0u32; 16];
        let mut depth = 1;
        let mut closest: Option<(f32, V)> = None;
        while depth > 0 {
            depth -= 1;
            let node = &nodes[stack[depth] as usize];
            let limit = closest.map_or(f32::INFINITY, |(t, _)| t);
            if node.bounds.hit(ray, (0.001, limit)).is_none() {
                continue;
            }
            match node.kind(spheres) {
                Kind::Inner(left, right) => {
                    for child in [left, right] {
                        stack[depth] = child;
                        depth += 1;
                    }
                }
                Kind::Leaf(spheres) => {
                    for s in spheres {
                        let limit = closest.map_or(f32::INFINITY, |c| c.0);
                        if let Some(t) = s.hit(ray, (0.001, limit)) {
                            let normal = (1.0 / s.radius) * (ray.at(t) - s.centre);
                            closest = Some((t, if normal.dot(ray.direction) > 0.0 { -normal } else { normal }));
                        }
                    }
                }
            }
        }
        closest
    }

    pub fn shade(nodes: &[Node], spheres: &[Sphere], x: u32, y: u32) -> [f32; 2] {
        let ray = Ray { origin: V(x as f32 * 0.5 - 4.0, y as f32 * 0.5 - 4.0, -10.0), direction: V(0.01, 0.02, 1.0) };
        match trace(nodes, spheres, &ray) {
            Some((t, V(_, _, z))) => [t, z],
            None => [0.0; 2],
        }
    }

    #[kernel(workgroup_size = (8, 8))]
    pub fn render(nodes: &[Node], spheres: &[Sphere], out: &mut [[f32; 2]], width: u32) {
        let id = invocation_id();
        if id.x < width && id.y < width {
            out[(id.y * width + id.x) as usize] = shade(nodes, spheres, id.x, id.y);
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    use gpu::{Bounds, Node, Sphere, V};
    let spheres: Vec<Sphere> = (0..16).map(|i| Sphere { centre: V((i % 4) as f32 * 2.0 - 3.0, (i / 4) as f32 * 2.0 - 3.0, (i * 5 % 7) as f32), radius: 0.7 }).collect();
    let mut nodes = vec![Node { bounds: Bounds::around(&spheres), first: 0, count: 16 }];
    let mut i = 0;
    while i < nodes.len() {
        let Node { first, count, .. } = nodes[i];
        if count > 2 {
            let half = count / 2;
            let children = nodes.len() as u32;
            for (f, c) in [(first, half), (first + half, count - half)] {
                nodes.push(Node { bounds: Bounds::around(&spheres[f as usize..][..c as usize]), first: f, count: c });
            }
            (nodes[i].first, nodes[i].count) = (children, 0);
        }
        i += 1;
    }
    let width = 16;
    let mut out = vec![[0.0; 2]; 256];
    gpu::render(&nodes, &spheres, &mut out, width).invocations([width, width, 1]).dispatch(device)?;
    for y in 0..width {
        for x in 0..width {
            assert_eq!(out[(y * width + x) as usize], gpu::shade(&nodes, &spheres, x, y));
        }
    }
    let hits = out.iter().filter(|o| o[0] > 0.0).count();
    assert!((60..160).contains(&hits), "{hits}");
    println!("bvh: {hits} rays hit");
    Ok(())
}
