import { counted } from '@frontage/model/dates';
import { isFailure } from '../runtime/failure.ts';
import { bucketsOf } from '../target/hosted-project.ts';
import type { Command } from '../command.ts';

export const uploads: Command = {
  help: {
    summary: 'list uploads (--unused: unreferenced only)',
    details: [
      'Documents, drafts, revisions and the trash reference uploads. The daily purge deletes uploads that were',
      'unreferenced for 30 days, unless they are in the media library.',
    ],
  },
  options: ['unused'],
  worksOn: 'content',
  async run(flags, presenter) {
    const { keyOf, listUploads, readUnusedSince } = await import('@frontage/functions/uploads/unused-uploads');
    const { withFirebase } = await import('../target/open-project.ts');
    const names = bucketsOf(flags.project);
    if (isFailure(names)) return names;
    return withFirebase(flags, async ({ firestore, storage }) => {
      const all = await listUploads({ firestore, storage, names });
      const since = await readUnusedSince(firestore);
      const listed = flags.unused ? all.filter(({ isUsed }) => !isUsed) : all;
      for (const upload of listed) {
        const { bucket, name, bytes, isUsed } = upload;
        const unused_since = since.get(keyOf(upload))?.toDate().toISOString() ?? null;
        const state = isUsed ? '' : `  unused${unused_since === null ? '' : ` since ${unused_since.slice(0, 10)}`}`;
        const text = `${bucket}/${name}  ${Math.ceil(bytes / 1024)} kB${state}`;
        presenter.show(
          { event: 'upload', bucket, name, bytes, used: isUsed, unused_since: isUsed ? null : unused_since },
          text,
        );
      }
      const unused = all.filter(({ isUsed }) => !isUsed).length;
      const text = `${counted(all.length, 'upload')}, ${unused} of them unreferenced`;
      presenter.show({ event: 'uploads', uploads: all.length, unused }, text);
      return 0;
    });
  },
};
