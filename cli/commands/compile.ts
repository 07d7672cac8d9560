import { z } from 'zod';
import { appCheckWith } from '../app-check.ts';
import { compileTemplates } from '../compile-templates.ts';
import { isFailure } from '../failure.ts';
import type { CommandHandler } from '../command-handler.ts';

const webConfig = z.record(z.string(), z.string());

export const run: CommandHandler = async (flags, presenter) => {
  const web = webConfig.parse(JSON.parse(process.env['FIREBASE_WEB_CONFIG'] || '{}'));
  const appCheck = appCheckWith(process.env['PUBLIC_APP_CHECK_SITE_KEY'], web);
  if (isFailure(appCheck)) return appCheck;
  await compileTemplates(flags, presenter, appCheck.siteSettings);
  return 0;
};
