import { type ChangePlan, readBlockingRules } from '@frontage/model/changes/plan-change';
import type { LaunchPlanning } from '@frontage/model/changes/plan-launch';
import { isPublicPath, versionBefore } from '@frontage/model/changes/take-back';
import { durations } from '@frontage/model/limits';
import { approvalReason, type Launch, launchDocument } from '@frontage/model/launch';
import { collections } from '@frontage/model/paths';
import { canReview, effectiveRoles, type Viewer } from '@frontage/model/permissions';
import { approvalRules } from '@frontage/model/kinds/settings';
import {
  type DocumentReference,
  FieldValue,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { type Claims, readCallerState, type Refusal, refuse } from '../call/auth.ts';
import { applyWrites, digest, type DocumentReads, readsOf, timestampsToIso } from '../content/documents.ts';
import { takeAttempt } from '../rate-limit.ts';

/** The options of a transaction on a launch: proposals that change meanwhile must not make it fail. */
export const patiently = { maxAttempts: 10 };

const minute = 60_000;

/**
 * Refuses an author that changed launches often in this minute: a flood of changes would hold up the
 * transactions of others.
 */
export async function refuseFlood(
  firestore: Firestore,
  { uid, usedSecondFactor: used }: Claims,
  now: Date,
): Promise<Refusal | null> {
  const { user, secondFactorRequired: required } = await readCallerState(firestore, firestore, uid);
  if (canReview({ uid, roles: effectiveRoles(user, { required, used }) })) return null;
  const budgets = [{ key: `launches|${uid}`, max: 30, windowMs: minute }];
  return (await takeAttempt(firestore, { budgets, now })).allowed ? null : refuse('tooManyAttempts');
}

export const launchesOf = (firestore: Firestore) => firestore.collection(collections.launches);

/** A stored launch; null if there is none, or if it is invalid. */
export function readLaunch(data: Readonly<Record<string, unknown>> | undefined): Launch | null {
  const fields: Record<string, unknown> = { ...data };
  for (const name of ['planned', 'missed', 'approval', 'returned']) {
    const value = fields[name];
    if (typeof value === 'object' && value !== null) fields[name] = timestampsToIso({ ...value });
  }
  return launchDocument.safeParse(timestampsToIso(fields)).data ?? null;
}

/** The stamps of a write by a person that is more than a waiting proposal. */
export const stampsBy = (uid: string, rev: number) => ({
  rev,
  settled_rev: rev,
  updated_at: FieldValue.serverTimestamp(),
  updated_by: uid,
});

export type Found = { reference: DocumentReference; launch: Launch };

/** A launch, read in the transaction. A schedule is none that users open, review or publish. */
export async function findLaunch(firestore: Firestore, transaction: Transaction, id: string): Promise<Found | Refusal> {
  const reference = launchesOf(firestore).doc(id);
  const launch = readLaunch((await transaction.get(reference)).data());
  return launch && launch.state !== 'scheduled' ? { reference, launch } : refuse('unknownLaunch');
}

/** A launch that is not published. */
export async function findOpen(firestore: Firestore, transaction: Transaction, id: string): Promise<Found | Refusal> {
  const found = await findLaunch(firestore, transaction, id);
  return 'launch' in found && found.launch.state === 'published' ? refuse('launchPublished') : found;
}

/**
 * Whether the settings require an approval that a launch does not have. An approval counts while its author is an editor
 * or administrator.
 */
export async function lacksApproval(
  firestore: Firestore,
  transaction: Transaction,
  { members, approval }: Launch,
): Promise<boolean> {
  const stored = await transaction.get(firestore.doc(`${collections.settings}/launches`));
  if (approvalReason(approvalRules(stored.data() ?? null), members) === null) return false;
  if (approval === null) return true;
  return !canReview(await readApprover(firestore, transaction, { by: approval.by, second_factor: true }));
}

/** The person that planned or approved a publication, with their current roles. */
export async function readApprover(
  firestore: Firestore,
  reader: DocumentReads,
  { by: uid, second_factor: used }: { by: string; second_factor: boolean },
): Promise<Viewer> {
  const { user, secondFactorRequired: required } = await readCallerState(firestore, reader, uid);
  return { uid, roles: effectiveRoles(user, { required, used }) };
}

/** The publishing user, with their current rights. */
export interface Publisher {
  viewer: Viewer & { uid: string };
  usedSecondFactor: boolean;
}

/** A transaction with the person in whose name it publishes. */
export interface Context {
  firestore: Firestore;
  transaction: Transaction;
  by: Publisher;
}

/** The inputs of a plan in a transaction, without the health rules that prevent publishing. */
export const planningIn = ({ firestore, transaction, by }: Context): LaunchPlanning => ({
  reads: readsOf(firestore, transaction),
  outside: readsOf(firestore, firestore),
  uid: by.viewer.uid,
  rights: by,
  rules: [],
  digest,
  isAuthor: authorCheck(firestore),
});

/** The inputs of the plan of a launch in a transaction. */
export async function launchPlanning(context: Context): Promise<LaunchPlanning> {
  const planning = planningIn(context);
  return { ...planning, rules: await readBlockingRules(planning.reads) };
}

/** Whether a user is an author without the right to publish. Their sign-outs write the document that this reads. */
function authorCheck(firestore: Firestore): LaunchPlanning['isAuthor'] {
  const known = new Map<string, Promise<boolean>>();
  return (uid) => {
    const answer =
      known.get(uid) ??
      readApprover(firestore, firestore, { by: uid, second_factor: true }).then(
        (user) => user.roles.includes('author') && !canReview(user),
      );
    known.set(uid, answer);
    return answer;
  };
}

/**
 * Adds the planned writes to the transaction, with the versions that taking back needs. Returns the paths of the public
 * documents that are written.
 */
export async function applyLaunch(
  { firestore, transaction }: Context,
  launch: string,
  changes: readonly ChangePlan[],
): Promise<string[]> {
  const reads = readsOf(firestore, transaction);
  const versions = await Promise.all(changes.map((change) => versionBefore(reads, launch, change)));
  const writes = changes.flatMap((change) => change.writes);
  applyWrites(firestore, transaction, writes);
  const expires_at = Timestamp.fromMillis(Date.now() + durations.launchKept);
  for (const [index, one] of versions.entries())
    transaction.set(firestore.doc(`${collections.launchVersions}/${launch}_${index}`), { ...one, expires_at });
  return [...new Set(writes.map(({ path }) => path).filter(isPublicPath))];
}
