//! `for` over what Rust iterates over: a buffer, its elements, a list, a list of tuples and a table.

#[vyre::kernel]
fn over_a_buffer(input: &[u32], out: &mut [u32]) {
    for x in input {
        out[0] += x;
    }
}

#[vyre::kernel]
fn over_elements(input: &[u32], out: &mut [u32]) {
    for x in input.iter() {
        out[0] += x;
    }
}

#[vyre::kernel]
fn over_a_list(out: &mut [u32], n: u32) {
    for i in [n, n + 1] {
        out[i] = 1;
    }
}

#[vyre::kernel]
fn over_a_list_of_tuples(out: &mut [u32], n: u32) {
    for (place, value) in [(0, n), (1, n + 1)] {
        out[place] = value;
    }
}

const STEPS: [u32; 3] = [1, 2, 3];

#[vyre::kernel]
fn over_a_table(out: &mut [u32]) {
    for step in &STEPS {
        out[0] += step;
    }
}
