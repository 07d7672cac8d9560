/** Words of a vocabulary: one, or all that begin with a term. */
export interface SimilarWords {
  term: string;
  isPrefix: boolean;
  typos: number;
}

/** The first index with a value of at least `value`. */
function lowerBound(sorted: readonly string[], value: string, from = 0): number {
  let [low, high] = [from, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

const afterPrefix = (vocabulary: readonly string[], prefix: string, from = 0): number =>
  lowerBound(vocabulary, `${prefix}\uffff`, from);

/** Those of these sorted words that belong to `similar`. */
export function wordsOf(sorted: readonly string[], { term, isPrefix }: SimilarWords): readonly string[] {
  const from = lowerBound(sorted, term);
  if (isPrefix) return sorted.slice(from, afterPrefix(sorted, term, from));
  return sorted[from] === term ? [term] : [];
}

const allowedTypos = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);
// A shorter beginning is similar to too many words.
const shortestPrefix = 5;

/**
 * The words of a sorted vocabulary within the allowed number of typos of `word`, or that begin with such a word, and
 * those that begin with `word`. A typo is a missing, added or wrong letter, or two exchanged ones. Walks the vocabulary
 * like a tree: words with the same beginning share its rows of the table of distances, and a beginning with too many
 * typos is skipped with all its words.
 */
export function similarWords(vocabulary: readonly string[], word: string): SimilarWords[] {
  const most = allowedTypos(word);
  const size = word.length;
  const found: SimilarWords[] = [{ term: word, isPrefix: true, typos: 0 }];
  if (most === 0) return found;
  const rows = [Uint8Array.from({ length: size + 1 }, (_, index) => index)];
  const smallest = [0];
  let before = '';
  let at = 0;
  while (at < vocabulary.length) {
    const candidate = vocabulary[at] ?? '';
    let depth = 0;
    while (depth < before.length && before[depth] === candidate[depth]) depth += 1;
    let next = at + 1;
    before = candidate;
    for (depth += 1; depth <= candidate.length; depth += 1) {
      smallest[depth] = fillRow(rows, { depth, candidate, word, most });
      const distance = rows[depth]?.[size] ?? most + 1;
      const isEnough = distance <= most && size >= shortestPrefix;
      // The next row can be one more than the row before this one, after an exchange of letters.
      if (isEnough || ((smallest[depth] ?? 0) > most && (smallest[depth - 1] ?? 0) >= most)) {
        before = candidate.slice(0, depth);
        next = afterPrefix(vocabulary, before, at);
        if (isEnough && distance > 0) found.push({ term: before, isPrefix: true, typos: distance });
        break;
      }
      if (depth === candidate.length && distance <= most && distance > 0) {
        found.push({ term: candidate, isPrefix: false, typos: distance });
      }
    }
    at = next;
  }
  return found;
}

interface Row {
  depth: number;
  candidate: string;
  word: string;
  most: number;
}

/** Fills row `depth` of the table of distances near the diagonal, beyond which they exceed `most`; returns the least. */
function fillRow(rows: Uint8Array[], { depth, candidate, word, most }: Row): number {
  const row = (rows[depth] ??= new Uint8Array(word.length + 1));
  const [above = row, twoAbove] = [rows[depth - 1], rows[depth - 2]];
  const [letter, letterBefore] = [candidate.charCodeAt(depth - 1), candidate.charCodeAt(depth - 2)];
  row.fill(most + 1);
  let least = most + 1;
  if (depth <= most) least = row[0] = depth;
  for (let index = Math.max(1, depth - most); index <= Math.min(word.length, depth + most); index += 1) {
    const own = word.charCodeAt(index - 1);
    let cost = Math.min(
      (above[index] ?? 0) + 1,
      (row[index - 1] ?? 0) + 1,
      (above[index - 1] ?? 0) + (own === letter ? 0 : 1),
    );
    if (twoAbove && index > 1 && word.charCodeAt(index - 2) === letter && own === letterBefore) {
      cost = Math.min(cost, (twoAbove[index - 2] ?? 0) + 1);
    }
    row[index] = cost;
    least = Math.min(least, cost);
  }
  return least;
}
