//! Graphs as lists of neighbours behind one another: those of the vertex `v` are `targets[offsets[v]]` to `targets[offsets[v + 1]]`, so of n vertices there are n + 1 offsets.

use crate::{Buffer, Error};
use vyre_macros::{function, kernel};

const NOWHERE: u32 = u32::MAX;

/// The vertex at which each edge begins: the last one whose list does not begin behind the edge.
#[kernel(crate = crate)]
fn sources_of(offsets: &[u32], sources: &mut [u32]) {
    let i = invocation_id().x;
    if i < sources.len() {
        let (mut low, mut high) = (0u32, offsets.len() - 1);
        while low + 1 < high {
            let middle = low + (high - low) / 2;
            if offsets[middle] <= i {
                low = middle;
            } else {
                high = middle;
            }
        }
        let is_edge = offsets[low] <= i && i < offsets[offsets.len() - 1];
        sources[i] = if is_edge { low } else { 0xffff_ffff };
    }
}

/// The first list whose bounds are in no order or past the end, and the first edge to a vertex that is not there.
#[kernel(crate = crate)]
fn find_wrong(offsets: &[u32], targets: &[u32], wrong: &[AtomicU32]) {
    let i = invocation_id().x;
    let vertices = offsets.len() - 1;
    if i < vertices && (offsets[i] > offsets[i + 1] || offsets[i + 1] > targets.len()) {
        wrong[0].fetch_min(i);
    }
    if i < targets.len() && targets[i] >= vertices {
        wrong[1].fetch_min(i);
    }
}

/// A graph whose lists hold.
struct Graph<'a> {
    offsets: &'a Buffer<u32>,
    /// Where each edge begins.
    sources: Buffer<u32>,
    vertices: usize,
}

impl Graph<'_> {
    fn of<'a>(offsets: &'a Buffer<u32>, targets: &'a Buffer<u32>) -> Result<Graph<'a>, Error> {
        let (device, vertices) = (offsets.device(), offsets.len().saturating_sub(1));
        let mut sources = device.zeros(targets.len())?;
        if vertices > 0 {
            let mut wrong = device.buffer(&[NOWHERE; 2])?;
            let most = vertices.max(targets.len()) as u32;
            find_wrong(offsets, targets, &mut wrong).invocations([most, 1, 1]).dispatch(device)?;
            let wrong = wrong.read()?;
            if let Some(&at) = wrong.first().filter(|at| **at != NOWHERE) {
                let ends = offsets.read_range(at as usize..at as usize + 2)?;
                return Err(Error::Range {
                    start: ends[0].into(),
                    end: ends[1].into(),
                    len: targets.len() as u64,
                });
            }
            if let Some(&at) = wrong.get(1).filter(|at| **at != NOWHERE) {
                let target = targets.read_range(at as usize..at as usize + 1)?;
                return Err(no_vertex(target[0], vertices));
            }
            if !targets.is_empty() {
                sources_of(offsets, &mut sources).dispatch(device)?;
            }
        } else if !targets.is_empty() {
            return Err(no_vertex(0, 0));
        }
        Ok(Graph { offsets, sources, vertices })
    }

    /// Distances with nothing but the source.
    fn start(&self, source: u32) -> Result<Buffer<u32>, Error> {
        if source as usize >= self.vertices {
            return Err(no_vertex(source, self.vertices));
        }
        let distances = self.offsets.device().buffer(&vec![NOWHERE; self.vertices])?;
        distances.write_at(source as usize, &[0])?;
        Ok(distances)
    }
}

fn no_vertex(vertex: u32, vertices: usize) -> Error {
    Error::Range { start: vertex.into(), end: u64::from(vertex) + 1, len: vertices as u64 }
}

/// Whether a round has noted that it changed something. It is taken back.
fn has_changed(note: &Buffer<u32>) -> Result<bool, Error> {
    let changed = note.read()?.first().is_some_and(|note| *note != 0);
    if changed {
        note.write(&[0])?;
    }
    Ok(changed)
}

#[kernel(crate = crate)]
fn bfs_level(sources: &[u32], targets: &[u32], levels: &[AtomicU32], level: u32, changed: &[AtomicU32]) {
    let i = invocation_id().x;
    if i < sources.len() && sources[i] != 0xffff_ffff {
        // A neighbour sets what is behind this level alone.
        if levels[sources[i]].load() == level {
            let before = levels[targets[i]].fetch_min(level + 1);
            if before > level + 1 {
                changed[0].fetch_max(1);
            }
        }
    }
}

/// The number of edges on the shortest way from a vertex to each, and `u32::MAX` where there is none.
///
/// ```
/// let device = vyre::Device::cpu();
/// // 0 -> 1 -> 2, and 3 by itself.
/// let (offsets, targets) = (device.buffer(&[0u32, 1, 2, 2, 2])?, device.buffer(&[1u32, 2])?);
/// assert_eq!(vyre::algorithms::graph::bfs(&offsets, &targets, 0)?.read()?, [0, 1, 2, u32::MAX]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// [`Error::Range`] if the source or a target is no vertex, or if offsets are in no order; or what a launch and a read can fail with.
pub fn bfs(offsets: &Buffer<u32>, targets: &Buffer<u32>, source: u32) -> Result<Buffer<u32>, Error> {
    let (graph, device) = (Graph::of(offsets, targets)?, offsets.device());
    let mut levels = graph.start(source)?;
    let mut changed = device.zeros(1)?;
    let mut level = 0;
    while !targets.is_empty() {
        bfs_level(&graph.sources, targets, &mut levels, level, &mut changed)
            .invocations([targets.len() as u32, 1, 1])
            .dispatch(device)?;
        if !has_changed(&changed)? {
            break;
        }
        level += 1;
    }
    Ok(levels)
}

#[kernel(crate = crate)]
fn identities(out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = i;
    }
}

/// Both ends of an edge, and what they stood for so far, learn of the lesser of the two. All reads are of the round before, so that no order of invocations shows.
#[kernel(crate = crate)]
fn hook(sources: &[u32], targets: &[u32], labels: &[u32], next: &[AtomicU32], changed: &[AtomicU32]) {
    let i = invocation_id().x;
    if i < sources.len() && sources[i] != 0xffff_ffff {
        let (a, b) = (labels[sources[i]], labels[targets[i]]);
        if a != b {
            let least = a.min(b);
            next[sources[i]].fetch_min(least);
            next[targets[i]].fetch_min(least);
            next[a.max(b)].fetch_min(least);
            changed[0].fetch_max(1);
        }
    }
}

#[kernel(crate = crate)]
fn shortcut(labels: &[u32], next: &mut [u32]) {
    let i = invocation_id().x;
    if i < next.len() {
        next[i] = labels[labels[i]];
    }
}

/// The least vertex of the component of each vertex. Edges count in both directions.
///
/// ```
/// let device = vyre::Device::cpu();
/// // 2 -> 0 and 3 -> 1.
/// let (offsets, targets) = (device.buffer(&[0u32, 0, 0, 1, 2])?, device.buffer(&[0u32, 1])?);
/// assert_eq!(vyre::algorithms::graph::connected_components(&offsets, &targets)?.read()?, [0, 1, 0, 1]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// [`Error::Range`] if a target is no vertex, or if offsets are in no order; or what a launch and a read can fail with.
pub fn connected_components(offsets: &Buffer<u32>, targets: &Buffer<u32>) -> Result<Buffer<u32>, Error> {
    let (graph, device) = (Graph::of(offsets, targets)?, offsets.device());
    let mut labels = device.zeros(graph.vertices)?;
    if graph.vertices == 0 {
        return Ok(labels);
    }
    identities(&mut labels).dispatch(device)?;
    let mut changed = device.zeros(1)?;
    while !targets.is_empty() {
        let mut next = labels.copy()?;
        hook(&graph.sources, targets, &labels, &mut next, &mut changed)
            .invocations([targets.len() as u32, 1, 1])
            .dispatch(device)?;
        if !has_changed(&changed)? {
            break;
        }
        shortcut(&next, &mut labels).dispatch(device)?;
    }
    Ok(labels)
}

#[kernel(crate = crate)]
fn relax(
    sources: &[u32],
    targets: &[u32],
    weights: &[u32],
    before: &[u32],
    next: &[AtomicU32],
    changed: &[AtomicU32],
) {
    let i = invocation_id().x;
    if i < sources.len() && sources[i] != 0xffff_ffff {
        let distance = before[sources[i]];
        // What does not fit is no way.
        if distance <= 0xffff_ffff - weights[i] && distance + weights[i] < before[targets[i]] {
            next[targets[i]].fetch_min(distance + weights[i]);
            changed[0].fetch_max(1);
        }
    }
}

/// The least sum of weights on a way from a vertex to each, and `u32::MAX` where there is none, or none of less than that.
///
/// ```
/// let device = vyre::Device::cpu();
/// // 0 -> 1 for 9, 0 -> 2 for 1, 2 -> 1 for 3.
/// let (offsets, targets) = (device.buffer(&[0u32, 2, 2, 3])?, device.buffer(&[1u32, 2, 1])?);
/// let weights = device.buffer(&[9u32, 1, 3])?;
/// assert_eq!(vyre::algorithms::graph::shortest_paths(&offsets, &targets, &weights, 0)?.read()?, [0, 4, 1]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`] if there are not as many weights as targets; [`Error::Range`] if the source or a target is no vertex, or if offsets are in no order; or what a launch and a
/// read can fail with.
pub fn shortest_paths(
    offsets: &Buffer<u32>,
    targets: &Buffer<u32>,
    weights: &Buffer<u32>,
    source: u32,
) -> Result<Buffer<u32>, Error> {
    if weights.len() != targets.len() {
        return Err(Error::Length { expected: targets.len() as u64, got: weights.len() as u64 });
    }
    let (graph, device) = (Graph::of(offsets, targets)?, offsets.device());
    let mut distances = graph.start(source)?;
    let mut changed = device.zeros(1)?;
    while !targets.is_empty() {
        let mut next = distances.copy()?;
        relax(&graph.sources, targets, weights, &distances, &mut next, &mut changed)
            .invocations([targets.len() as u32, 1, 1])
            .dispatch(device)?;
        if !has_changed(&changed)? {
            break;
        }
        distances = next;
    }
    Ok(distances)
}

/// How many vertices are behind both ends of an edge.
#[kernel(crate = crate)]
fn common_neighbours(offsets: &[u32], targets: &[u32], sources: &[u32], sums: &mut [u64]) {
    let i = invocation_id().x;
    let mut count = 0u32;
    if i < sources.len() {
        let (mut a, mut b) = (offsets[sources[i]], offsets[targets[i]]);
        let (end, other_end) = (offsets[sources[i] + 1], offsets[targets[i] + 1]);
        while a < end && b < other_end {
            let (left, right) = (targets[a], targets[b]);
            count += if left == right { 1 } else { 0 };
            a += if left <= right { 1 } else { 0 };
            b += if right <= left { 1 } else { 0 };
        }
    }
    let sum = workgroup_sum(count as u64);
    if local_id().x == 0 {
        sums[workgroup_id().x] = sum;
    }
}

/// How many sets of three vertices there are with an edge between each two. Edges count in both directions, and several of them once.
///
/// ```
/// let device = vyre::Device::cpu();
/// // 0 -> 1, 0 -> 2, 1 -> 2.
/// let (offsets, targets) = (device.buffer(&[0u32, 2, 3, 3])?, device.buffer(&[1u32, 2, 2])?);
/// assert_eq!(vyre::algorithms::graph::triangle_count(&offsets, &targets)?, 1);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// [`Error::Range`] if a target is no vertex, or if offsets are in no order; or what a launch and a read can fail with.
pub fn triangle_count(offsets: &Buffer<u32>, targets: &Buffer<u32>) -> Result<u64, Error> {
    let (graph, device) = (Graph::of(offsets, targets)?, offsets.device());
    // Each edge once, from the end of fewer edges, so that no list is long.
    let edges = graph.sources.read()?.into_iter().zip(targets.read()?);
    let mut edges: Vec<(u32, u32)> =
        edges.filter(|(a, b)| *a != NOWHERE && a != b).map(|(a, b)| (a.min(b), a.max(b))).collect();
    edges.sort_unstable();
    edges.dedup();
    let mut degrees = vec![0u32; graph.vertices];
    for (a, b) in &edges {
        degrees[*a as usize] += 1;
        degrees[*b as usize] += 1;
    }
    let rank = |vertex: u32| (degrees[vertex as usize], vertex);
    for (a, b) in &mut edges {
        if rank(*a) > rank(*b) {
            std::mem::swap(a, b);
        }
    }
    edges.sort_unstable();
    if edges.is_empty() {
        return Ok(0);
    }
    let mut lists = vec![0u32; graph.vertices + 1];
    edges.iter().for_each(|(a, _)| lists[*a as usize + 1] += 1);
    for at in 1..lists.len() {
        lists[at] += lists[at - 1];
    }
    let (sources, targets): (Vec<u32>, Vec<u32>) = edges.into_iter().unzip();
    let groups = sources.len().div_ceil(256);
    let mut sums = device.zeros::<u64>(groups)?;
    common_neighbours(
        &device.buffer(&lists)?,
        &device.buffer(&targets)?,
        &device.buffer(&sources)?,
        &mut sums,
    )
    .workgroups([groups as u32, 1, 1])
    .dispatch(device)?;
    Ok(sums.read()?.into_iter().sum())
}

/// The sum by the balanced tree that splits at the largest power of two below the length, of the ranks that some vertices hand on.
#[function(crate = crate)]
fn tree_sum(handed: &[f32], sources: &[u32], from: u32, to: u32) -> f32 {
    // The sum of 2^k elements waits in the place k, where the bit k of the number of elements is set.
    let mut waiting = [0.0f32; 32];
    let mut count = 0u32;
    for at in from..to {
        let mut sum = handed[sources[at]];
        count += 1;
        for level in 0..count.trailing_zeros() {
            sum = waiting[level] + sum;
        }
        waiting[count.trailing_zeros()] = sum;
    }
    let (mut sum, mut has_any) = (0.0f32, false);
    for level in 0..32u32 {
        if (count >> level) & 1 == 1 {
            sum = if has_any { waiting[level] + sum } else { waiting[level] };
            has_any = true;
        }
    }
    sum
}

#[kernel(crate = crate)]
fn hand_on(ranks: &[f32], degrees: &[u32], handed: &mut [f32]) {
    let i = invocation_id().x;
    if i < handed.len() {
        handed[i] = if degrees[i] == 0 { ranks[i] } else { ranks[i] / degrees[i] as f32 };
    }
}

#[kernel(crate = crate, workgroup_size = 64)]
fn take_over(handed: &[f32], starts: &[u32], sources: &[u32], lost: &[f32], damping: f32, ranks: &mut [f32]) {
    let i = invocation_id().x;
    if i < ranks.len() {
        let n = ranks.len() as f32;
        let sum: f32 = tree_sum(handed, sources, starts[i], starts[i + 1]);
        ranks[i] = (1.0 - damping) / n + damping * (sum + lost[0] / n);
    }
}

#[kernel(crate = crate)]
fn gather(from: &[f32], places: &[u32], out: &mut [f32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = from[places[i]];
    }
}

/// Ranks after some rounds, of which each makes `(1 - damping) / n + damping * (sum + lost / n)` of what the vertices with an edge to one hand on to it: their rank divided by the
/// number of their edges. `lost` is the sum of the ranks of vertices without edges. All begin with `1 / n`. The sums are of the balanced tree that
/// [`reduce::sum_tree`](crate::reduce::sum_tree) has, in the order of the vertices that hand on.
///
/// ```
/// let device = vyre::Device::cpu();
/// // 0 -> 1 and 1 -> 0.
/// let (offsets, targets) = (device.buffer(&[0u32, 1, 2])?, device.buffer(&[1u32, 0])?);
/// let ranks = vyre::algorithms::graph::pagerank(&offsets, &targets, 0.85, 10)?;
/// assert!(ranks.read()?.iter().all(|rank| (rank - 0.5).abs() < 1e-6));
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// [`Error::Range`] if a target is no vertex, or if offsets are in no order; or what a launch and a read can fail with.
pub fn pagerank(
    offsets: &Buffer<u32>,
    targets: &Buffer<u32>,
    damping: f32,
    rounds: u32,
) -> Result<Buffer<f32>, Error> {
    let (graph, device) = (Graph::of(offsets, targets)?, offsets.device());
    let n = graph.vertices;
    let mut ranks = device.buffer(&vec![1.0 / n as f32; n])?;
    if n == 0 {
        return Ok(ranks);
    }
    let ends = offsets.read()?;
    let degrees: Vec<u32> = ends.windows(2).map(|ends| ends[1] - ends[0]).collect();
    // The edges by the vertex at which they end. The sort keeps the order of those at which they begin.
    let edges = graph.sources.read()?.into_iter().zip(targets.read()?);
    let mut edges: Vec<(u32, u32)> = edges.filter(|(source, _)| *source != NOWHERE).collect();
    edges.sort_by_key(|(_, target)| *target);
    let mut starts = vec![0u32; n + 1];
    edges.iter().for_each(|(_, target)| starts[*target as usize + 1] += 1);
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    let sources: Vec<u32> = edges.into_iter().map(|(source, _)| source).collect();
    let without: Vec<u32> =
        (0..).zip(&degrees).filter(|(_, degree)| **degree == 0).map(|(vertex, _)| vertex).collect();
    let (degrees, starts, sources) =
        (device.buffer(&degrees)?, device.buffer(&starts)?, device.buffer(&sources)?);
    let (lost, mut handed) = (device.buffer(&[0.0f32])?, device.zeros::<f32>(n)?);
    let places = device.buffer(&without)?;
    let mut of_lost = device.zeros::<f32>(without.len())?;
    for _ in 0..rounds {
        hand_on(&ranks, &degrees, &mut handed).dispatch(device)?;
        if !without.is_empty() {
            gather(&ranks, &places, &mut of_lost).dispatch(device)?;
            lost.write(&[crate::reduce::sum_tree(&of_lost)?])?;
        }
        take_over(&handed, &starts, &sources, &lost, damping, &mut ranks).dispatch(device)?;
    }
    Ok(ranks)
}
