//! The matrix Q of a magnetic resonance image (Parboil's mri-q), sines and cosines in f32, against f64.

use crate::ported::devices;
use core::f32::consts::TAU;
use vyre_tests::values::random;

#[vyre::data]
struct Sample {
    k: [f32; 3],
    magnitude: f32,
}

#[vyre::kernel(workgroup_size = 64)]
fn compute_q(samples: &Uniform<[Sample]>, voxels: &[[f32; 3]], real: &mut [f32], imaginary: &mut [f32]) {
    fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }
    let i = invocation_id().x;
    if i >= voxels.len() {
        return;
    }
    let mut q = (0.0, 0.0);
    for s in 0..samples.len() {
        let Sample { k, magnitude } = samples[s];
        let angle = TAU * dot(k, voxels[i]);
        q.0 += magnitude * angle.cos();
        q.1 += magnitude * angle.sin();
    }
    (real[i], imaginary[i]) = q;
}

#[test]
fn random_samples() {
    let number = |n: u32| n as f32 / 1000.0 - 1.0;
    let triples = |seed, count: u32| -> Vec<[f32; 3]> {
        random(seed, 3 * count, 2001).chunks(3).map(|n| [number(n[0]), number(n[1]), number(n[2])]).collect()
    };
    let samples: Vec<Sample> =
        triples(1, 40).into_iter().map(|k| Sample { k, magnitude: k[0] * k[0] + k[1] * k[1] }).collect();
    let voxels = triples(2, 300);
    let mut first: Option<Vec<u32>> = None;
    for device in devices() {
        let (mut real, mut imaginary) = (vec![0.0; voxels.len()], vec![0.0; voxels.len()]);
        compute_q(&samples, &voxels, &mut real, &mut imaginary).dispatch(&device).unwrap();
        for (i, voxel) in voxels.iter().enumerate() {
            let (mut re, mut im) = (0.0, 0.0);
            for sample in &samples {
                let dot: f64 = (0..3).map(|k| f64::from(sample.k[k]) * f64::from(voxel[k])).sum();
                let (sin, cos) = (std::f64::consts::TAU * dot).sin_cos();
                re += f64::from(sample.magnitude) * cos;
                im += f64::from(sample.magnitude) * sin;
            }
            let distance = (f64::from(real[i]) - re).hypot(f64::from(imaginary[i]) - im);
            assert!(distance < 1e-4, "{i} is off by {distance} on {device}");
        }
        let bits: Vec<u32> = real.iter().chain(&imaginary).map(|x| x.to_bits()).collect();
        assert_eq!(*first.get_or_insert_with(|| bits.clone()), bits, "the same bits on {device}");
    }
}
