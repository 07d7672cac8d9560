import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isFailure } from '../failure.ts';
import { bucketsOf } from '../hosted.ts';
import { describeCounts } from '../keeping/describe-counts.ts';
import { writeBackup } from '../keeping/write-backup.ts';
import type { CommandHandler } from '../command-handler.ts';
import { withFirebase } from '../store.ts';

const progressInterval = 1_000;

export const run: CommandHandler = async (flags, presenter) => {
  const file = resolve(flags.operands[0] ?? '');
  if (existsSync(file)) return { what: `${file} exists already`, next: 'Name another file, or move it away' };
  const buckets = bucketsOf(flags.project);
  if (isFailure(buckets)) return buckets;
  return withFirebase(flags, async (firebase) => {
    const counts = await writeBackup({
      firebase,
      buckets,
      file,
      onProgress: (done) => {
        if ((done.documents + done.accounts + done.uploads) % progressInterval !== 0) return;
        presenter.progress({ event: 'progress', ...done }, describeCounts(done));
      },
    });
    presenter.show({ event: 'backed-up', file, ...counts }, `${describeCounts(counts)} in ${file}`);
    return 0;
  });
};
