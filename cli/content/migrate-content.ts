import {
  contentVersion,
  contentVersionPath,
  migrations,
  migrationState,
  versionIn,
  type Migration,
} from '@frontage/model/migrations';
import { OperatorError } from '@frontage/model/operator-error';
import { serverTime, type Data } from '@frontage/model/changes/write';
import {
  FieldPath,
  FieldValue,
  type DocumentReference,
  type Firestore,
  type QueryDocumentSnapshot,
} from 'firebase-admin/firestore';

/** Progress of one migration. */
export interface Step {
  /** Content version after the migration. */
  to: number;
  does: string;
  collection: string;
  read: number;
  /** Number of changed documents; in a dry run, of documents that would change. */
  changed: number;
}

export interface MigrateOptions {
  firestore: Firestore;
  /** Counts the changes without writing. */
  isDry: boolean;
  /** Called with the progress of a step after every page of documents. */
  onProgress: (step: Step) => void;
}

const perPage = 300;

/**
 * Converts content to the schema of this version. Documents that an earlier run changed are skipped, so an interrupted
 * run can be repeated. The version is stored after each step. @throws OperatorError if a newer version wrote the
 * content.
 */
export async function migrateContent({ firestore, isDry, onProgress }: MigrateOptions): Promise<Step[]> {
  const versionDocument = firestore.doc(contentVersionPath);
  const stored = versionIn((await versionDocument.get()).data());
  if (migrationState(stored) === 'newer') {
    throw new OperatorError(
      `The content has version ${stored}, but this code writes version ${contentVersion}`,
      'Use that version or a later one. Nothing was written',
    );
  }
  const steps: Step[] = [];
  for (const [index, migration] of migrations.entries()) {
    const to = index + 1;
    if (to <= stored) continue;
    const { does, collection } = migration;
    const step: Step = { to, does, collection, read: 0, changed: 0 };
    steps.push(step);
    for await (const page of documentPages(firestore, collection)) {
      const outdated = page.filter((document) => migration.change(document.data()) !== null);
      const written = isDry
        ? outdated.map(() => true)
        : await Promise.all(outdated.map(({ ref }) => change(ref, migration)));
      step.read += page.length;
      step.changed += written.filter(Boolean).length;
      onProgress(step);
    }
    if (!isDry) await versionDocument.set({ version: to, at: FieldValue.serverTimestamp() });
  }
  return steps;
}

/** In a transaction, because a user may be editing the document. */
const change = (document: DocumentReference, migration: Migration): Promise<boolean> =>
  document.firestore.runTransaction(async (transaction) => {
    const data = (await transaction.get(document)).data();
    const fields = data && migration.change(data);
    if (!fields) return false;
    if (!migration.moveTo) {
      transaction.update(document, stamped(fields));
      return true;
    }
    const target = document.firestore.doc(migration.moveTo(data));
    const { exists } = await transaction.get(target);
    if (!exists) transaction.create(target, stamped(fields));
    transaction.delete(document);
    return true;
  });

const stamped = (fields: Data) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value === serverTime ? FieldValue.serverTimestamp() : value]),
  );

/** The documents of a collection by id, some hundred at a time. */
export async function* documentPages(
  firestore: Firestore,
  collection: string,
): AsyncGenerator<QueryDocumentSnapshot[]> {
  const ordered = firestore.collection(collection).orderBy(FieldPath.documentId()).limit(perPage);
  let page: QueryDocumentSnapshot[] = [];
  do {
    const last = page.at(-1);
    page = (await (last ? ordered.startAfter(last) : ordered).get()).docs;
    if (page.length > 0) yield page;
  } while (page.length === perPage);
}
