import type { Write } from '@frontage/model/writes/write';
import type { Choice } from '../documents/document-store.ts';
import { encode, encodeFields, splitServerTime } from './values.ts';

/** The body of `documents:runQuery`. */
export function queryBody(collection: string, { where, newestBy, limit, fields }: Choice) {
  return {
    structuredQuery: {
      from: [{ collectionId: collection }],
      ...(fields && { select: { fields: fields.map((fieldPath) => ({ fieldPath })) } }),
      ...(where && {
        where: { fieldFilter: { field: { fieldPath: where.field }, op: 'EQUAL', value: encode(where.equals) } },
      }),
      ...(newestBy !== undefined && { orderBy: [{ field: { fieldPath: newestBy }, direction: 'DESCENDING' }] }),
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
      currentDocument: { exists: true },
    }),
  };
}
