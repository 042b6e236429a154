struct Number;

impl Number {
    #[vyre::function]
    fn double(&self, x: u32) -> u32 {
        x * 2
    }
}

fn main() {}
