//! Where several ways meet: behind an `If`, at the head of a loop, and behind it.

use super::{Frame, Graph, Version};
use crate::{Event, Node, walk};
use std::collections::{BTreeSet, HashMap};

/// The variables that each loop assigns, by the loop's place.
pub(super) type Assigned = HashMap<usize, BTreeSet<usize>>;

/// Finds the variables that loops assign, those of the loops within them included.
pub(super) fn assigned(nodes: &[Node], resolved: &[Option<usize>]) -> Assigned {
    let mut assigned = Assigned::new();
    let mut open = Vec::new();
    walk(nodes, |event| match event {
        Event::Enter { place, node: Node::Loop { .. }, .. } => {
            open.push(place);
            assigned.insert(place, BTreeSet::new());
        }
        Event::Leave { place, node: Node::Loop { .. } } => {
            open.pop();
            // What an inner loop assigns, the outer one does.
            if let (Some(outer), Some(inner)) = (open.last(), assigned.get(&place).cloned())
                && let Some(outer) = assigned.get_mut(outer)
            {
                outer.extend(inner);
            }
        }
        Event::Enter { place, node: Node::Assign { .. }, .. } => {
            if let (Some(around), Some(variable)) = (open.last(), resolved[place])
                && let Some(around) = assigned.get_mut(around)
            {
                around.insert(variable);
            }
        }
        _ => {}
    });
    assigned
}

impl Graph<'_> {
    /// The variables that have changed since there were so many changes, and what they are now. Only what was there before.
    pub(super) fn changed_since(&self, mark: usize) -> Vec<(usize, Version)> {
        let mut changed = BTreeSet::new();
        for change in &self.changes[mark..] {
            changed.insert(change.variable);
        }
        let now = |variable: usize| Some((variable, self.versions[variable]?));
        changed.into_iter().filter_map(now).collect()
    }

    /// Makes variables what they were before the changes from `mark` on, and keeps the changes.
    pub(super) fn restore(&mut self, mark: usize) {
        for at in (mark..self.changes.len()).rev() {
            let (variable, before) = (self.changes[at].variable, self.changes[at].before);
            self.versions[variable] = before;
        }
    }

    /// Joins what the arms of an `If` have made of variables.
    pub(super) fn merge(&mut self, frame: &Frame) {
        if self.assigned.is_none() {
            return;
        }
        let second = self.second_arm(frame);
        let second_falls = self.falls;
        self.falls |= frame.first_falls;
        let first: HashMap<usize, Version> = frame.first.iter().copied().collect();
        for (variable, [now, base]) in second {
            let then = first.get(&variable).copied().unwrap_or(base);
            let after = match (frame.first_falls, second_falls) {
                (true, true) => self.meet([then, now], frame.cond),
                (true, false) => then,
                (false, _) => now,
            };
            self.set(variable, after, None);
        }
    }

    /// For each variable that an arm has changed: what it is after the second arm, and what it was before the `If`.
    fn second_arm(&self, frame: &Frame) -> Vec<(usize, [Version; 2])> {
        let mut before: HashMap<usize, Option<Version>> = HashMap::new();
        for change in &self.changes[frame.changes..] {
            before.entry(change.variable).or_insert(change.before);
        }
        let mut all: Vec<(usize, [Version; 2])> = before
            .into_iter()
            // What an arm has declared ends with it.
            .filter_map(|(variable, base)| Some((variable, [self.versions[variable]?, base?])))
            .collect();
        all.sort_unstable_by_key(|(variable, _)| *variable);
        all
    }

    /// The version of a variable where two ways meet.
    fn meet(&mut self, [one, other]: [Version; 2], cond: usize) -> Version {
        if one == other {
            return one;
        }
        let version = self.version();
        self.depend_on(version.vertex, one);
        self.depend_on(version.vertex, other);
        self.edge(cond, version.vertex);
        version
    }

    /// Gives the variables that a loop assigns the versions that they have at its head.
    pub(super) fn begin_rounds(&mut self, place: usize) {
        let Some(assigned) = &self.assigned else { return };
        let variables: Vec<usize> = assigned.get(&place).into_iter().flatten().copied().collect();
        let mut heads = Vec::new();
        for variable in variables {
            // What is declared in the loop begins anew in each round.
            if let Some(before) = self.versions[variable] {
                let head = self.version();
                self.depend_on(head.vertex, before);
                heads.push((variable, head));
            }
        }
        for (variable, head) in &heads {
            self.set(*variable, *head, None);
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.heads = heads;
        }
    }

    /// Leads what a loop has made of variables back to its head, and gives them the versions that they have behind it.
    pub(super) fn end_rounds(&mut self, frame: &Frame) {
        let falls = std::mem::replace(&mut self.falls, true);
        if self.assigned.is_none() {
            return;
        }
        let mut made: HashMap<usize, Vec<(Version, Option<usize>)>> = HashMap::new();
        if frame.has_jumps {
            // A jump may have come from any place, so any version may be there, and who assigned it depends on where that was.
            for change in &self.changes[frame.changes..] {
                made.entry(change.variable).or_default().push((change.after, change.control));
            }
        }
        for &(variable, head) in &frame.heads {
            if let (true, Some(last)) = (falls, self.versions[variable]) {
                self.depend_on(head.vertex, last);
            }
            let behind = self.version();
            self.edge(head.vertex, behind.vertex);
            self.edge(frame.cond, behind.vertex);
            for (version, control) in made.remove(&variable).unwrap_or_default() {
                for meeting in [head.vertex, behind.vertex] {
                    self.depend_on(meeting, version);
                    control.into_iter().for_each(|control| self.edge(control, meeting));
                }
            }
            self.versions[variable] = Some(behind);
        }
        // What was made inside is seen from outside as what is behind the loop.
        let before: HashMap<usize, Option<Version>> = self
            .changes
            .drain(frame.changes..)
            .rev()
            .map(|change| (change.variable, change.before))
            .collect();
        for &(variable, _) in &frame.heads {
            if let (Some(before), Some(after)) = (before.get(&variable).copied(), self.versions[variable]) {
                let control = Some(frame.outer);
                self.changes.push(super::Change { variable, before, after, control });
            }
        }
    }
}
