use vyre::prelude::*;

const BINS: usize = 64;

#[vyre::function]
fn luminance([r, g, b, _]: [u8; 4]) -> u8 {
    ((u32::from(r) * 299 + u32::from(g) * 587 + u32::from(b) * 114) / 1000) as u8
}

#[vyre::kernel(workgroup_size = 128)]
fn histogram(pixels: &[[u8; 4]], bins: &[AtomicU32]) {
    let local = workgroup_array::<AtomicU32, BINS>();
    let i = invocation_id().x as usize;
    if let Some(&pixel) = pixels.get(i) {
        let level: u8 = luminance(pixel);
        local[level as usize * BINS / 256].fetch_add(1);
    }
    barrier();
    for bin in (local_id().x as usize..BINS).step_by(workgroup_size().x as usize) {
        let count = local[bin].load();
        if count > 0 {
            bins[bin].fetch_add(count);
        }
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn equalise(bins: &[u32], table: &mut [u8]) {
    let total: u32 = bins.iter().sum();
    let first = bins.iter().copied().find(|&n| n > 0).unwrap_or(0);
    let mut running = 0;
    for (slot, &n) in table.iter_mut().zip(bins) {
        running += n;
        *slot = if total == first { 0 } else { ((running - first) * 255 / (total - first)) as u8 };
    }
}

pub fn test(device: &Device) -> Result<(), vyre::Error> {
    let pixels: Vec<[u8; 4]> =
        (0..1000u32).map(|n| [(n * 7) as u8, (n * n) as u8, (n / 3) as u8, 255]).collect();
    let mut bins = vec![0u32; BINS];
    histogram(&pixels, &mut bins).invocations([1000, 1, 1]).dispatch(device)?;
    let mut expected = vec![0u32; BINS];
    for p in &pixels {
        let l = (p[0] as u32 * 299 + p[1] as u32 * 587 + p[2] as u32 * 114) / 1000;
        expected[l as usize / 4] += 1;
    }
    assert_eq!(bins, expected);
    let mut table = vec![0u8; BINS];
    equalise(&bins, &mut table).dispatch(device)?;
    let first = *expected.iter().find(|n| **n > 0).unwrap();
    let mut running = 0;
    for (n, t) in expected.iter().zip(&table) {
        running += n;
        assert_eq!(*t as u32, (running - first) * 255 / (1000 - first));
    }
    Ok(())
}
