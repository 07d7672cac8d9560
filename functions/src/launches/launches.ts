import { hasRedirectId, isApprovedDraft } from '@frontage/model/changes/plan-change';
import { readDraft } from '@frontage/model/changes/reads';
import { planTakeBack, publicDocuments, takeBackAction, takenBack } from '@frontage/model/changes/take-back';
import type { CallInput } from '@frontage/model/calls';
import { draftOf } from '@frontage/model/draft';
import {
  acceptedOf,
  documentsByResult,
  isChangedSince,
  type LaunchMember,
  type LaunchMemberInput,
  memberPath,
} from '@frontage/model/launch';
import { limits } from '@frontage/model/limits';
import { collections } from '@frontage/model/paths';
import { abilities, can, canDraft, canReview, ownedBy, type Viewer } from '@frontage/model/permissions';
import { draftPath } from '@frontage/model/changes/write';
import { FieldValue, type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { recordEntry } from '../audit/audit-trail.ts';
import { type Claims, readViewer, refuse } from '../call/auth.ts';
import { defineCall } from '../call/define-call.ts';
import { digest, readsOf } from '../content/documents.ts';
import { markReviewedUploads } from '../uploads/mark-reviewed.ts';
import { publish } from './carry-out.ts';
import { commentsOf } from './launch-comments.ts';
import {
  applyLaunch,
  findLaunch,
  findOpen,
  type Found,
  lacksApproval,
  launchesOf,
  patiently,
  planningIn,
  readLaunch,
  refuseFlood,
  stampsBy,
} from './stored-launch.ts';

const newLaunch = (uid: string) => ({
  owner: uid,
  state: 'open',
  members: [],
  documents: [],
  written: [],
  schedule_of: null,
  planned: null,
  missed: null,
  failures: [],
  left_out: [],
  members_by: null,
  approval: null,
  returned: null,
  published_at: null,
  published_by: null,
  takes_back: null,
  taken_back_by: null,
  created_at: FieldValue.serverTimestamp(),
  created_by: uid,
  ...stampsBy(uid, 1),
});

export const saveLaunch = defineCall('saveLaunch', async ({ input, caller, firestore, now }) => {
  const { id, rev, name, description, plannedAt } = input;
  if (plannedAt !== null && plannedAt <= now.getTime()) return refuse('launchTime');
  const { uid, usedSecondFactor: second_factor } = caller;
  const planned = plannedAt === null ? null : { at: Timestamp.fromMillis(plannedAt), by: uid, second_factor };
  return firestore.runTransaction(async (transaction) => {
    const reference = id === null ? launchesOf(firestore).doc() : launchesOf(firestore).doc(id);
    const entry = { actor: uid, document: reference.path, details: { planned: plannedAt } };
    if (id === null) {
      transaction.create(reference, { ...newLaunch(uid), name, description, planned });
      recordEntry(firestore, transaction, { action: 'launch created', ...entry });
      return { id: reference.id };
    }
    const found = await findOpen(firestore, transaction, id);
    if ('refused' in found) return found;
    if (isChangedSince(found.launch, rev)) return refuse('launchMoved');
    // An unchanged time keeps its planner.
    const isSameTime = Date.parse(found.launch.planned?.at ?? '') === plannedAt;
    if (planned !== null && !isSameTime && (await lacksApproval(firestore, transaction, found.launch)))
      return refuse('launchApproval');
    transaction.update(reference, {
      name,
      description,
      ...(isSameTime ? {} : { planned, missed: null, failures: [] }),
      ...stampsBy(uid, found.launch.rev + 1),
    });
    recordEntry(firestore, transaction, { action: 'launch changed', ...entry });
    return { id };
  }, patiently);
});

/** Whether a user may add a document to a launch, authors only drafts that are their own; and its creator. */
async function readAdded(
  { firestore, transaction, viewer }: { firestore: Firestore; transaction: Transaction; viewer: Viewer },
  member: LaunchMemberInput,
): Promise<{ mayAdd: boolean; owner: string | null }> {
  const { collection, id, action } = member;
  const noOwner = (what: 'redirects' | 'site_settings') => ({ mayAdd: can(viewer, 'update', { what }), owner: null });
  if (collection === collections.redirects) return noOwner(collections.redirects);
  const kind = draftOf(member);
  if (kind === null) return { mayAdd: false, owner: null };
  if (kind === 'setting') return noOwner(collections.settings);
  const [document, draft] = await transaction.getAll(
    firestore.collection(collection).doc(id),
    firestore.doc(draftPath(kind, id)),
  );
  // A planned launch is published with the rights of its planner, so that those of each editor are checked here.
  const { canPublish, canDelete } = abilities(kind, viewer, ownedBy(document?.data() ?? {}));
  const created: unknown = document?.exists ? document.get('created_by') : draft?.get('created_by');
  const owner = typeof created === 'string' && created !== '' ? created : null;
  if (canPublish) return { mayAdd: action !== 'delete' || canDelete, owner };
  return {
    mayAdd: action === 'publish_draft' && owner !== null && canDraft(kind, viewer, { created_by: owner }),
    owner,
  };
}

/**
 * Whether the draft of a document is not the one that is added. A version that is stored only later would be published
 * without having been on a screen.
 */
export async function isDraftMoved(
  firestore: Firestore,
  transaction: Transaction,
  member: Pick<LaunchMemberInput, 'collection' | 'id' | 'action' | 'draft_rev' | 'draft_digest'>,
): Promise<boolean> {
  const kind = draftOf(member);
  if (kind === null || member.action !== 'publish_draft') return false;
  const stored = await readDraft(readsOf(firestore, transaction), kind, member.id);
  const approved = { rev: member.draft_rev, digest: member.draft_digest };
  return !stored || !(await isApprovedDraft(stored, approved, digest));
}

// Firestore's maximum of `array-contains-any`.
const documentsPerQuery = 30;

interface Elsewhere {
  id: string;
  documents: readonly string[];
}

/** The other open launches that have one of the documents. */
async function findOthers(
  firestore: Firestore,
  transaction: Transaction,
  { id, documents }: Elsewhere,
): Promise<Found[]> {
  const others = new Map<string, Found>();
  for (let from = 0; from < documents.length; from += documentsPerQuery) {
    const some = documents.slice(from, from + documentsPerQuery);
    const found = await transaction.get(launchesOf(firestore).where('documents', 'array-contains-any', some));
    for (const one of found.docs) {
      const launch = readLaunch(one.data());
      if (one.id !== id && launch?.state === 'open') others.set(one.id, { reference: one.ref, launch });
    }
  }
  return [...others.values()];
}

interface MemberChange {
  firestore: Firestore;
  transaction: Transaction;
  found: Found;
  uid: string;
  members: LaunchMember[];
}

const membersAs = (members: LaunchMember[]) => ({ members, documents: members.map(memberPath) });

/** Stores the members after a change of waiting proposals only. It moves no publication, review or failure. */
function putWaiting(
  { firestore, transaction, found, uid, members }: MemberChange,
  details: Record<string, unknown>,
): void {
  const { reference, launch } = found;
  transaction.update(reference, {
    ...membersAs(members),
    ...stampsBy(uid, launch.rev + 1),
    settled_rev: launch.settled_rev ?? launch.rev,
  });
  recordEntry(firestore, transaction, { action: 'launch changed', actor: uid, document: reference.path, details });
}

/**
 * Why these members are too many after a change by a user; null if they are not. An approval may have left more of them
 * waiting: those can still be removed and accepted.
 */
function excessOf(members: readonly LaunchMember[], before: readonly LaunchMember[], uid: string) {
  const exceeds = (max: number, isCounted: (member: LaunchMember) => boolean): boolean => {
    const count = members.filter(isCounted).length;
    return count > max && count > before.filter(isCounted).length;
  };
  if (exceeds(limits.launchMembers, ({ is_accepted }) => is_accepted)) return refuse('launchFull');
  if (exceeds(limits.launchProposals, ({ is_accepted, added_by }) => !is_accepted && added_by === uid))
    return refuse('launchProposals');
  return exceeds(limits.launchMembers, ({ is_accepted }) => !is_accepted) ? refuse('launchProposalsFull') : null;
}

export const changeLaunchMembers = defineCall('changeLaunchMembers', async ({ input, caller, firestore, now }) => {
  const { id, add, remove, accept, rev } = input;
  const flooding = await refuseFlood(firestore, caller, now);
  if (flooding) return flooding;
  const stored = readLaunch((await launchesOf(firestore).doc(id).get()).data());
  const accepted = (stored?.members ?? []).filter((member) => accept.includes(memberPath(member)));
  await markReviewedUploads(firestore, [...add, ...accepted]);
  return firestore.runTransaction(async (transaction) => {
    const found = await findOpen(firestore, transaction, id);
    if ('refused' in found) return found;
    const { reference, launch } = found;
    const viewer = await readViewer(firestore, transaction, caller);
    const { uid } = viewer;
    const isEditor = canReview(viewer);
    const added = new Set(add.map(memberPath));
    const touched = launch.members.filter(
      (member) => added.has(memberPath(member)) || remove.includes(memberPath(member)),
    );
    const isForeign = ({ added_by, is_accepted }: LaunchMember) => is_accepted || added_by !== uid;
    if (!isEditor && (accept.length > 0 || touched.some(isForeign))) return refuse('notAllowed');
    if (rev !== undefined) {
      // An author may exchange the version of a proposal, or withdraw it, while an editor accepts it.
      const accepting = accept.map((path) => launch.members.find((member) => memberPath(member) === path));
      const isExchanged = accepting.some((member) => !member || (member.added_rev ?? launch.rev) > rev);
      if (isExchanged || isChangedSince(launch, rev)) return refuse('launchMoved');
    }
    const owners = new Map<string, string | null>();
    for (const member of add) {
      if (member.redirect && !(await hasRedirectId({ id: member.id, redirect: member.redirect }, digest)))
        return refuse('launchRedirectId');
      const { mayAdd, owner } = await readAdded({ firestore, transaction, viewer }, member);
      if (!mayAdd) return refuse('notAllowed');
      if (!isEditor && (await isDraftMoved(firestore, transaction, member))) return refuse('draftMoved');
      owners.set(memberPath(member), owner);
    }
    const newDocuments = [...added].filter((path) => !launch.documents.includes(path));
    const others = await findOthers(firestore, transaction, { id, documents: newDocuments });
    // A proposal that waits elsewhere does not keep an editor from adding its document here.
    const isHeld = (member: LaunchMember) => added.has(memberPath(member)) && (member.is_accepted || !isEditor);
    if (others.some((other) => other.launch.members.some(isHeld))) return refuse('inOtherLaunch');
    const kept = launch.members
      .filter((member) => !touched.includes(member))
      .map((member) => (accept.includes(memberPath(member)) ? { ...member, is_accepted: true } : member));
    const members = [
      ...kept,
      ...[...new Map(add.map((member) => [memberPath(member), member])).values()].map((member) => ({
        ...member,
        added_by: uid,
        is_accepted: isEditor,
        added_rev: launch.rev + 1,
        owner: owners.get(memberPath(member)) ?? null,
        took_back: null,
      })),
    ];
    const excess = excessOf(members, launch.members, uid);
    if (excess) return excess;
    for (const other of others) {
      const rest = other.launch.members.filter((member) => !added.has(memberPath(member)));
      const removed = other.launch.documents.filter((path) => added.has(path));
      putWaiting({ firestore, transaction, found: other, uid, members: rest }, { added: [], removed, accepted: [] });
    }
    const details = { added: [...added], removed: remove, accepted: accept };
    const isSame = JSON.stringify(acceptedOf(members)) === JSON.stringify(acceptedOf(launch.members));
    if (isSame && (touched.length > 0 || !isEditor)) {
      putWaiting({ firestore, transaction, found, uid, members }, details);
      return {};
    }
    const unapproved = isSame ? {} : { members_by: uid, approval: null, returned: null };
    transaction.update(reference, {
      ...membersAs(members),
      missed: null,
      failures: [],
      ...unapproved,
      ...stampsBy(uid, launch.rev + 1),
    });
    recordEntry(firestore, transaction, { action: 'launch changed', actor: uid, document: reference.path, details });
    return {};
  }, patiently);
});

export const deleteLaunch = defineCall('deleteLaunch', ({ input, caller, firestore }) =>
  firestore.runTransaction(async (transaction) => {
    const found = await findOpen(firestore, transaction, input.id);
    if ('refused' in found) return found;
    const { reference } = found;
    const comments = await transaction.get(commentsOf(firestore, input.id));
    for (const { ref } of comments.docs) transaction.delete(ref);
    transaction.delete(reference);
    recordEntry(firestore, transaction, { action: 'launch deleted', actor: caller.uid, document: reference.path });
    return {};
  }, patiently),
);

export const publishLaunch = defineCall('publishLaunch', ({ input, caller, firestore }) =>
  firestore.runTransaction(async (transaction) => {
    const found = await findOpen(firestore, transaction, input.id);
    if ('refused' in found) return found;
    if (isChangedSince(found.launch, input.rev)) return refuse('launchMoved');
    if (acceptedOf(found.launch.members).length === 0) return refuse('launchEmpty');
    if (await lacksApproval(firestore, transaction, found.launch)) return refuse('launchApproval');
    const viewer = await readViewer(firestore, transaction, caller);
    const by = { viewer, usedSecondFactor: caller.usedSecondFactor };
    const plan = await publish({ firestore, transaction, by, ...found });
    return plan.ok ? { problems: [], leftOut: plan.leftOut } : { problems: plan.problems, leftOut: [] };
  }, patiently),
);

interface TakeBack {
  input: CallInput<'takeBackLaunch'>;
  caller: Claims;
  firestore: Firestore;
  transaction: Transaction;
}

/** Plans to take back a published launch. It only reads. */
async function findTakeBack({ input, caller, firestore, transaction }: TakeBack) {
  const found = await findLaunch(firestore, transaction, input.id);
  if ('refused' in found) return found;
  const { launch } = found;
  if (launch.state !== 'published') return refuse('launchNotPublished');
  if (launch.taken_back_by !== null) return refuse('launchTakenBack');
  const viewer = await readViewer(firestore, transaction, caller);
  const context = { firestore, transaction, by: { viewer, usedSecondFactor: caller.usedSecondFactor } };
  const versions = await transaction.get(
    firestore.collection(collections.launchVersions).where('launch', '==', input.id),
  );
  const stored = versions.docs.map((one) => one.data());
  const plan = await planTakeBack(planningIn(context), stored, input.choices);
  if (plan.ok === true && plan.changes.length === 0) return refuse('launchUnchanged');
  const conflicts = plan.ok === 'undecided' ? plan.conflicts : [];
  const problems = plan.ok === false ? plan.problems : [];
  const leftOut = plan.ok === true ? plan.leftOut : [];
  return {
    ...found,
    context,
    changes: plan.ok === true ? plan.changes : null,
    answer: { problems, leftOut, conflicts },
  };
}

export const planTakeBackLaunch = defineCall('planTakeBackLaunch', ({ input, caller, firestore, now }) =>
  firestore.runTransaction(
    async (transaction) => {
      const found = await findTakeBack({ input, caller, firestore, transaction });
      if ('refused' in found) return found;
      const changes = found.changes ?? [];
      return {
        ...found.answer,
        documents: changes.flatMap((change) => publicDocuments(change, now.toISOString())),
        actions: changes.map((change) => ({ document: change.path, action: takeBackAction(change) })),
      };
    },
    { readOnly: true },
  ),
);

export const takeBackLaunch = defineCall('takeBackLaunch', ({ input, caller, firestore }) =>
  firestore.runTransaction(async (transaction) => {
    const found = await findTakeBack({ input, caller, firestore, transaction });
    if ('refused' in found) return found;
    const { launch, reference, context, changes, answer } = found;
    if (changes === null) return { ...answer, id: null };
    const { uid } = context.by.viewer;
    const next = launchesOf(firestore).doc();
    const written = await applyLaunch(context, next.id, changes);
    const { name, description } = launch;
    const byPath = new Map(changes.map((change) => [change.path, change]));
    // Documents that already are as before have no part in it.
    const members = launch.members.flatMap((member) => {
      const change = byPath.get(memberPath(member));
      return change ? [takenBack(member, change)] : [];
    });
    transaction.create(next, {
      ...newLaunch(uid),
      name,
      description,
      left_out: answer.leftOut,
      ...membersAs(members),
      written,
      state: 'published',
      published_at: FieldValue.serverTimestamp(),
      published_by: uid,
      takes_back: reference.id,
    });
    transaction.update(reference, { taken_back_by: next.id, ...stampsBy(uid, launch.rev + 1) });
    recordEntry(firestore, transaction, {
      action: 'launch taken back',
      actor: uid,
      document: reference.path,
      details: {
        launch: next.id,
        ...documentsByResult(changes.map((change) => ({ path: change.path, action: takeBackAction(change) }))),
      },
    });
    return { ...answer, id: next.id };
  }),
);
