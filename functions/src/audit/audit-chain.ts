import { createHash, randomBytes } from 'node:crypto';
import { Timestamp } from 'firebase-admin/firestore';

/** The last chained entry: its position, starting at 1, and its hash. */
export interface ChainHead {
  seq: number;
  hash: string;
}

/** The head of an empty chain. */
export const emptyChain: ChainHead = { seq: 0, hash: '' };

/** A stored audit entry; `created` is the time of its creation in the database, in milliseconds. */
export interface StoredEntry {
  id: string;
  created: number;
  data: Record<string, unknown>;
}

/** The fields that chaining adds to an entry. */
export interface ChainLink extends ChainHead {
  /** The hash of the entry at the previous position; empty for the first. */
  previous: string;
  /** Replaces an email in the hash, so that erasing the email keeps the hash: SHA-256 of the salt and the email. */
  email_proof?: string;
  email_salt?: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** JSON with sorted keys. Equal values yield equal text. */
function canonicalText(value: unknown): string {
  if (value instanceof Timestamp) return `{"$time":"${value.seconds}.${String(value.nanoseconds).padStart(9, '0')}"}`;
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalText(Reflect.get(value, key))}`).join(',')}}`;
}

const detailsOf = ({ details }: StoredEntry['data']): Record<string, unknown> =>
  typeof details === 'object' && details !== null ? { ...details } : {};

/** The SHA-256 of an entry with its id, position and previous hash. Its email is represented by `email_proof`. */
function entryHash(id: string, { hash: _hash, email_salt: _salt, ...content }: StoredEntry['data']): string {
  const details = detailsOf(content);
  if (typeof content['email_proof'] === 'string') details['email'] = null;
  return sha256(canonicalText({ ...content, details, id }));
}

const proofOf = (salt: string, email: string): string => sha256(`${salt}\n${email}`);

/** The link that appends an entry after `head`. */
export function linkEntry({ id, data }: Pick<StoredEntry, 'id' | 'data'>, head: ChainHead): ChainLink {
  const { email } = detailsOf(data);
  const salt = randomBytes(16).toString('hex');
  const proof = typeof email === 'string' ? { email_proof: proofOf(salt, email), email_salt: salt } : {};
  const link = { seq: head.seq + 1, previous: head.hash, ...proof };
  return { ...link, hash: entryHash(id, { ...data, ...link }) };
}

/** The first place at which a chain is broken. */
export interface ChainProblem {
  problem: 'altered' | 'missing' | 'inserted';
  /** The affected entry; of missing entries, the entry after them. Null if there is none. */
  id: string | null;
  /** The position of the problem; null for an entry without a position. */
  seq: number | null;
  message: string;
}

export interface ChainVerifier {
  /** Takes the chained entries in the order of their positions. Returns the first problem. */
  next(entry: StoredEntry): ChainProblem | null;
  /** Called after the last entry. */
  end(): ChainProblem | null;
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : NaN);

/**
 * Verifies a chain that ends at `head`. An anchor is a head of the same chain, noted earlier outside of the database.
 */
export function openVerifier({ head, anchor }: { head: ChainHead; anchor: ChainHead | null }): ChainVerifier {
  let last: ChainHead & { id: string | null } = { ...emptyChain, id: null };
  let held: StoredEntry | null = null;

  const check = ({ id, data }: StoredEntry): ChainProblem | null => {
    const seq = numberOf(data['seq']);
    const found = (problem: ChainProblem['problem'], message: string): ChainProblem => ({ problem, id, seq, message });
    if (!Number.isInteger(seq) || seq > head.seq) return found('inserted', `Entry ${id} is after the end of the chain`);
    if (seq !== last.seq + 1) return { ...missing(last.seq + 1, seq - 1), id };
    const hash = entryHash(id, data);
    if (hash !== data['hash']) return found('altered', `Entry ${id} does not match its hash`);
    if (data['previous'] !== last.hash) {
      const message = `Entry ${id} does not continue the entry before it, ${last.id ?? 'although it is the first'}`;
      return last.id === null
        ? found('altered', message)
        : { ...found('altered', message), id: last.id, seq: last.seq };
    }
    const { email } = detailsOf(data);
    if (typeof email === 'string' && proofOf(String(data['email_salt']), email) !== data['email_proof']) {
      return found('altered', `Entry ${id} has another email than when it was chained`);
    }
    if (anchor?.seq === seq && anchor.hash !== hash) {
      return found('altered', `Entry ${id} has another hash than the anchor: the chain was rewritten`);
    }
    last = { seq, hash, id };
    return null;
  };

  return {
    next: (entry) => {
      const before = held;
      if (before !== null && before.data['seq'] === entry.data['seq']) {
        const later = entry.created >= before.created ? entry : before;
        const message = `Entries ${before.id} and ${entry.id} have the same position`;
        return { problem: 'inserted', id: later.id, seq: numberOf(entry.data['seq']), message };
      }
      held = entry;
      return before && check(before);
    },
    end: () => {
      const broken = held && check(held);
      if (broken) return broken;
      const expected = Math.max(head.seq, anchor?.seq ?? 0);
      if (last.seq < expected) return missing(last.seq + 1, expected);
      if (last.hash === head.hash) return null;
      const message = 'The last entry has another hash than the recorded head of the chain';
      return { problem: 'altered', id: last.id, seq: last.seq, message };
    },
  };
}

const missing = (first: number, end: number): ChainProblem => ({
  problem: 'missing',
  id: null,
  seq: first,
  message: first === end ? `Entry number ${first} is missing` : `Entries number ${first} to ${end} are missing`,
});
