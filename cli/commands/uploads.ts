import { counted } from '@frontage/model/counted';
import { keyOf, listUploads, readUnusedSince } from '@frontage/functions/uploads/unused-uploads';
import { isFailure } from '../failure.ts';
import { bucketsOf } from '../hosted.ts';
import type { CommandHandler } from '../command-handler.ts';
import { withFirebase } from '../store.ts';

export const run: CommandHandler = async (flags, presenter) => {
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
};
