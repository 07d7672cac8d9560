/** Numbers of added and removed words. */
export interface WordChanges {
  added: number;
  removed: number;
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** Counts words that only one of two texts contains. Moved words are not counted. */
export function wordChanges(before: string, after: string): WordChanges {
  const unmatched = new Map<string, number>();
  for (const word of wordsOf(before)) unmatched.set(word, (unmatched.get(word) ?? 0) + 1);
  let added = 0;
  for (const word of wordsOf(after)) {
    const count = unmatched.get(word) ?? 0;
    if (count > 0) unmatched.set(word, count - 1);
    else added += 1;
  }
  return { added, removed: [...unmatched.values()].reduce((sum, count) => sum + count, 0) };
}
