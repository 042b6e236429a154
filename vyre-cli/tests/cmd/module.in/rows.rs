#[kernel]
fn sums(a: &[[u32; 3]], b: &[[[i64; 2]; 2]], c: &[f64], by: [u16; 3], out: &mut [i64], back: &mut [[f64; 2]]) {
    let i = invocation_id().x as usize;
    if i < out.len() {
        out[i] = (a[i][0] + a[i][1] * 10 + a[i][2] * 100) as i64 + b[i][0][1] * b[i][1][0] + by[2] as i64;
        back[i] = [c[i], c[i] * 2.0];
    }
}
