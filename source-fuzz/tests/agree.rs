//! Every device gives what plain Rust gives.

use vyre_source_fuzz::PROGRAMS;

#[test]
fn kernels_give_what_plain_rust_gives() {
    let inputs = vyre_tests::values::random(1, 3 * 64, u32::MAX);
    // Small numbers, among which are indices and lengths.
    let small = |(at, value): (usize, u32)| if at % 2 == 0 { value % 9 } else { value };
    let inputs = Vec::from_iter(inputs.into_iter().enumerate().map(small));
    let mut wrong = Vec::new();
    for (seed, run, plain, host) in PROGRAMS {
        let invocation = |words: &[u32]| plain(words[0], words[1], words[2]);
        let expected = Vec::from_iter(inputs.chunks(3).map(invocation));
        if let Some(host) = host {
            // On the host a function with references is a launch of its own.
            for (at, words) in inputs.chunks(3).enumerate().take(8) {
                if host(words[0], words[1], words[2]) != expected[at] {
                    wrong.push(format!("program_{seed} on the host: invocation {at}"));
                }
            }
        }
        for device in vyre_tests::devices() {
            let mut out = vec![0; expected.len()];
            match run(&device, &inputs, &mut out) {
                Ok(()) => {
                    if let Some(at) = (0..out.len()).find(|at| out[*at] != expected[*at]) {
                        wrong.push(format!("program_{seed} on {device}: invocation {at}"));
                    }
                }
                Err(error) => wrong.push(format!("program_{seed} on {device}: {error}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), PROGRAMS.len(), wrong.join("\n"));
}
