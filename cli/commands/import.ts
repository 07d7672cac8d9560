import { resolve } from 'node:path';
import { importContent } from '../import-content.ts';
import type { Run } from '../run.ts';
import { withFirebase } from '../store.ts';

export const run: Run = (flags, presenter) =>
  withFirebase(flags, async ({ firestore }) => {
    const { written, refused } = await importContent(firestore, resolve(flags.operands[0] ?? ''));
    for (const { document, problems } of refused) {
      presenter.show({ event: 'refused', document, problems }, `refused ${document}: ${problems.join('; ')}`);
    }
    presenter.show(
      { event: 'imported', written: written.length, refused: refused.length },
      `${written.length} written, ${refused.length} refused`,
    );
    return refused.length === 0 ? 0 : 1;
  });
