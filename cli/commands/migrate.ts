import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { counted } from '@frontage/model/dates';
import { contentVersion } from '@frontage/model/migrations';
import { collections } from '@frontage/model/paths';
import type { Step } from '../content/migrate-content.ts';
import type { Firestore } from 'firebase-admin/firestore';
import type { Command } from '../command.ts';
import type { Flags } from '../options.ts';
import { type Failure, isFailure } from '../runtime/failure.ts';
import type { Presenter } from '../runtime/present.ts';
import { bucketsOf } from '../target/hosted-project.ts';

/** Converts the documents of kinds with changed fields, and prints the totals and the drafts that stay as they are. */
async function migrateChangedKinds(firestore: Firestore, presenter: Presenter, isDry: boolean): Promise<void> {
  const { migrateKinds } = await import('../content/migrate-kinds.ts');
  const { storeMigratedKinds } = await import('../content/deployed-kinds.ts');
  for (const { kind, documents, drafts, trash, pinned } of await migrateKinds({ firestore, isDry })) {
    const parts = [counted(documents, 'document'), counted(drafts, 'draft'), `${String(trash)} in the trash`];
    presenter.show(
      { event: isDry ? 'would-migrate-kind' : 'migrated-kind', kind, documents, drafts, trash, pinned },
      [
        `${kind}: ${parts.join(', ')} ${isDry ? 'would change' : 'changed'}`,
        ...pinned.map((path) => `  ${path} stays: it is converted when it is published`),
      ].join('\n'),
    );
  }
  if (!isDry) await storeMigratedKinds(firestore);
}

/** Removes the documents of a kind that the code no longer has, after a backup. */
async function removeKind(name: string, flags: Flags, presenter: Presenter): Promise<number | Failure> {
  const { findKind, removeDocuments } = await import('../content/remove-kind.ts');
  const { writeBackup } = await import('../content/write-backup.ts');
  const { withFirebase } = await import('../target/open-project.ts');
  const buckets = bucketsOf(flags.project);
  if (isFailure(buckets)) return buckets;
  return withFirebase(flags, async (firebase) => {
    const { firestore } = firebase;
    const found = await findKind(firestore, name);
    if (isFailure(found)) return found;
    const { documents, links } = found;
    for (const path of documents) presenter.show({ event: 'document', document: path }, path);
    for (const { document, field, to } of links)
      presenter.show({ event: 'link', document, field, to }, `${document}: ${field} links to ${to}`);
    const totals = `${counted(documents.length, 'document')} of "${name}" with ${counted(links.length, 'link')} to them`;
    if (flags['dry-run']) {
      const text = `${totals} would be removed. Run it without --dry-run to remove them, after a backup`;
      presenter.show(
        { event: 'would-remove-kind', kind: name, documents: documents.length, links: links.length },
        text,
      );
      return 0;
    }
    const file = resolve(
      flags.data,
      `before-removal-of-${name}-${new Date().toISOString().replaceAll(':', '-')}.backup`,
    );
    mkdirSync(dirname(file), { recursive: true });
    await writeBackup({ firebase, buckets, file, onProgress: () => undefined });
    await removeDocuments(firestore, name, found);
    const text = `${totals} removed. Backup: ${file}`;
    presenter.show({ event: 'removed-kind', kind: name, documents: documents.length, links: links.length, file }, text);
    return 0;
  });
}

const describe = ({ to, does, changed, read }: Step, isDry: boolean): string =>
  `${to}: ${does}: ${changed} of ${counted(read, 'document')} ${isDry ? 'would change' : 'changed'}`;

/** Converts the links of all documents, and prints each document and the totals. */
async function convertAllLinks(firestore: Firestore, presenter: Presenter, isDry: boolean): Promise<void> {
  const { convertStoredLinks } = await import('../content/convert-links.ts');
  const totals = { documents: 0, converted: 0, unknown: 0 };
  await convertStoredLinks({
    firestore,
    isDry,
    onDocument: ({ document, converted, unknown }) => {
      if (converted > 0) totals.documents += 1;
      totals.converted += converted;
      totals.unknown += unknown.length;
      const left = unknown.length === 0 ? '' : `, unknown paths: ${unknown.join(' ')}`;
      presenter.show(
        { event: isDry ? 'would-convert-links' : 'converted-links', document, converted, unknown },
        `${document}: ${counted(converted, 'link')} ${isDry ? 'would change' : 'changed'}${left}`,
      );
    },
  });
  const { documents, converted, unknown } = totals;
  const done = `${counted(converted, 'link')} in ${counted(documents, 'document')} ${isDry ? 'would change' : 'changed'}`;
  const next = isDry && converted > 0 ? '. Run it without --dry-run to convert them' : '';
  presenter.show(
    { event: 'links', isDry, documents, converted, unknown },
    `${done}, ${counted(unknown, 'link')} to unknown paths stay${next}`,
  );
}

/** Takes existing uploads into the media library, and prints each upload and the totals. */
async function takeInMedia(flags: Flags, presenter: Presenter): Promise<number | Failure> {
  const { addUploads } = await import('@frontage/functions/uploads/keep-media');
  const { withFirebase } = await import('../target/open-project.ts');
  const names = bucketsOf(flags.project);
  if (isFailure(names)) return names;
  const isDry = flags['dry-run'] ?? false;
  return withFirebase(flags, async ({ firestore, storage }) => {
    const totals = { added: 0, refused: 0 };
    await addUploads({
      firestore,
      storage,
      names,
      isDry,
      onUpload: ({ bucket, name, problem }) => {
        if (problem === null) totals.added += 1;
        else totals.refused += 1;
        const outcome = problem === null ? (isDry ? 'would be added' : 'added') : `not added: ${problem}`;
        presenter.show(
          { event: isDry ? 'would-take-in' : 'taken-in', bucket, name, problem },
          `${bucket}/${name}: ${outcome}`,
        );
      },
    });
    const { added, refused } = totals;
    const done = `${counted(added, 'upload')} ${isDry ? 'would be added' : 'added'} to the media library`;
    const next = isDry && added > 0 ? '. Run it without --dry-run to add them' : '';
    presenter.show({ event: 'media', isDry, added, refused }, `${done}, ${String(refused)} not added${next}`);
    return 0;
  });
}

export const migrate: Command = {
  help: {
    summary: 'convert stored documents to the shapes of this version',
    details: [
      'Run it once after an upgrade: make a backup, deploy, then migrate. Editors may continue to work. An interrupted',
      'run can be repeated. Summaries and search indexes that earlier versions kept for the admin are removed. With --links,',
      'links of pages and sections to paths of pages and demos become links by id, which follow a changed slug; unknown',
      'paths stay. With --media, uploads of earlier versions lose positions and other metadata, and are added to the media',
      'library. With --remove, the documents of a kind that the code no longer has are listed with the links to them and,',
      'without --dry-run, removed after a backup into the data folder.',
    ],
  },
  options: ['dry-run', 'links', 'media', 'remove'],
  worksOn: 'content',
  async run(flags, presenter) {
    if (flags.media) return takeInMedia(flags, presenter);
    if (flags.remove !== undefined) return removeKind(flags.remove, flags, presenter);
    const { migrateContent } = await import('../content/migrate-content.ts');
    const { withFirebase } = await import('../target/open-project.ts');
    return withFirebase(flags, async ({ firestore }) => {
      const isDry = flags['dry-run'] ?? false;
      if (flags.links) {
        await convertAllLinks(firestore, presenter, isDry);
        return 0;
      }
      const steps = await migrateContent({
        firestore,
        isDry,
        onProgress: (step) => presenter.progress({ event: 'progress', ...step }, describe(step, isDry)),
      });
      for (const step of steps) {
        presenter.show({ event: isDry ? 'would-migrate' : 'migrated', ...step }, describe(step, isDry));
      }
      await migrateChangedKinds(firestore, presenter, isDry);
      for (const name of [collections.summaries, collections.search, collections.searchPeople]) {
        const { docs } = await firestore.collection(name).select().get();
        if (docs.length === 0) continue;
        if (!isDry) await Promise.all(docs.map(({ ref }) => ref.delete()));
        presenter.show(
          { event: isDry ? 'would-remove-index' : 'removed-index', collection: name, documents: docs.length },
          `${name}: ${counted(docs.length, 'document')} of an earlier version ${isDry ? 'would be removed' : 'removed'}`,
        );
      }
      const version = `version ${contentVersion}`;
      const text =
        steps.length === 0
          ? `The content already has ${version}`
          : isDry
            ? `Run it without --dry-run to migrate to ${version}`
            : `The content now has ${version}`;
      presenter.show({ event: 'content-version', version: contentVersion, isDue: isDry && steps.length > 0 }, text);
      return 0;
    });
  },
};
