import { changesBetween, newBudget } from '@frontage/model/text-changes';

export interface DiffPart {
  type: 'same' | 'added' | 'removed';
  text: string;
}

const words = /\r?\n|[\p{L}\p{M}\p{N}_]+|[^\S\r\n]+|[^]/gu;
const lines = /[^\n]*\n|[^\n]+/g;

/** The changes from `from` to `to` by words; for texts with too many changes by lines, or as one replaced block. */
export function diffWords(from: string, to: string): DiffPart[] {
  return (
    differences(from.match(words) ?? [], to.match(words) ?? []) ??
    differences(from.match(lines) ?? [], to.match(lines) ?? []) ??
    parts([
      ['removed', from],
      ['added', to],
    ])
  );
}

function differences(from: readonly string[], to: readonly string[]): DiffPart[] | null {
  const changes = changesBetween(from, to, newBudget());
  if (!changes) return null;
  const all: [DiffPart['type'], string][] = [];
  let end = 0;
  for (const { at, removed, added } of changes) {
    all.push(['same', from.slice(end, at).join('')]);
    end = at + removed;
    all.push(['removed', from.slice(at, end).join('')], ['added', added.join('')]);
  }
  return parts([...all, ['same', from.slice(end).join('')]]);
}

const parts = (all: readonly [DiffPart['type'], string][]): DiffPart[] =>
  all.flatMap(([type, text]) => (text === '' ? [] : [{ type, text }]));
