#[vyre::kernel]
fn find(data: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    'rows: for row in 0..4 {
        for column in 0..4 {
            if data[row * 4 + column] == i {
                break 'row;
            }
        }
    }
    out[i] = 1;
}

fn main() {}
