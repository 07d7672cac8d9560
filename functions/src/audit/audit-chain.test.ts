import { Timestamp } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { emptyChain, linkEntry, openVerifier, type ChainHead, type StoredEntry } from './audit-chain.ts';

const entry = (id: string, data: object = {}): StoredEntry => ({
  id,
  created: 1,
  data: {
    action: 'updated',
    actor: 'ada',
    document: `pages/${id}`,
    fields: ['title'],
    details: {},
    at: Timestamp.fromMillis(1),
    seq: null,
    ...data,
  },
});

function chain(
  entries: readonly StoredEntry[],
  from: ChainHead = emptyChain,
): { entries: StoredEntry[]; head: ChainHead } {
  let head = from;
  const linked = entries.map((one) => {
    const link = linkEntry(one, head);
    head = { seq: link.seq, hash: link.hash };
    return { ...one, data: { ...one.data, ...link } };
  });
  return { entries: linked, head };
}

function verify(entries: readonly StoredEntry[], head: ChainHead, anchor: ChainHead | null = null) {
  const { next, end } = openVerifier({ head, anchor });
  for (const one of entries.toSorted((a, b) => Number(a.data['seq']) - Number(b.data['seq']))) {
    const problem = next(one);
    if (problem) return problem;
  }
  return end();
}

const invite = entry('b', { action: 'invited', details: { email: 'eve@example.com', role: 'editor' } });
const { entries, head } = chain([entry('a'), invite, entry('c'), entry('d'), entry('e')]);
const [a, b, c, d, e] = entries as [StoredEntry, StoredEntry, StoredEntry, StoredEntry, StoredEntry];
const changed = (one: StoredEntry, data: object): StoredEntry => ({ ...one, data: { ...one.data, ...data } });
const seqOf = ({ data: { seq } }: StoredEntry) => ({ seq });
const linkOf = ({ data: { seq, previous, hash } }: StoredEntry) => ({ seq, previous, hash });
/** An entry written again in its place, with a correct hash. */
const replaced = (one: StoredEntry, before: StoredEntry, data: object): StoredEntry =>
  chain([changed(one, { ...data, seq: null, previous: undefined, hash: undefined })], {
    seq: Number(before.data['seq']),
    hash: String(before.data['hash']),
  }).entries[0] as StoredEntry;

describe('openVerifier', () => {
  it.each([
    ['an untouched chain', entries, head],
    ['an empty chain', [], emptyChain],
    [
      'fields in another order',
      [a, { ...b, data: Object.fromEntries(Object.entries(b.data).reverse()) }, c, d, e],
      head,
    ],
    ['an erased email', [a, changed(b, { details: { email: null, role: 'editor' }, email_salt: null }), c, d, e], head],
  ])('accepts %s', (_, stored, end) => {
    expect(verify(stored, end)).toBeNull();
  });

  it.each<[string, StoredEntry[], [problem: string, id: string | null, seq: number]]>([
    ['an altered actor', [a, b, changed(c, { actor: 'eve' }), d, e], ['altered', 'c', 3]],
    ['an altered detail', [a, b, c, changed(d, { details: { left: 1 } }), e], ['altered', 'd', 4]],
    ['an altered time', [a, changed(b, { at: Timestamp.fromMillis(2) }), c, d, e], ['altered', 'b', 2]],
    ['an added field', [changed(a, { note: 'x' }), b, c, d, e], ['altered', 'a', 1]],
    [
      'another email',
      [a, changed(b, { details: { email: 'bob@example.com', role: 'editor' } }), c, d, e],
      ['altered', 'b', 2],
    ],
    ['another id', [a, b, { ...c, id: 'x' }, d, e], ['altered', 'x', 3]],
    [
      'the first of two altered entries',
      [a, changed(b, { actor: 'x' }), changed(c, { actor: 'x' }), d, e],
      ['altered', 'b', 2],
    ],
    ['a replaced entry with a correct hash', [a, b, replaced(c, b, { actor: 'eve' }), d, e], ['altered', 'c', 3]],
    ['a replaced last entry', [a, b, c, d, replaced(e, d, { actor: 'eve' })], ['altered', 'e', 5]],
    ['a deleted entry', [a, b, d, e], ['missing', 'd', 3]],
    ['a deleted first entry', [b, c, d, e], ['missing', 'b', 1]],
    ['deleted last entries', [a, b, c], ['missing', null, 4]],
    ['all entries deleted', [], ['missing', null, 1]],
    ['a deleted entry whose gap is closed', [a, b, changed(d, seqOf(c)), changed(e, seqOf(d))], ['altered', 'd', 3]],
    [
      'an inserted copy of a position',
      [a, b, { ...replaced(c, b, { actor: 'eve' }), id: 'x', created: 9 }, c, d, e],
      ['inserted', 'x', 3],
    ],
    ['an entry appended by hand', [...entries, ...chain([entry('x')], head).entries], ['inserted', 'x', 6]],
    ['an entry between two positions', [a, b, changed(entry('x'), { seq: 2.5 }), c, d, e], ['inserted', 'x', 2.5]],
    ['swapped positions', [a, changed(b, seqOf(c)), changed(c, seqOf(b)), d, e], ['altered', 'c', 2]],
    ['swapped links', [a, changed(b, linkOf(c)), changed(c, linkOf(b)), d, e], ['altered', 'c', 2]],
  ])('reports %s', (_, stored, [problem, id, seq]) => {
    expect(verify(stored, head)).toMatchObject({ problem, id, seq });
  });

  it('reports a rewritten chain that does not contain the anchor', () => {
    const rewritten = chain([entry('a'), entry('x'), entry('c')]);
    expect(verify(rewritten.entries, rewritten.head)).toBeNull();
    const anchor = { seq: 2, hash: String(b.data['hash']) };
    expect(verify(entries, head, anchor)).toBeNull();
    expect(verify(rewritten.entries, rewritten.head, anchor)).toMatchObject({ problem: 'altered', id: 'x', seq: 2 });
    expect(verify(rewritten.entries, rewritten.head, head)).toMatchObject({ problem: 'missing', seq: 4 });
  });
});
