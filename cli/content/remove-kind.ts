import { kinds, kindNames } from '@frontage/model/kinds/kinds';
import { collections, draftId, trashId } from '@frontage/model/paths';
import type { Firestore } from 'firebase-admin/firestore';
import type { Failure } from '../runtime/failure.ts';
import { type StoredKind, storedKindsPath } from './compare-kinds.ts';
import { readDeployedKinds } from './deployed-kinds.ts';
import { documentPages } from './migrate-content.ts';

/** A text that links to a document by its id. */
interface LinkToKind {
  document: string;
  field: string;
  /** `{kind}:{id}` */
  to: string;
}

/** The documents of a kind to remove, and the links to them in documents of other kinds and in drafts. */
export interface KindToRemove {
  stored: StoredKind;
  documents: string[];
  links: LinkToKind[];
}

/** The documents of a kind that the project has and the code no longer has. */
export async function findKind(firestore: Firestore, name: string): Promise<KindToRemove | Failure> {
  if (Object.hasOwn(kinds, name))
    return { what: `The kind "${name}" is still in model/kinds/kinds.ts`, next: 'Remove it and its file there first' };
  const stored = (await readDeployedKinds(firestore))?.kinds[name];
  if (stored === undefined)
    return { what: `The project has no kind "${name}"`, next: 'npx frontage kinds lists the kinds of a project' };
  const documents: string[] = [];
  for await (const page of documentPages(firestore, stored.collection))
    documents.push(...page.map(({ ref }) => ref.path));
  const removed = new Set(documents);
  const links: LinkToKind[] = [];
  for (const collection of [...kindNames.map((kind) => kinds[kind].collection), collections.drafts]) {
    for await (const page of documentPages(firestore, collection))
      for (const { ref, data } of page.map((one) => ({ ref: one.ref, data: one.data() })))
        for (const [field, text] of textsIn(collection === collections.drafts ? data['data'] : data))
          for (const id of linkedIds(name, text))
            if (removed.has(`${stored.collection}/${id}`))
              links.push({ document: ref.path, field, to: `${name}:${id}` });
  }
  return { stored, documents, links };
}

/** The texts in a value with the names of their fields. */
function textsIn(value: unknown, field = ''): [string, string][] {
  if (typeof value === 'string') return [[field, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, field || name));
}

/** The ids in links such as `news:ID` of a text. */
const linkedIds = (name: string, text: string): string[] =>
  [...text.matchAll(new RegExp(`(?<![\\w-])${name}:((?:[\\w.~-]|%[0-9A-F]{2})+)`, 'g'))].flatMap(([, id = '']) => {
    try {
      return [decodeURIComponent(id)];
    } catch {
      return [];
    }
  });

const perBatch = 200;

/** Deletes the documents of a kind, their drafts, slugs and entries of the trash. Repeated, it continues. */
export async function removeDocuments(
  firestore: Firestore,
  name: string,
  { stored: { collection } }: KindToRemove,
): Promise<void> {
  const belongs: Record<string, (id: string) => boolean> = {
    [collections.drafts]: (id) => id.startsWith(draftId(collection, '')),
    [collections.trash]: (id) => id.startsWith(trashId(collection, '')),
    [collections.slugs]: (id) => id.startsWith(`${name}:`),
    [collection]: () => true,
  };
  for (const [removedFrom, isRemoved] of Object.entries(belongs)) {
    for await (const page of documentPages(firestore, removedFrom)) {
      const removed = page.filter(({ id }) => isRemoved(id));
      for (let from = 0; from < removed.length; from += perBatch) {
        const batch = firestore.batch();
        for (const { ref } of removed.slice(from, from + perBatch)) batch.delete(ref);
        await batch.commit();
      }
    }
  }
  const { [name]: _, ...others } = (await readDeployedKinds(firestore))?.kinds ?? {};
  await firestore.doc(storedKindsPath).set({ kinds: others });
}
