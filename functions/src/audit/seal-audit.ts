import { collections } from '@frontage/model/paths';
import type { DocumentSnapshot, Firestore, Query, QueryDocumentSnapshot, Transaction } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { onSchedule } from 'firebase-functions/scheduler';
import { firestore } from '../firebase.ts';
import { functionsRegion } from '../params.ts';
import { scale } from '../scale.ts';
import {
  emptyChain,
  linkEntry,
  openVerifier,
  type ChainHead,
  type ChainProblem,
  type StoredEntry,
} from './audit-chain.ts';

/**
 * The document with the chain's head, and in `unchained` the number of entries that are older than the chain. Entries
 * are created with `seq: null` and chained once a minute; older ones have no `seq`.
 */
const chainOf = (store: Firestore) => store.doc(`${collections.system}/audit_chain`);
const auditOf = (store: Firestore) => store.collection(collections.audit);
const waitingOf = (store: Firestore) => auditOf(store).where('seq', '==', null);
const chainedOf = (store: Firestore) => auditOf(store).where('seq', '>', 0);

const headIn = (chain: DocumentSnapshot): ChainHead =>
  chain.exists ? { seq: Number(chain.get('seq')), hash: String(chain.get('hash')) } : emptyChain;

const storedEntry = (document: QueryDocumentSnapshot): StoredEntry => ({
  id: document.id,
  created: document.createTime.toMillis(),
  data: document.data(),
});

const count = async (transaction: Transaction, query: Query): Promise<number> =>
  (await transaction.get(query.count())).data().count;

const perCommit = 200;

// After a deployment, instances of the previous version may still create entries without a position.
const settleMs = 10 * 60_000;

/**
 * Chains the waiting entries, oldest first. Concurrent calls are safe: a commit requires the head that its entries were
 * linked to. Returns the new head; null if nothing was chained.
 */
export async function sealEntries(store: Firestore, now: Date): Promise<ChainHead | null> {
  let sealed: ChainHead | null = null;
  for (;;) {
    const before = await chainOf(store).get();
    const waiting = await waitingOf(store).orderBy('at').limit(perCommit).get();
    if (waiting.empty) return sealed;
    const oldest = Math.min(...waiting.docs.map(({ createTime }) => createTime.toMillis()));
    if (!before.exists && now.getTime() - oldest < settleMs) return sealed;
    const head = await store.runTransaction(async (transaction): Promise<ChainHead | null> => {
      const chain = await transaction.get(chainOf(store));
      if (headIn(chain).hash !== headIn(before).hash) return null;
      const unchained = chain.exists
        ? Number(chain.get('unchained'))
        : (await count(transaction, auditOf(store))) - (await count(transaction, waitingOf(store)));
      let last = headIn(chain);
      for (const document of waiting.docs) {
        const link = linkEntry(storedEntry(document), last);
        transaction.update(document.ref, { ...link }, { lastUpdateTime: document.updateTime });
        last = { seq: link.seq, hash: link.hash };
      }
      transaction.set(chainOf(store), { ...last, unchained });
      return last;
    });
    sealed = head ?? sealed;
  }
}

export const sealAudit = onSchedule(
  { ...scale.minutely, schedule: '* * * * *', timeZone: 'Etc/UTC', region: functionsRegion },
  async () => {
    const head = await sealEntries(firestore(), new Date());
    // The log keeps a copy of the head outside of the database.
    if (head !== null) logger.info('Chained audit entries', head);
  },
);

export interface ChainReport {
  head: ChainHead;
  /** Entries that the next run chains. */
  waiting: number;
  /** Entries older than the chain. */
  unchained: number;
  problem: ChainProblem | null;
}

const perRead = 1_000;

/** Verifies all entries as of one point in time. Null for `anchor` compares with the recorded head only. */
export function verifyAudit(store: Firestore, anchor: ChainHead | null): Promise<ChainReport> {
  const verify = async (transaction: Transaction): Promise<ChainReport> => {
    const chain = await transaction.get(chainOf(store));
    const head = headIn(chain);
    const waiting = await count(transaction, waitingOf(store));
    const all = await count(transaction, auditOf(store));
    // Counted, not derived from the verified links: these end at the first problem.
    const unchained = all - waiting - (await count(transaction, chainedOf(store)));
    const problem = await verifyLinks(transaction, chainedOf(store), { head, anchor });
    const expected = chain.exists ? Number(chain.get('unchained')) : unchained;
    const report = { head, waiting, unchained, problem };
    if (problem !== null || unchained === expected) return report;
    if (unchained < expected) {
      const message = `${expected - unchained} of ${expected} entries older than the chain are missing`;
      return { ...report, problem: { problem: 'missing', id: null, seq: null, message } };
    }
    const id = await newestWithoutPosition(transaction, auditOf(store));
    const message = `Entry ${id} has no position, and there are more such entries than when the chain began`;
    return { ...report, problem: { problem: 'inserted', id, seq: null, message } };
  };
  return store.runTransaction(verify, { readOnly: true });
}

async function verifyLinks(
  transaction: Transaction,
  entries: Query,
  expected: { head: ChainHead; anchor: ChainHead | null },
): Promise<ChainProblem | null> {
  const verifier = openVerifier(expected);
  const inOrder = entries.orderBy('seq').limit(perRead);
  let page = await transaction.get(inOrder);
  for (;;) {
    for (const document of page.docs) {
      const problem = verifier.next(storedEntry(document));
      if (problem) return problem;
    }
    const last = page.docs.at(-1);
    if (last === undefined || page.size < perRead) return verifier.end();
    page = await transaction.get(inOrder.startAfter(last));
  }
}

/** Only read for a report: Firestore has no query for missing fields. */
async function newestWithoutPosition(transaction: Transaction, audit: Query): Promise<string> {
  const { docs } = await transaction.get(audit.select('seq'));
  const without = docs.filter((entry) => entry.get('seq') !== null && !(Number(entry.get('seq')) > 0));
  const byCreation = without.toSorted((a, b) => a.createTime.toMillis() - b.createTime.toMillis());
  return byCreation.at(-1)?.id ?? '';
}
