import { counted } from '@frontage/model/counted';
import { fillSummaries } from '@frontage/functions/summaries/refresh-summaries';
import { setState } from '@frontage/functions/summaries/set-state';
import { contentVersion } from '@frontage/model/migrations';
import { summarizedCollections } from '@frontage/model/summaries/shards';
import { migrateContent, type Step } from '../keeping/migrate-content.ts';
import type { CommandHandler } from '../command-handler.ts';
import { withFirebase } from '../store.ts';

const describe = ({ to, does, changed, read }: Step, isDry: boolean): string =>
  `${to}: ${does}: ${changed} of ${counted(read, 'document')} ${isDry ? 'would change' : 'changed'}`;

export const run: CommandHandler = (flags, presenter) =>
  withFirebase(flags, async ({ firestore }) => {
    const isDry = flags['dry-run'];
    const steps = await migrateContent({
      firestore,
      isDry,
      onProgress: (step) => presenter.progress({ event: 'progress', ...step }, describe(step, isDry)),
    });
    for (const step of steps) {
      presenter.show({ event: isDry ? 'would-migrate' : 'migrated', ...step }, describe(step, isDry));
    }
    for (const collection of summarizedCollections) {
      if (['whole', 'behind'].includes(await setState(firestore, collection))) continue;
      if (isDry) {
        presenter.show({ event: 'would-summarize', collection }, `Lists would get summaries of ${collection}`);
        continue;
      }
      const documents = await fillSummaries(firestore, collection);
      presenter.show(
        { event: 'summarized', collection, documents },
        `Lists have summaries of ${counted(documents, 'document')} of ${collection}`,
      );
    }
    const version = `version ${contentVersion}`;
    const text =
      steps.length === 0
        ? `The content is of ${version} already`
        : isDry
          ? `Run it without --dry-run for ${version}`
          : `The content is of ${version} now`;
    presenter.show({ event: 'content-version', version: contentVersion, isDue: isDry && steps.length > 0 }, text);
    return 0;
  });
