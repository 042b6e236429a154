#[vyre::function(workgroup_size = 64)]
fn double(x: u32) -> u32 {
    x * 2
}

fn main() {}
