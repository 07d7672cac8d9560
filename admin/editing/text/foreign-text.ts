import type { Slice } from 'prosemirror-model';
import { redo, undo } from 'prosemirror-history';
import { type Command, Plugin, PluginKey, type Transaction } from 'prosemirror-state';

interface Range {
  from: number;
  to: number;
}

const key = new PluginKey<readonly Range[]>('foreign-text');

/** Marks a transaction as the change of someone else, which undo does not take back. */
export const asForeign = (tr: Transaction): Transaction => tr.setMeta(key, true).setMeta('addToHistory', false);

/** The parts of the document that arrived from someone else while it was open. */
export const foreignTextPlugin = (): Plugin<readonly Range[]> =>
  new Plugin<readonly Range[]>({
    key,
    state: {
      init: () => [],
      apply: (tr, ranges) => {
        if (!tr.docChanged) return ranges;
        const kept = follow(tr, ranges).ranges;
        if (tr.getMeta(key) !== true) return kept;
        return [...kept, ...insertedRanges(tr)].sort((one, other) => one.from - other.from);
      },
    },
  });

/** Parts of a document that a step removed: their content, and their place in the document of that step. */
interface Removed {
  slice: Slice;
  pos: number;
  step: number;
}

/** Follows ranges through the steps of a transaction; they lose the parts that a step removes or inserts between. */
function follow(tr: Transaction, before: readonly Range[]): { ranges: Range[]; removed: Removed[] } {
  let ranges = [...before];
  const removed: Removed[] = [];
  tr.mapping.maps.forEach((map, step) => {
    if (ranges.length === 0) return;
    map.forEach((...[start, end, , newEnd]) => {
      for (const { from, to } of ranges) {
        const part = { from: Math.max(from, start), to: Math.min(to, end) };
        const slice = part.from < part.to ? tr.docs[step]?.slice(part.from, part.to) : undefined;
        if (slice) removed.push({ slice, pos: newEnd, step });
      }
      ranges = ranges.flatMap(({ from, to }) => {
        if (to <= start || from >= end) {
          // Text inserted between the letters of a range is not part of it.
          return from < start && start === end && start < to
            ? [
                { from, to: start },
                { from: start, to },
              ]
            : [{ from, to }];
        }
        return [
          { from, to: start },
          { from: end, to },
        ].filter((part) => part.from < part.to);
      });
    });
    ranges = ranges
      .map(({ from, to }) => ({ from: map.map(from, 1), to: map.map(to, -1) }))
      .filter(({ from, to }) => from < to);
  });
  return { ranges, removed };
}

function insertedRanges(tr: Transaction): Range[] {
  return tr.mapping.maps.flatMap((map, step) => {
    const later = tr.mapping.slice(step + 1);
    const found: Range[] = [];
    map.forEach((...[, , from, to]) => found.push({ from: later.map(from, 1), to: later.map(to, -1) }));
    return found.filter(({ from, to }) => from < to);
  });
}

/** A transaction that inserts other users' text again that steps removed; null if they removed none. */
function restored(
  steps: readonly Transaction[],
  { ranges, tr }: { ranges: readonly Range[]; tr: Transaction },
): Transaction | null {
  let current = ranges;
  const removed: { slice: Slice; pos: number }[] = [];
  for (const each of steps) {
    const followed = follow(each, current);
    current = followed.ranges;
    for (const part of removed) part.pos = each.mapping.map(part.pos, 1);
    for (const { slice, pos, step } of followed.removed)
      removed.push({ slice, pos: each.mapping.slice(step + 1).map(pos, 1) });
  }
  for (const { slice, pos } of removed) {
    const place = tr.mapping.map(pos, 1);
    tr.replace(place, place, slice);
  }
  return tr.docChanged ? asForeign(tr) : null;
}

const ofOwnSteps =
  (command: Command): Command =>
  (state, dispatch, view) =>
    command(
      state,
      dispatch &&
        ((transaction) => {
          const { state: after, transactions } = state.applyTransaction(transaction);
          const restoring = restored(transactions, { ranges: key.getState(state) ?? [], tr: after.tr });
          dispatch(transaction);
          // A separate transaction: the history would take back steps appended to its own.
          if (restoring) dispatch(restoring);
        }),
      view,
    );

/** Undo and redo of the user's own steps, which keep the words that others wrote between theirs. */
export const undoOwn = ofOwnSteps(undo);
export const redoOwn = ofOwnSteps(redo);
