import { counted } from '@frontage/model/dates';
import { resolve } from 'node:path';
import { presentPin } from '../runtime/present.ts';
import type { Command } from '../command.ts';
import { importFormat } from '../content/import-files.ts';
import { isFailure } from '../runtime/failure.ts';
import { hasSeparateHistory } from '../target/history-location.ts';

export const importFiles: Command = {
  help: {
    operand: 'DIR',
    summary: 'load content from JSON files, one per collection, into Firestore',
    get details() {
      return [
        'DIR holds any of these files. Each is an object of documents by id (1 to 1,500 bytes, no slash):',
        '',
        ...importFormat(),
        '',
        'Optional fields may be null or absent. Any other field is refused, with the nearest known name.',
        'The parent of a page must be in pages.json or stored already.',
        'Existing documents are replaced, unchanged ones skipped, none deleted. Files hold no passwords:',
        'a protected demo keeps its own. Invalid documents are listed with field and message, and the rest',
        'is imported. Mistakes in blocks are listed, and their documents imported. A document with a problem',
        'that the SEO settings do not allow is imported as a draft, or refused if it is published already.',
        'An unreadable file stops the import before anything is written.',
      ];
    },
    exitCode1: 'some documents were refused; the rest was imported',
  },
  options: [],
  worksOn: 'content',
  async run(flags, presenter) {
    const { importContent } = await import('../content/import-content.ts');
    const { readStore, withFirebase } = await import('../target/open-project.ts');
    return withFirebase(flags, async ({ firestore }, running) => {
      const folder = resolve(flags.operands[0] ?? '');
      const onProgress = (done: number, of: number) =>
        presenter.progress({ event: 'progress', done, of }, `${done} of ${counted(of, 'document')}`);
      const { written, unchanged, refused, unpublished, mistakes, takenOver, ignored } = await importContent({
        firestore,
        folder,
        onProgress,
      });
      for (const file of ignored) {
        presenter.warn({ event: 'ignored', file }, `ignored ${file}: no import reads a file of this name`);
      }
      for (const { document, problems } of refused) {
        presenter.warn({ event: 'refused', document, problems }, `refused ${document}: ${problems.join('; ')}`);
      }
      for (const { document, problems } of unpublished) {
        const text = `${document} is imported as a draft: ${problems.join('; ')}`;
        presenter.warn({ event: 'unpublished', document, problems }, text);
      }
      for (const { document, problems } of mistakes) {
        const text = `${document} has mistakes in blocks: ${problems.join('; ')}`;
        presenter.warn({ event: 'block-mistakes', document, problems }, text);
      }
      for (const { document, slug, from } of takenOver) {
        const text = `${document} takes over "${slug}", an old address of ${from}, which redirected to it`;
        presenter.warn({ event: 'taken-over', document, slug, from }, text);
      }
      const counts = { written: written.length, unchanged: unchanged.length, refused: refused.length };
      const text = `${counts.written} written, ${counts.unchanged} unchanged, ${counts.refused} refused`;
      const isPublished = running !== null || hasSeparateHistory(flags);
      const after = isPublished
        ? 'The running pipeline publishes them.'
        : 'Publish them: npm start, or: npx frontage build';
      presenter.show({ event: 'imported', ...counts }, counts.written > 0 ? `${text}\n${after}` : text);
      if (hasSeparateHistory(flags)) return refused.length === 0 ? 0 : 1;
      const pinned = await readStore(flags, presenter, (store) => store.head()?.pin ?? null);
      if (!isFailure(pinned)) presentPin(pinned, presenter);
      return refused.length === 0 ? 0 : 1;
    });
  },
};
