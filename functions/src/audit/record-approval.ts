import { draftDocument } from '@frontage/model/draft';
import { collections } from '@frontage/model/paths';
import { scheduleDocument } from '@frontage/model/schedule';
import { Timestamp, type DocumentSnapshot } from 'firebase-admin/firestore';
import { onDocumentWritten } from 'firebase-functions/firestore';
import type { z } from 'zod';
import { isRestored } from '../content/restores.ts';
import { firestore } from '../firebase.ts';
import { functionsRegion } from '../params.ts';
import { scale } from '../scale.ts';
import { timestampsToIso } from '../content/documents.ts';
import { carriedOutId, describeDraft, describeSchedule, type Approval } from './describe-approval.ts';
import { createAuditTrail } from './audit-trail.ts';

// These entries connect a change of content to the review or schedule that approved it.

const options = <Collection extends string>(collection: Collection) => ({
  ...scale.shared,
  document: `${collection}/{id}` as const,
  region: functionsRegion,
  retry: true,
});

const keep = createAuditTrail(firestore);

const keepApproval = (event: { id: string; time: string }, document: string, approval: Approval): Promise<void> =>
  keep({ ...approval, id: event.id, document, fields: [], at: Timestamp.fromDate(new Date(event.time)) });

const parsed = <Schema extends z.ZodType>(schema: Schema, snapshot: DocumentSnapshot | undefined) =>
  schema.safeParse(timestampsToIso(snapshot?.data())).data ?? null;

/** Records the start, submission, return and end of drafts. */
export const auditDrafts = onDocumentWritten(options(collections.drafts), async (event) => {
  const before = parsed(draftDocument, event.data?.before);
  const after = parsed(draftDocument, event.data?.after);
  const draft = after ?? before;
  if (draft === null || (await isRestored(firestore(), event.data))) return;
  const document = `${draft.collection}/${draft.id}`;
  const ended = after === null ? endOf(await firestore().doc(document).get(), event.time) : null;
  const approval = describeDraft(before, after, ended);
  if (approval !== null) await keepApproval(event, document, approval);
});

function endOf(document: DocumentSnapshot, time: string) {
  if (!document.exists) return null;
  const at: unknown = document.get('updated_at');
  const by: unknown = document.get('updated_by');
  return {
    rev: Number(document.get('rev')),
    updatedBy: typeof by === 'string' ? by : null,
    isSameWrite: at instanceof Timestamp && Math.abs(at.toMillis() - Date.parse(time)) < 1_000,
  };
}

/** Records schedules and their outcome. */
export const auditSchedules = onDocumentWritten(options(collections.schedules), async (event) => {
  const before = parsed(scheduleDocument, event.data?.before);
  const after = parsed(scheduleDocument, event.data?.after);
  const schedule = after ?? before;
  if (schedule === null || (await isRestored(firestore(), event.data))) return;
  const isCarriedOut = after === null && (await entryExists(carriedOutId(schedule)));
  const approval = describeSchedule(before, after, isCarriedOut);
  if (approval !== null) await keepApproval(event, `${schedule.collection}/${schedule.id}`, approval);
});

const entryExists = async (id: string): Promise<boolean> =>
  (await firestore().collection(collections.audit).doc(id).get()).exists;
