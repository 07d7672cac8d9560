import { counted } from '@frontage/model/dates';
import { contentVersion } from '@frontage/model/migrations';
import { summarizedCollections } from '@frontage/model/summaries/listed';
import type { Step } from '../content/migrate-content.ts';
import type { Command } from '../command.ts';

const describe = ({ to, does, changed, read }: Step, isDry: boolean): string =>
  `${to}: ${does}: ${changed} of ${counted(read, 'document')} ${isDry ? 'would change' : 'changed'}`;

export const migrate: Command = {
  help: {
    summary: 'convert stored documents to the shapes of this version',
    details: [
      'Run it once after an upgrade: make a backup, deploy, then migrate. Editors may continue to work. An interrupted',
      'run can be repeated. Missing summaries for the admin’s lists are created.',
    ],
  },
  options: ['dry-run'],
  worksOn: 'content',
  async run(flags, presenter) {
    const { migrateContent } = await import('../content/migrate-content.ts');
    const { fillSummaries, summaryState } = await import('@frontage/functions/summaries/refresh-summaries');
    const { withFirebase } = await import('../target/open-project.ts');
    return withFirebase(flags, async ({ firestore }) => {
      const isDry = flags['dry-run'] ?? false;
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
  },
};
