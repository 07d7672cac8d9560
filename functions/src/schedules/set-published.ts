import { isStamp } from '@frontage/model/fields';
import { kindOf, kinds, type Kind } from '@frontage/model/kinds';
import { changeOf, planSave } from '@frontage/model/writes/plan-save';
import type { Data, Write } from '@frontage/model/writes/write';
import type { ScheduleFailure } from '@frontage/model/schedule';
import type { Plan, Step } from './step.ts';

/** Publishes or unpublishes a document as it stands; nothing where it is so already. */
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
  if (is_published && !isComplete(kind, data)) return 'invalid';
  const rev = typeof data['rev'] === 'number' ? data['rev'] : 0;
  return planSave(changeOf({ kind, id, rev, fields: { is_published }, uid })).writes;
}

/** Whether the document could be saved from its form as it is. */
function isComplete(kind: Kind, data: Data): boolean {
  const { shape } = kinds[kind].schema;
  return Object.entries(shape).every(([field, schema]) => isStamp(field) || schema.safeParse(data[field]).success);
}
