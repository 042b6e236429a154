//! A struct of another file, with its methods.

#[vyre::data]
pub(crate) struct Arrow {
    pub(crate) x: f32,
    pub(crate) y: f32,
}

#[vyre::function]
impl Arrow {
    pub(crate) fn doubled(self) -> Self {
        Arrow { x: self.x * 2.0, y: self.y * 2.0 }
    }

    pub(crate) fn plus(self, other: Arrow) -> Arrow {
        Arrow { x: self.x + other.x, y: self.y + other.y }
    }

    pub(crate) fn dot(self, other: Arrow) -> f32 {
        self.x * other.x + self.y * other.y
    }

    pub(crate) fn count(&self) -> u8 {
        200
    }
}
