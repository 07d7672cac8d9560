import { kinds } from '@frontage/model/kinds/kinds';
import { isSame } from '@frontage/model/stored-values';
import { explainFirestoreError } from '@frontage/pipeline/explain-errors';
import type { Firestore } from 'firebase-admin/firestore';
import type { Failure } from '../runtime/failure.ts';
import { compareKinds, describeKinds, storedKinds, storedKindsPath, type StoredKinds } from './compare-kinds.ts';

/** The kinds stored in a project; null if an earlier version of Frontage, or none, was deployed. */
export async function readDeployedKinds(firestore: Firestore): Promise<StoredKinds | null> {
  const document = await firestore
    .doc(storedKindsPath)
    .get()
    .catch((error: unknown) => {
      throw explainFirestoreError(error);
    });
  return storedKinds.safeParse(document.data()).data ?? null;
}

/** The failure that names every unstated change of the kinds of a project; null if this version may be deployed. */
export async function refuseChangedKinds(firestore: Firestore): Promise<Failure | null> {
  const stored = await readDeployedKinds(firestore);
  const problems = stored === null ? [] : compareKinds(stored, kinds);
  const [first] = problems;
  if (first === undefined) return null;
  const others = problems.slice(1).map(({ what, next }) => `${what}. ${next}`);
  return { what: first.what, next: [first.next, ...others].join('\n') };
}

/** Stores the kinds of this version, which were compared before. Removed kinds stay until their documents are removed. */
export async function storeDeployedKinds(firestore: Firestore): Promise<void> {
  const stored = await readDeployedKinds(firestore);
  const described = { kinds: { ...stored?.kinds, ...describeKinds(kinds, stored).kinds } };
  if (!isSame(stored, described)) await firestore.doc(storedKindsPath).set(described);
}

/** Stores that all documents have the shapes of this version. */
export async function storeMigratedKinds(firestore: Firestore): Promise<void> {
  const stored = await readDeployedKinds(firestore);
  const described = Object.entries({ ...stored?.kinds, ...describeKinds(kinds, stored).kinds });
  const migrated: StoredKinds['kinds'] = Object.fromEntries(
    described.map(([name, kind]) => [name, name in kinds ? { ...kind, due: [] } : kind]),
  );
  await firestore.doc(storedKindsPath).set({ kinds: migrated });
}
