import { diffArrays } from 'diff';

export interface DiffLine {
  type: 'same' | 'added' | 'removed';
  text: string;
}

// Beyond this many changed lines the shortest way from one text to the other takes seconds to find and tells nobody more.
const mostChanges = 1_000;

/** How `from` becomes `to`, line by line, unchanged lines included. Texts with little in common are one replaced block. */
export function diffLines(from: string, to: string): DiffLine[] {
  const [before, after] = [from.split('\n'), to.split('\n')];
  const replaced = [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  const parts = diffArrays(before, after, { maxEditLength: mostChanges }) ?? replaced;
  return parts.flatMap(({ value, added, removed }) =>
    value.map((text): DiffLine => ({ type: added ? 'added' : removed ? 'removed' : 'same', text })),
  );
}
