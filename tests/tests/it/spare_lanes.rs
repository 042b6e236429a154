//! Workgroups that are no multiple of the vectors in which a CPU executes them, and that wait for each other in loops.
//!
//! Mesa's lavapipe (22.3) executes the spare lanes of a workgroup's last vector as well, with zeros for what they load. They stayed in loops that all others had left,
//! waited there, and what came behind was not executed for the invocations of that vector.

use vyre_tests::evaluated::check;

const SIZES: [[u32; 3]; 12] = [
    [1, 1, 1],
    [3, 1, 1],
    [7, 1, 1],
    [8, 1, 1],
    [9, 1, 1],
    [3, 5, 1],
    [16, 1, 1],
    [17, 1, 1],
    [2, 3, 4],
    [31, 1, 1],
    [5, 5, 3],
    [100, 1, 1],
];

fn check_sizes(body: &str) {
    for [x, y, z] in SIZES {
        let text = format!(
            "program workgroup_size {x}, {y}, {z}
             buffer c: read u32 @ 0 buffer out: read_write u32 @ 1 buffer w: workgroup u32[128]
             entry {{
                 let at = local_id.x + {x} * (local_id.y + {y} * local_id.z);
                 let i = at + {} * workgroup_id.x;
                 let sum = 0;
                 {body}
                 out[i] = sum;
             }}",
            x * y * z
        );
        check(&text, [3, 1, 1], &[&[8, 3, 5], &vec![0; (3 * x * y * z) as usize]]);
    }
}

#[test]
fn a_loop_that_loaded_data_leave() {
    check_sizes("for k in 0..100 { barrier; if c[0] { if k { break; } sum = sum + i + 1; } }");
    check_sizes("for k in 0..100 { if c[0] { if k { break; } sum = sum + i + 1; } barrier; }");
}

#[test]
fn a_loop_that_loaded_data_end() {
    check_sizes("for k in 0..20 - c[1] { barrier; sum = sum + k * i; } barrier; sum = sum + 1;");
    check_sizes("for k in c[1]..20 { if k < c[2] { continue; } barrier; sum = sum + k * i; }");
}

#[test]
fn a_kernel_that_ends_in_a_loop() {
    check_sizes("for k in 0..100 { barrier; out[i] = k * i; if k == c[2] { return; } }");
}

#[test]
fn what_a_workgroup_shares_in_a_loop() {
    check_sizes(
        "for k in 0..50 {
             w[at] = at * k + c[1];
             barrier;
             sum = sum + w[0] + w[at];
             barrier;
             if k == c[0] { break; }
         }",
    );
}
