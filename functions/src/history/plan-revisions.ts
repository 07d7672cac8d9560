import { kindOf, kinds } from '@frontage/model/kinds/kinds';
import { durations, serverLimits } from '@frontage/model/limits';
import { draftOriginOf } from '@frontage/model/fields';
import { describeRevision, type WrittenDocument } from './describe-revision.ts';
import { revisionId } from '@frontage/model/paths';
import { settingDocument } from '@frontage/model/kinds/settings';
import type { Data } from '@frontage/model/changes/write';
import { Timestamp } from 'firebase-admin/firestore';

/** One write of a document or a setting, and the moment of its commit. */
export interface Written extends WrittenDocument {
  at: Timestamp;
}

/** The fields of a stored revision that are needed to plan other revisions. */
export interface StoredRevision {
  at: unknown;
  expires_at: Timestamp | null;
}

export interface RevisionPlan {
  /** The revisions to store, by id. */
  kept: Map<string, Data & StoredRevision>;
  /** The expiry times of stored revisions, by id. */
  expiring: Map<string, Timestamp>;
  /** Revisions that are no longer among the newest: path of the document, and time of the write. */
  retired: { path: string; at: Timestamp }[];
}

export const splitPath = (path: string): { collection: string; id: string } => {
  const [collection = '', id = ''] = path.split('/');
  return { collection, id };
};

const idsOf = ({ path, after: { rev } }: Written) => {
  const { collection, id } = splitPath(path);
  const idOf = (of: number): string => revisionId(collection, id, of);
  return {
    first: idOf(1),
    same: idOf(rev),
    old: idOf(Math.max(1, rev - serverLimits.revisionsKept)),
    newer: idOf(rev + serverLimits.revisionsKept),
  };
};

/** The ids of the revisions needed to plan a write. */
export const neededRevisionIds = (written: Written): string[] => Object.values(idsOf(written));

/** Plans the revisions for writes in their order. `stored` contains the existing revisions that the plan depends on. */
export function planRevisions(all: readonly Written[], stored: ReadonlyMap<string, StoredRevision>): RevisionPlan {
  const plan: RevisionPlan = { kept: new Map(), expiring: new Map(), retired: [] };
  const find = (id: string): StoredRevision | undefined => plan.kept.get(id) ?? stored.get(id);
  for (const written of all) {
    const { path, after, at } = written;
    const { first, same, old, newer } = idsOf(written);
    if (isLater(find(first), at) || isLater(find(same), at)) continue;
    plan.kept.set(same, { ...revisionOf(written), expires_at: find(newer) ? expiryOf(at) : null });
    plan.expiring.delete(same);
    const retired = after.rev > serverLimits.revisionsKept ? find(old) : undefined;
    if (!retired || retired.expires_at !== null || plan.expiring.has(old)) continue;
    const oldAt = retired.at as Timestamp;
    const planned = plan.kept.get(old);
    if (planned) plan.kept.set(old, { ...planned, expires_at: expiryOf(oldAt) });
    else plan.expiring.set(old, expiryOf(oldAt));
    plan.retired.push({ path, at: oldAt });
  }
  return plan;
}

const isLater = (revision: StoredRevision | undefined, at: Timestamp): boolean =>
  revision?.at instanceof Timestamp && revision.at.valueOf() > at.valueOf();

const revisionOf = (written: Written): Data & Pick<StoredRevision, 'at'> => {
  const { path, after, at } = written;
  const origin = draftOriginOf(after);
  return {
    document: path,
    rev: after.rev,
    created_by: textOrNull(after['created_by']),
    data: keptFields(splitPath(path).collection, after),
    by: textOrNull(after['updated_by']),
    authors: origin?.authors ?? null,
    message: origin?.message ?? null,
    at,
    ...describeRevision(written),
  };
};

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The schema's fields of a document. Other fields, such as an imported password, are not stored. */
function keptFields(collection: string, data: Data): Data {
  const kind = kindOf(collection);
  const { shape } = kind ? kinds[kind].schema : settingDocument;
  return Object.fromEntries(Object.entries(data).filter(([field]) => Object.hasOwn(shape, field)));
}

/** The expiry of a revision that was written at `at` and is no longer among the newest `serverLimits.revisionsKept`. */
export const expiryOf = (at: Timestamp): Timestamp => Timestamp.fromMillis(at.toMillis() + durations.revisionKept);
