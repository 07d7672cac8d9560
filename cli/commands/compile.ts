import { z } from 'zod';
import { appCheckWith } from '../app-check.ts';
import { compileTemplates } from '../compile-templates.ts';
import { isFailure } from '../failure.ts';
import type { Run } from '../run.ts';

const webConfig = z.record(z.string(), z.string());

export const run: Run = async (flags, presenter) => {
  const web = webConfig.parse(JSON.parse(process.env['FIREBASE_WEB_CONFIG'] || '{}'));
  const appCheck = appCheckWith(process.env['PUBLIC_APP_CHECK_SITE_KEY'], web);
  if (isFailure(appCheck)) return appCheck;
  await compileTemplates(flags, presenter, appCheck.siteSettings);
  return 0;
};
