import { resolve } from 'node:path';
import { isFailure } from '../failure.ts';
import { hasSeparateHistory } from '../history-location.ts';
import { bucketsOf } from '../hosted.ts';
import { describeCounts } from '../keeping/describe-counts.ts';
import { restoreBackup } from '../keeping/restore-backup.ts';
import type { CommandHandler } from '../command-handler.ts';
import { withFirebase } from '../store.ts';

export const run: CommandHandler = async (flags, presenter) => {
  const file = resolve(flags.operands[0] ?? '');
  const buckets = bucketsOf(flags.project);
  if (isFailure(buckets)) return buckets;
  return withFirebase(flags, async (firebase, running) => {
    const counts = await restoreBackup({
      firebase,
      buckets,
      file,
      onProgress: (done, of) => {
        presenter.progress({ event: 'progress', ...done, of }, `${describeCounts(done)} of ${describeCounts(of)}`);
      },
    });
    const isPublished = running !== null || hasSeparateHistory(flags);
    const lines = [
      describeCounts(counts),
      ...(counts.accounts > 0
        ? ['No account has a password or a second factor: each user sets a new password with "Forgot password".']
        : []),
      isPublished ? 'The running pipeline publishes it.' : 'Publish it: npm start, or: npx frontage build',
    ];
    presenter.show({ event: 'restored', ...counts }, lines.join('\n'));
    return 0;
  });
};
