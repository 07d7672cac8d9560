import { dirname, resolve } from 'node:path';
import { makeFolder } from '../runtime/files.ts';
import { presentPin } from '../runtime/present.ts';
import type { Command } from '../command.ts';

export const exportSite: Command = {
  help: {
    operand: 'DIR',
    summary: 'write the live release as plain files for any web server',
    details: ['DIR is replaced if it is empty or holds an earlier export. A folder with other files is refused.'],
  },
  options: ['state'],
  worksOn: 'releases',
  async run(flags, presenter) {
    const { withPipeline } = await import('../target/open-project.ts');
    return withPipeline({ flags, presenter, firebase: null }, async (pipeline) => {
      const folder = resolve(flags.operands[0] ?? '');
      makeFolder(dirname(folder));
      await pipeline.exportTo(folder);
      presenter.show({ event: 'exported', folder }, `Exported the live release to ${folder}`);
      presentPin(pipeline.status().pinned, presenter);
      return 0;
    });
  },
};
