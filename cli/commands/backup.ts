import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isFailure } from '../runtime/failure.ts';
import { bucketsOf } from '../target/hosted-project.ts';
import { describeCounts } from '../content/backup-line.ts';
import type { Command } from '../command.ts';

const progressInterval = 1_000;

export const backup: Command = {
  help: {
    operand: 'FILE',
    summary: 'write documents, uploads and accounts to one file',
    details: [
      'Works while an instance runs: all documents are read at one point in time. Equal content yields equal bytes.',
      'FILE holds drafts, hashes and email addresses; only its owner may read it. It holds no passwords, no second',
      'factors and no releases. FILE must not exist.',
    ],
  },
  options: [],
  worksOn: 'content',
  async run(flags, presenter) {
    const { writeBackup } = await import('../content/write-backup.ts');
    const { withFirebase } = await import('../target/open-project.ts');
    const file = resolve(flags.operands[0] ?? '');
    if (existsSync(file)) return { what: `${file} exists already`, next: 'Name another file, or move it away' };
    const folder = dirname(file);
    if (!existsSync(folder)) return { what: `There is no folder ${folder}`, next: `Create it: mkdir -p '${folder}'` };
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
  },
};
