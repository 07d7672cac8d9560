import { isStamp } from '@frontage/model/fields';
import { kindOf, kinds, type Kind } from '@frontage/model/kinds';
import { changeOf, planSave } from '@frontage/model/writes/plan-save';
import type { Data, Write } from '@frontage/model/writes/write';
import type { ScheduleFailure } from '@frontage/model/schedule';
import type { Plan, Step } from './step.ts';

/** Publishes a document in exactly the approved revision, or unpublishes it; no writes if it already has that state. */
export const setPublished =
  (isPublished: boolean): Plan =>
  (step) =>
    Promise.resolve(changeTo(isPublished, step));

function changeTo(is_published: boolean, { schedule, document }: Step): Write[] | ScheduleFailure {
  const { collection, id, by: uid } = schedule;
  const kind = kindOf(collection);
  const data = document.data() ?? {};
  if (kind === null) return 'invalid';
  if ((data['is_published'] === true) === is_published) return [];
  const rev = typeof data['rev'] === 'number' ? data['rev'] : 0;
  if (is_published) {
    if (schedule.document_rev === null) return 'versionUnknown';
    if (schedule.document_rev !== rev) return 'documentMoved';
    if (!isComplete(kind, data)) return 'invalid';
  }
  return planSave(changeOf({ kind, id, rev, fields: { is_published }, uid })).writes;
}

/** Whether the stored document passes its form's validation. */
function isComplete(kind: Kind, data: Data): boolean {
  const { shape } = kinds[kind].schema;
  return Object.entries(shape).every(([field, schema]) => isStamp(field) || schema.safeParse(data[field]).success);
}
