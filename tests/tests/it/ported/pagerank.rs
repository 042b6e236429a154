//! PageRank (Pannotia, gunrock) in fixed point with 32 bits behind the point, against u128 and the textbook's ranks.

use crate::ported::devices;
use vyre::Device;
use vyre_tests::values::random;

/// 0.85 with 32 bits behind the point.
const DAMPING: u64 = 0xd999_999a;
const ONE: u64 = 1 << 32;

#[vyre::function]
fn times(a: u64, b: u64) -> u64 {
    let (low, high) = a.widening_mul(b);
    high << 32 | low >> 32
}

/// One round: page `i` is linked to by the pages `sources[starts[i]..starts[i + 1]]`.
#[vyre::kernel(workgroup_size = 64)]
fn rank(starts: &[u32], sources: &[u32], degrees: &[u32], old: &[u64], new: &mut [u64]) {
    let i = invocation_id().x;
    if i >= new.len() {
        return;
    }
    let links = &sources[starts[i]..starts[i + 1]];
    let mut sum = 0;
    for k in 0..links.len() {
        let source = links[k];
        sum += old[source] / u64::from(degrees[source]);
    }
    new[i] = ONE - DAMPING + times(DAMPING, sum);
}

/// The ranks after some rounds of a graph given by its links.
fn ranks(device: &Device, count: usize, links: &[(u32, u32)], rounds: u32) -> Vec<u64> {
    let (starts, sources, degrees) = incoming(count, links);
    let mut ranks = vec![ONE; count];
    for _ in 0..rounds {
        let mut new = vec![0; count];
        rank(&starts, &sources, &degrees, &ranks, &mut new).dispatch(device).unwrap();
        ranks = new;
    }
    ranks
}

fn incoming(count: usize, links: &[(u32, u32)]) -> (Vec<u32>, Vec<u32>, Vec<u32>) {
    let to = |page: u32| links.iter().filter(move |(_, to)| *to == page).map(|(from, _)| *from);
    let mut starts = vec![0];
    let mut sources = vec![];
    for page in 0..count as u32 {
        sources.extend(to(page));
        starts.push(sources.len() as u32);
    }
    let degrees = (0..count as u32).map(|page| links.iter().filter(|(from, _)| *from == page).count() as u32);
    (starts, sources, degrees.collect())
}

fn expected(count: usize, links: &[(u32, u32)], rounds: u32) -> Vec<u64> {
    let (starts, sources, degrees) = incoming(count, links);
    let mut ranks = vec![u128::from(ONE); count];
    for _ in 0..rounds {
        let of_page = |page: usize| {
            let links = &sources[starts[page] as usize..starts[page + 1] as usize];
            let sum: u128 = links
                .iter()
                .map(|&source| ranks[source as usize] / u128::from(degrees[source as usize]))
                .sum();
            u128::from(ONE - DAMPING) + ((sum * u128::from(DAMPING)) >> 32)
        };
        ranks = (0..count).map(of_page).collect();
    }
    ranks.into_iter().map(|rank| rank as u64).collect()
}

#[test]
fn random_graphs() {
    for (count, links) in [(1, 1), (40, 100), (300, 2000)] {
        let ends = random(count, 2 * links, count);
        let links: Vec<(u32, u32)> = ends.chunks(2).map(|ends| (ends[0], ends[1])).collect();
        for device in devices() {
            let found = ranks(&device, count as usize, &links, 10);
            assert_eq!(found, expected(count as usize, &links, 10), "{count} pages on {device}");
        }
    }
}

/// Four pages, in Rogers' "The Google PageRank algorithm and how it works": 1.49, 0.78, 1.58 and 0.15.
#[test]
fn the_example_of_rogers() {
    let links = [(0, 1), (0, 2), (1, 2), (2, 0), (3, 2)];
    for device in devices() {
        let ranks = ranks(&device, 4, &links, 60);
        let hundredths = ranks.into_iter().map(|rank| (rank * 100 + ONE / 2) / ONE).collect::<Vec<u64>>();
        assert_eq!(hundredths, [149, 78, 158, 15], "{device}");
    }
}
