//! The pattern files are what they say: their known behaviour, on an endless plane that knows nothing of words, and
//! the first generations of each in a world, against that plane.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use vyre_examples::rle::Pattern;
use vyre_examples::rule::Rule;
use vyre_examples::world::{Size, World};

const NAMES: [&str; 8] =
    ["acorn", "diehard", "glider", "gosper-gun", "line", "puffer", "r-pentomino", "replicator"];

fn pattern(name: &str) -> Pattern {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("patterns").join(name).with_extension("rle");
    std::fs::read_to_string(path).unwrap().parse().unwrap()
}

/// Living cells on an endless plane.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Plane(BTreeSet<(i32, i32)>);

impl Plane {
    fn of(pattern: &Pattern) -> Plane {
        let cells = |x: u32, length: u32| x as i32..(x + length) as i32;
        Plane(
            pattern.runs.iter().flat_map(|run| cells(run.x, run.length).map(|x| (x, run.y as i32))).collect(),
        )
    }

    fn step(&self, rule: Rule) -> Plane {
        let mut counts = BTreeMap::new();
        for &(x, y) in &self.0 {
            for (across, down) in (-1..=1).flat_map(|across| (-1..=1).map(move |down| (across, down))) {
                *counts.entry((x + across, y + down)).or_insert(0) += u32::from((across, down) != (0, 0));
            }
        }
        let lives = |&(cell, count): &((i32, i32), u32)| rule.lives(self.0.contains(&cell), count);
        Plane(counts.into_iter().filter(lives).map(|(cell, _)| cell).collect())
    }

    fn moved(&self, across: i32, down: i32) -> Plane {
        Plane(self.0.iter().map(|&(x, y)| (x + across, y + down)).collect())
    }

    fn holds(&self, other: &Plane) -> bool {
        self.0.is_superset(&other.0)
    }
}

/// The pattern after each of the generations.
fn run(name: &str, generations: &[u32]) -> Vec<Plane> {
    let pattern = pattern(name);
    let mut plane = Plane::of(&pattern);
    let mut planes = Vec::new();
    for generation in 0..=generations.iter().copied().max().unwrap() {
        if generations.contains(&generation) {
            planes.push(plane.clone());
        }
        plane = plane.step(pattern.rule);
    }
    planes
}

fn populations(name: &str, generations: &[u32]) -> Vec<usize> {
    run(name, generations).iter().map(|plane| plane.0.len()).collect()
}

#[test]
fn a_glider_moves_by_a_cell_each_way_in_four_generations() {
    let planes = run("glider", &[0, 1, 2, 3, 4]);
    assert_eq!(planes[4], planes[0].moved(1, 1));
    assert!(planes[1..4].iter().all(|plane| plane.0.len() == 5));
}

#[test]
fn the_gun_fires_a_glider_every_thirty_generations() {
    let planes = run("gosper-gun", &[0, 30, 60, 90, 120]);
    let mut sizes = Vec::new();
    for (fired, plane) in planes.iter().enumerate() {
        assert!(plane.holds(&planes[0]), "the gun is what it was");
        sizes.push(plane.0.len() - 5 * fired);
    }
    assert_eq!(sizes, [36; 5]);
    // What was fired flies on: in 120 generations by thirty cells each way.
    let flying = Plane(planes[1].0.difference(&planes[0].0).copied().collect());
    let later = run("gosper-gun", &[150]);
    assert!(later[0].holds(&flying.moved(30, 30)));
}

#[test]
fn methuselahs_have_the_known_populations() {
    assert_eq!(populations("r-pentomino", &[1102, 1103, 1104, 1106]), [118, 116, 116, 116]);
    assert_eq!(populations("diehard", &[129, 130]), [2, 0]);
    assert_eq!(populations("acorn", &[1000]), [457]);
}

#[test]
#[ignore = "takes a while without optimisation"]
fn an_acorn_settles_after_5206_generations() {
    assert_eq!(populations("acorn", &[5205, 5206, 5207, 5300]), [635, 633, 633, 633]);
}

#[test]
fn the_puffer_moves_at_half_the_speed_of_light_and_leaves_debris() {
    let planes = run("puffer", &[0, 256, 384, 512]);
    let top = |plane: &Plane| plane.0.iter().map(|&(_, y)| y).min();
    let tops: Vec<_> = planes.iter().map(top).collect();
    assert_eq!(tops, [Some(0), Some(-128), Some(-192), Some(-256)]);
    let sizes: Vec<_> = planes[1..].iter().map(|plane| plane.0.len()).collect();
    assert_eq!(sizes, [154, 180, 206]);
}

#[test]
fn the_line_grows() {
    let pattern = pattern("line");
    assert_eq!((pattern.height, pattern.population()), (1, 28));
    assert_eq!(populations("line", &[500, 1000]), [314, 536]);
}

#[test]
fn the_replicator_copies_itself_in_high_life() {
    assert_eq!(pattern("replicator").rule.to_string(), "B36/S23");
    let planes = run("replicator", &[0, 12]);
    assert_eq!(planes[1].0.len(), 24);
    assert!(planes[1].holds(&planes[0].moved(2, 2)));
    assert!(planes[1].holds(&planes[0].moved(-2, -2)));
}

#[test]
fn worlds_agree_with_the_plane() {
    let size: Size = "128x128".parse().unwrap();
    for name in NAMES {
        let pattern = pattern(name);
        let mut world = World::with_pattern(size, &pattern).unwrap();
        let mut plane = Plane::of(&pattern);
        let (left, top) = ((128 - pattern.width as i32) / 2, (128 - pattern.height as i32) / 2);
        for generation in 0..=30 {
            let moved = plane.moved(left, top);
            let alive = |&(x, y): &(i32, i32)| world.lives(x as u32, y as u32);
            assert!(moved.0.iter().all(alive), "{name} after {generation} generations");
            assert_eq!(world.population(), moved.0.len() as u64, "{name} after {generation} generations");
            world = world.step(pattern.rule);
            plane = plane.step(pattern.rule);
        }
    }
}

#[test]
fn every_pattern_file_is_tested() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("patterns");
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, NAMES);
}
