import { z } from 'zod';
import { appCheckWith } from '../target/app-check.ts';
import { isFailure } from '../runtime/failure.ts';
import type { Command } from '../command.ts';

const webConfig = z.record(z.string(), z.string());

export const compile: Command = {
  help: {
    summary: 'compile the templates of the site',
    details: ['Writes them to FRONTAGE_COMPILED, or to compiled/ in the data folder, for later starts.'],
  },
  options: [],
  worksOn: 'content',
  async run(flags, presenter) {
    const { compileTemplates } = await import('../publishing/compile.ts');
    const web = webConfig.parse(JSON.parse(process.env['FIREBASE_WEB_CONFIG'] || '{}'));
    const appCheck = appCheckWith(process.env['PUBLIC_APP_CHECK_SITE_KEY'], web);
    if (isFailure(appCheck)) return appCheck;
    await compileTemplates(flags, presenter, appCheck.siteSettings);
    return 0;
  },
};
