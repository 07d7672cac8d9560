import { counted } from '@frontage/model/counted';
import { resolve } from 'node:path';
import { importContent } from '../import-content.ts';
import { presentPin } from '../present-pin.ts';
import type { CommandHandler } from '../command-handler.ts';
import { readStore, withFirebase } from '../store.ts';
import { isFailure } from '../failure.ts';
import { hasSeparateHistory } from '../history-location.ts';

export const run: CommandHandler = (flags, presenter) =>
  withFirebase(flags, async ({ firestore }, running) => {
    const folder = resolve(flags.operands[0] ?? '');
    const onProgress = (done: number, of: number) =>
      presenter.progress({ event: 'progress', done, of }, `${done} of ${counted(of, 'document')}`);
    const { written, unchanged, refused, takenOver, ignored } = await importContent({ firestore, folder, onProgress });
    for (const file of ignored) {
      presenter.warn({ event: 'ignored', file }, `ignored ${file}: no import reads a file of this name`);
    }
    for (const { document, problems } of refused) {
      presenter.warn({ event: 'refused', document, problems }, `refused ${document}: ${problems.join('; ')}`);
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
    if (!isFailure(pinned)) presentPin(flags, pinned, presenter);
    return refused.length === 0 ? 0 : 1;
  });
