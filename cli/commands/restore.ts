import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isFailure } from '../runtime/failure.ts';
import { hasSeparateHistory } from '../target/history-location.ts';
import { bucketsOf } from '../target/hosted-project.ts';
import { describeCounts, describeProgress } from '../content/backup-line.ts';
import type { Command } from '../command.ts';

export const restore: Command = {
  help: {
    operand: 'FILE',
    summary: 'restore a backup into an empty project',
    details: [
      'A damaged file and a project that is not empty are refused before anything is written. An interrupted restore',
      'continues when it is run again. Accounts are restored without passwords and second factors: users set a new',
      'password with "Forgot your password?". See docs/keep.md.',
    ],
  },
  options: [],
  worksOn: 'content',
  async run(flags, presenter) {
    const { restoreBackup } = await import('../content/restore-backup.ts');
    const { withFirebase } = await import('../target/open-project.ts');
    const file = resolve(flags.operands[0] ?? '');
    if (!existsSync(file)) return { what: `There is no file ${file}`, next: 'Check the spelling' };
    const buckets = bucketsOf(flags.project);
    if (isFailure(buckets)) return buckets;
    return withFirebase(flags, async (firebase, running) => {
      const counts = await restoreBackup({
        firebase,
        buckets,
        file,
        onProgress: (done, of) => {
          presenter.progress({ event: 'progress', ...done, of }, describeProgress(done, of));
        },
      });
      const isPublished = running !== null || hasSeparateHistory(flags);
      const lines = [
        describeCounts(counts),
        ...(counts.accounts > 0
          ? [
              'No account has a password or a second factor: each user sets a new password with "Forgot your password?".',
            ]
          : []),
        isPublished ? 'The running pipeline publishes it.' : 'Publish it: npm start, or: npx frontage build',
      ];
      presenter.show({ event: 'restored', ...counts }, lines.join('\n'));
      return 0;
    });
  },
};
