import { currentFields, type Kind, kindNames, kindOf, kinds } from '@frontage/model/kinds/kinds';
import { inCurrentShape } from '@frontage/model/kinds/field-changes';
import { collections, draftId } from '@frontage/model/paths';
import { isSame } from '@frontage/model/stored-values';
import type { Data } from '@frontage/model/changes/write';
import { type DocumentReference, FieldPath, FieldValue, type Firestore } from 'firebase-admin/firestore';
import { documentPages } from './migrate-content.ts';

/** The converted documents of a kind with changed fields. */
export interface MigratedKind {
  kind: Kind;
  documents: number;
  drafts: number;
  trash: number;
  /** The paths of drafts with a review, or in a launch or schedule. They stay as they are until they are published. */
  pinned: string[];
}

export interface MigrateKindsOptions {
  firestore: Firestore;
  /** Counts the changes without writing. */
  isDry: boolean;
}

/**
 * Converts documents, drafts and deleted documents of kinds with changed fields. Revisions of documents and the dates of
 * their updates stay, so that drafts and open editors keep their base. A repeated run changes nothing.
 */
export async function migrateKinds({ firestore, isDry }: MigrateKindsOptions): Promise<MigratedKind[]> {
  const changed = kindNames.filter((kind) => (kinds[kind].changes ?? []).length > 0);
  if (changed.length === 0) return [];
  const totals = new Map<Kind, MigratedKind>(
    changed.map((kind) => [kind, { kind, documents: 0, drafts: 0, trash: 0, pinned: [] }]),
  );
  for (const [kind, total] of totals) {
    const convert: Convert = (data) => ({ kind, at: [], before: data, after: currentFields(kind, data) });
    await convertAll({ firestore, isDry, collection: kinds[kind].collection, convert }, () => (total.documents += 1));
  }
  await convertAll({ firestore, isDry, collection: collections.trash, convert: convertTrash }, ({ kind }) => {
    const total = totals.get(kind);
    if (total) total.trash += 1;
  });
  const launched = await launchedDrafts(firestore);
  const convertUnpinned: Convert = (draft, path) => {
    const converted = convertDraft(draft);
    return converted && { ...converted, isPinned: draft['review'] != null || launched.has(path) };
  };
  await convertAll(
    { firestore, isDry, collection: collections.drafts, convert: convertUnpinned },
    ({ kind, isPinned }, path) => {
      const total = totals.get(kind);
      if (isPinned === true) total?.pinned.push(path);
      else if (total) total.drafts += 1;
    },
  );
  return [...totals.values()];
}

/** A map of a document, at a path of fields, before and after its conversion. */
interface Converted {
  kind: Kind;
  at: readonly string[];
  before: Data;
  after: Data;
  /** Whether the document must not be written. */
  isPinned?: boolean;
}

type Convert = (data: Data, path: string) => Converted | null;

/** The kind and the fields that a draft or an entry of the trash holds; null for those of other documents. */
function heldFields({ collection, data }: Data): { kind: Kind; before: Data } | null {
  const kind = kindOf(String(collection));
  return kind === null || typeof data !== 'object' || data === null ? null : { kind, before: data as Data };
}

const convertTrash: Convert = (entry) => {
  const held = heldFields(entry);
  return held && { ...held, at: ['data'], after: currentFields(held.kind, held.before) };
};

/** A draft gets the default of an added field when it is opened or published, because its document may have another value. */
const convertDraft = (draft: Data): Converted | null => {
  const held = heldFields(draft);
  if (held === null) return null;
  const changes = (kinds[held.kind].changes ?? []).filter((change) => !('added' in change));
  return { ...held, at: ['data'], after: inCurrentShape({ changes }, held.before) };
};

interface Conversion {
  firestore: Firestore;
  isDry: boolean;
  collection: string;
  convert: Convert;
}

/** Converts the documents of a collection. */
async function convertAll(
  { firestore, isDry, collection, convert }: Conversion,
  onConverted: (converted: Converted, path: string) => void,
): Promise<void> {
  for await (const page of documentPages(firestore, collection)) {
    for (const document of page) {
      const { ref } = document;
      const converted = convert(document.data(), ref.path);
      if (converted === null || isSame(converted.before, converted.after)) continue;
      if (!isDry && converted.isPinned !== true) await writeConverted(ref, convert);
      onConverted(converted, ref.path);
    }
  }
}

/** In a transaction, because a user may be editing the document. */
const writeConverted = (document: DocumentReference, convert: Convert): Promise<void> =>
  document.firestore.runTransaction(async (transaction) => {
    const data = (await transaction.get(document)).data();
    const converted = data && convert(data, document.path);
    if (!converted || converted.isPinned === true) return;
    const { at, before, after } = converted;
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const changes = names
      .filter((name) => !isSame(before[name], after[name]))
      .flatMap((name) => [new FieldPath(...at, name), name in after ? after[name] : FieldValue.delete()]);
    const [field, value, ...others] = changes;
    if (field instanceof FieldPath) transaction.update(document, field, value, ...others);
  });

/** The paths of drafts that an open launch or a schedule names. */
async function launchedDrafts(firestore: Firestore): Promise<Set<string>> {
  const paths = new Set<string>();
  for (const name of [collections.launches, collections.schedules]) {
    for await (const page of documentPages(firestore, name)) {
      for (const data of page.map((document) => document.data())) {
        if (data['state'] === 'published') continue;
        const members: unknown[] = Array.isArray(data['members']) ? data['members'] : [data];
        for (const member of members) {
          const { collection, id, draft_rev } = member as Data;
          if (typeof draft_rev === 'number')
            paths.add(`${collections.drafts}/${draftId(String(collection), String(id))}`);
        }
      }
    }
  }
  return paths;
}
