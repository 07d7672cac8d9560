import { collections, type ContentCollection, type sweptCollections } from '@frontage/model/paths';
import { type Data, embedIn } from '@frontage/model/changes/write';
import type { DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { isRestored } from '../content/restores.ts';
import { batchCalls } from '../content/batch-calls.ts';
import { firestore } from '../firebase.ts';
import { functionsRegion } from '../params.ts';
import { scale } from '../scale.ts';
import { keepEmbed, keepRevisions, revisionEmbed, sizeOf } from './keep-revisions.ts';
import type { Written } from './plan-revisions.ts';

const options = <Collection extends ContentCollection>(collection: Collection) => ({
  ...scale.shared,
  document: `${collection}/{id}` as const,
  region: functionsRegion,
  retry: true,
});

const hasRev = (data: Data | undefined): data is Data & { rev: number } =>
  Number.isSafeInteger(data?.['rev']) && Number(data?.['rev']) >= 1;

const keep = batchCalls<Written>({
  act: (written) => keepRevisions(firestore(), written),
  // A commit has at most 10 MiB, of UTF-8.
  maxItems: 50,
  maxSize: 2 * 2 ** 20,
  sizeOf,
  retriesItemsAlone: true,
});

/** A trigger that stores a revision of every write of a collection; deleted documents are in the trash instead. */
const keepVersions = (collection: (typeof sweptCollections)[number]) =>
  onDocumentWritten(options(collection), async (event) => {
    const { before, after } = event.data ?? {};
    const data = after?.data();
    if (!after?.updateTime || !hasRev(data) || (await isRestored(firestore(), event.data))) return;
    const at = after.updateTime;
    const { id, path } = after.ref;
    await keep({
      path,
      before: before?.data() ?? null,
      after: data,
      at,
      companions: collection === collections.demos ? await companionsOf(id, at) : [],
    });
  });

/** The embed code written in a demo's commit, recognized by the equal commit time. */
async function companionsOf(id: string, at: Timestamp): Promise<Written['companions']> {
  const store = firestore();
  const [embed, secret, kept] = await store.getAll(
    store.collection(collections.demoEmbeds).doc(id),
    store.collection(collections.demoSecrets).doc(id),
    revisionEmbed(store, id, at),
  );
  const isOfCommit = (document?: DocumentSnapshot): boolean => document?.updateTime?.isEqual(at) === true;
  return [
    ...(isOfCommit(embed) || kept?.exists ? (['iframe_url'] as const) : []),
    ...(isOfCommit(secret) ? (['password'] as const) : []),
  ];
}

export const keepPageVersions = keepVersions(collections.pages);
export const keepSectionVersions = keepVersions(collections.sections);
export const keepDemoVersions = keepVersions(collections.demos);
export const keepSettingVersions = keepVersions(collections.settings);

export const keepEmbedVersions = onDocumentWritten(options(collections.demoEmbeds), async (event) => {
  const after = event.data?.after;
  const code = embedIn(after?.data() ?? null);
  if (!after?.updateTime || code === null || (await isRestored(firestore(), event.data))) return;
  await keepEmbed(firestore(), { demoId: after.id, code, at: after.updateTime });
});
