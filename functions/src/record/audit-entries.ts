import { draftDocument } from '@frontage/model/draft';
import { collections, isDocumentId, trashId } from '@frontage/model/paths';
import { scheduleDocument, schedulePath } from '@frontage/model/schedule';
import type { DocumentSnapshot } from 'firebase-admin/firestore';
import type { z } from 'zod';
import { carriedOutId, describeDraft, describeSchedule, type Approval } from '../audit/describe-approval.ts';
import { describeChange, eventEntry } from '../audit/audit-trail.ts';
import { timestampsToIso } from '../content/documents.ts';
import { firestore } from '../firebase.ts';
import type { NewDocument } from './recorder.ts';
import { isTimeOf, type WriteEvent } from './write-event.ts';

// The audit entries of the table in `triggers.ts`. Null for a write that needs none.

/** The entry of a change of content: its fields' names, never their values. */
export async function changeEntry(write: WriteEvent): Promise<NewDocument | null> {
  const { before, after, document } = write;
  const deleter = after.exists ? null : await deletedBy(write);
  const change = describeChange({ before: before.data(), after: after.data() }, deleter);
  return change && eventEntry(firestore(), write, { ...change, document: document.path });
}

/** The entry of a change of a demo's embed code. Its author is that of the demo, written in the same commit. */
export async function embedEntry(write: WriteEvent): Promise<NewDocument | null> {
  const { after } = write;
  const entry = await changeEntry(write);
  if (entry === null || !after.exists) return entry;
  const demo = await firestore().collection(collections.demos).doc(after.id).get();
  const isSameWrite = demo.updateTime && after.updateTime?.isEqual(demo.updateTime);
  return { ...entry, data: { ...entry.data, actor: isSameWrite ? (demo.get('updated_by') as unknown) : null } };
}

/** The user whose recorded write moved a document to the trash. */
async function deletedBy(write: WriteEvent): Promise<unknown> {
  const { parent, id } = write.document;
  // A document with a longer id cannot be in the trash.
  if (!isDocumentId(trashId(parent.id, id))) return null;
  const entry = await firestore().collection(collections.trash).doc(trashId(parent.id, id)).get();
  // A later deletion of the same document, after a restore, may name another user.
  return isTimeOf(write, entry.get('deleted_at')) ? entry.get('deleted_by') : null;
}

// The other entries connect a change of content to the review or schedule that approved it.

const approvalEntry = (write: WriteEvent, document: string, approval: Approval): NewDocument =>
  eventEntry(firestore(), write, { ...approval, document, fields: [] });

const parsed = <Schema extends z.ZodType>(schema: Schema, snapshot: DocumentSnapshot) =>
  schema.safeParse(timestampsToIso(snapshot.data())).data ?? null;

/** The entry of the start, submission, return or end of a draft. */
export async function draftEntry(write: WriteEvent): Promise<NewDocument | null> {
  const before = parsed(draftDocument, write.before);
  const after = parsed(draftDocument, write.after);
  const draft = after ?? before;
  if (draft === null) return null;
  const document = `${draft.collection}/${draft.id}`;
  const ended = after === null ? endOf(write, await firestore().doc(document).get()) : null;
  const approval = describeDraft(before, after, ended);
  return approval && approvalEntry(write, document, approval);
}

function endOf(write: WriteEvent, document: DocumentSnapshot) {
  if (!document.exists) return null;
  const by: unknown = document.get('updated_by');
  return {
    rev: Number(document.get('rev')),
    updatedBy: typeof by === 'string' ? by : null,
    isSameWrite: isTimeOf(write, document.get('updated_at')),
  };
}

/** The entry of a schedule that an earlier version of the admin stored, or of its outcome. */
export async function scheduleEntry(write: WriteEvent): Promise<NewDocument | null> {
  const before = parsed(scheduleDocument, write.before);
  const after = parsed(scheduleDocument, write.after);
  const schedule = after ?? before;
  if (schedule === null) return null;
  const isReplaced = after === null && (await exists(schedulePath(schedule)));
  const isCarriedOut = after === null && (await exists(`${collections.audit}/${carriedOutId(schedule)}`));
  const approval = describeSchedule(before, after, isReplaced || isCarriedOut);
  return approval && approvalEntry(write, `${schedule.collection}/${schedule.id}`, approval);
}

const exists = async (path: string): Promise<boolean> => (await firestore().doc(path).get()).exists;
