import { counted } from '@frontage/model/counted';
import { fillSummaries, summaryState } from '@frontage/functions/summaries/refresh-summaries';
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
      if (['whole', 'behind'].includes(await summaryState(firestore, collection))) continue;
      if (isDry) {
        presenter.show({ event: 'would-summarize', collection }, `Summaries of ${collection} would be created`);
        continue;
      }
      const documents = await fillSummaries(firestore, collection);
      presenter.show(
        { event: 'summarized', collection, documents },
        `Created summaries of ${counted(documents, 'document')} of ${collection}`,
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
