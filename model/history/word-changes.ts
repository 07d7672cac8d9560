/** How many words of a text came and went. */
export interface WordChanges {
  added: number;
  removed: number;
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** The words that only one of two texts has; words that only moved count nowhere. */
export function wordChanges(before: string, after: string): WordChanges {
  const left = new Map<string, number>();
  for (const word of wordsOf(before)) left.set(word, (left.get(word) ?? 0) + 1);
  let added = 0;
  for (const word of wordsOf(after)) {
    const count = left.get(word) ?? 0;
    if (count > 0) left.set(word, count - 1);
    else added += 1;
  }
  return { added, removed: [...left.values()].reduce((sum, count) => sum + count, 0) };
}
