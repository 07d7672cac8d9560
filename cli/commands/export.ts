import { dirname, resolve } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import { presentPin } from '../present-pin.ts';
import type { CommandHandler } from '../command-handler.ts';
import { withPipeline } from '../store.ts';

export const run: CommandHandler = (flags, presenter) =>
  withPipeline({ flags, presenter, firebase: null }, async (pipeline) => {
    const folder = resolve(flags.operands[0] ?? '');
    makeFolder(dirname(folder));
    await pipeline.exportTo(folder);
    presenter.show({ event: 'exported', folder }, `Exported the live release to ${folder}`);
    presentPin(flags, pipeline.status().pinned, presenter);
    return 0;
  });
