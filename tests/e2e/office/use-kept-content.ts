import { collections } from '@frontage/model/paths';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll } from 'vitest';

const kept = [
  collections.pages,
  collections.sections,
  collections.demos,
  collections.demoEmbeds,
  collections.demoSecrets,
  collections.slugs,
  collections.redirects,
  collections.settings,
  collections.drafts,
  collections.draftEmbeds,
  collections.schedules,
  collections.launches,
];

const mostWrites = 100;

/**
 * Remembers documents, settings, drafts and launches. Returns a function that undoes all later changes, and that returns
 * whether there were any.
 */
export async function keepContent(firestore: Firestore): Promise<() => Promise<boolean>> {
  const read = async () =>
    (await Promise.all(kept.map(async (name) => (await firestore.collection(name).get()).docs))).flat();
  const content = new Map((await read()).map((each) => [each.ref.path, { data: each.data(), time: each.updateTime }]));
  return async () => {
    const found = new Map((await read()).map((each) => [each.ref.path, each]));
    const changed = [...new Set([...content.keys(), ...found.keys()])].filter((path) => {
      const time = found.get(path)?.updateTime;
      return !time || !content.get(path)?.time.isEqual(time);
    });
    for (let start = 0; start < changed.length; start += mostWrites) {
      const paths = changed.slice(start, start + mostWrites);
      const batch = firestore.batch();
      for (const path of paths) {
        const before = content.get(path);
        const rev = Number(found.get(path)?.get('rev') ?? 0) + 1;
        if (!before) batch.delete(firestore.doc(path));
        // Slugs and companions of demos have no revision.
        else if (!('rev' in before.data)) batch.set(firestore.doc(path), before.data);
        else batch.set(firestore.doc(path), { ...before.data, rev, updated_at: FieldValue.serverTimestamp() });
      }
      for (const [index, { writeTime }] of (await batch.commit()).entries()) {
        const before = content.get(paths[index] ?? '');
        if (before) before.time = writeTime;
      }
    }
    return changed.length > 0;
  };
}

/** Restores documents, settings, drafts and launches after a suite that changes those of other suites. */
export function useKeptContent(office: () => { firestore: Firestore }): void {
  let restore: () => Promise<boolean>;
  beforeAll(async () => {
    restore = await keepContent(office().firestore);
  });
  afterAll(() => restore());
}
