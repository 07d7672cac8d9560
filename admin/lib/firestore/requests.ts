import type { Write } from '@frontage/model/writes/write';
import type { CollectionQuery } from '../documents/document-store.ts';
import { encode, encodeFields, splitServerTime } from './values.ts';

/** The body of `documents:runQuery`. */
export function queryBody(collection: string, { where = [], newestBy, from, limit, fields }: CollectionQuery) {
  const filters = [where].flat().map((condition) => ({
    fieldFilter: {
      field: { fieldPath: condition.field },
      ...('oneOf' in condition
        ? { op: 'IN', value: encode(condition.oneOf) }
        : { op: 'EQUAL', value: encode(condition.equals) }),
    },
  }));
  return {
    structuredQuery: {
      ...(fields && { select: { fields: fields.map((fieldPath) => ({ fieldPath })) } }),
      from: [{ collectionId: collection }],
      ...(filters.length > 0 && {
        where: filters.length === 1 ? filters[0] : { compositeFilter: { op: 'AND', filters } },
      }),
      ...(newestBy !== undefined && { orderBy: [{ field: { fieldPath: newestBy }, direction: 'DESCENDING' }] }),
      // A cursor with `before` includes the value.
      ...(from && { startAt: { values: [encode(from.value)], before: from.isIncluded } }),
      ...(limit !== undefined && { limit }),
    },
  };
}

/** The body of `documents:commit`; `root` is the resource name of the database's documents. */
export function commitBody(root: string, writes: readonly Write[]) {
  return { writes: writes.map((write) => toWire(root, write)) };
}

function toWire(root: string, write: Write) {
  const name = `${root}/${write.path}`;
  if (write.type === 'delete') {
    return { delete: name, ...(write.version !== undefined && { currentDocument: { updateTime: write.version } }) };
  }
  const { plain, stamped } = splitServerTime(write.data);
  return {
    update: { name, fields: encodeFields(plain) },
    updateTransforms: stamped.map((fieldPath) => ({ fieldPath, setToServerValue: 'REQUEST_TIME' })),
    ...(write.type === 'update' && {
      updateMask: { fieldPaths: Object.keys(plain) },
      currentDocument: write.version === undefined ? { exists: true } : { updateTime: write.version },
    }),
  };
}
