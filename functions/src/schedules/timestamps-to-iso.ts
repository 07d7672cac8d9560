import type { Data } from '@frontage/model/writes/write';
import { Timestamp } from 'firebase-admin/firestore';

/** A document's fields with moments as ISO strings, which the model's schemas expect. */
export const timestampsToIso = (data: Data | undefined): Data | undefined =>
  data &&
  Object.fromEntries(
    Object.entries(data).map(([field, value]) => [
      field,
      value instanceof Timestamp ? value.toDate().toISOString() : value,
    ]),
  );
