//! Numbers with sixteen bits behind the point.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use std::ops::*;

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
    #[repr(transparent)]
    pub struct Fixed(pub i32);

    impl Fixed {
        const BITS: u32 = 16;
        pub const ONE: Fixed = Fixed(1 << Self::BITS);

        pub fn floor(self) -> i32 {
            self.0 >> Self::BITS
        }

        pub fn fraction(self) -> Fixed {
            Fixed(self.0 & (Self::ONE.0 - 1))
        }

        pub fn sqrt(self) -> Option<Fixed> {
            if self < Fixed::default() {
                return None;
            }
            if self == Fixed(0) {
                return Some(self);
            }
            let mut x = self.max(Self::ONE);
            loop {
                let next = (x + self / x) >> 1;
                if next >= x {
                    return Some(x);
                }
                x = next;
            }
        }
    }

    impl From<i16> for Fixed {
        fn from(x: i16) -> Self {
            Fixed(i32::from(x) << Self::BITS)
        }
    }

    macro_rules! linear {
        ($($trait:ident $method:ident $op:tt;)*) => {
            $(impl $trait for Fixed {
                type Output = Fixed;
                fn $method(self, other: Fixed) -> Fixed {
                    Fixed(self.0 $op other.0)
                }
            })*
        };
    }

    linear! {
        Add add +;
        Sub sub -;
        Rem rem %;
    }

    impl Mul for Fixed {
        type Output = Fixed;
        fn mul(self, other: Fixed) -> Fixed {
            Fixed((self.0 as i64 * other.0 as i64 >> Self::BITS) as i32)
        }
    }

    impl Div for Fixed {
        type Output = Fixed;
        fn div(self, other: Fixed) -> Fixed {
            Fixed((((self.0 as i64) << Self::BITS) / other.0 as i64) as i32)
        }
    }

    impl Shr<u32> for Fixed {
        type Output = Fixed;
        fn shr(self, by: u32) -> Fixed {
            Fixed(self.0 >> by)
        }
    }

    impl SubAssign<Fixed> for Fixed {
        fn sub_assign(&mut self, other: Fixed) {
            self.0 -= other.0;
        }
    }

    #[kernel]
    pub fn roots(xs: &[i32], ys: &[i16], out: &mut [i32], rest: &mut [i32]) {
        let i = invocation_id().x as usize;
        if i < xs.len() {
            let (x, y) = (Fixed(xs[i]), Fixed::from(ys[i]));
            out[i] = x.sqrt().map_or(-1, |root| root.0);
            let mut z = x * Fixed(1 << 15) % (y + Fixed::ONE);
            z -= x.fraction();
            rest[i] = z.0 + z.clamp(Fixed(-5), Fixed::ONE).floor();
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let xs = [0, 1 << 16, 2 << 16, -(3 << 16), 10_000 << 16, 12345, 3, 1 << 30];
    let ys = [1, 2, 3, -4, 5, 100, -7, 1];
    let (mut out, mut rest) = ([0; 8], [0; 8]);
    kernels::roots(&xs, &ys, &mut out, &mut rest).dispatch(device)?;
    for k in 0..8 {
        let (x, y) = (xs[k] as i64, (ys[k] as i64) << 16);
        if x < 0 {
            assert_eq!(out[k], -1);
        } else {
            let exact = ((x as f64 / 65536.0).sqrt() * 65536.0) as i64;
            assert!((out[k] as i64 - exact).abs() <= 2, "{x}: {} {exact}", out[k]);
        }
        let z = (x * 32768 >> 16) % (y + 65536) - (x & 0xffff);
        assert_eq!(rest[k] as i64, z + (z.clamp(-5, 65536) >> 16));
    }
    Ok(())
}
