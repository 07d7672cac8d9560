import { join, resolve } from 'node:path';
import { deploy } from '@frontage/pipeline/adapters/hosting/deploy';
import { applicationDefault } from 'firebase-admin/app';
import { compileAdmin } from '../compile-admin.ts';
import { hostingConfig, root } from '../configuration.ts';
import type { Failure } from '../failure.ts';
import { filesBelow } from '../hosted-files.ts';
import type { Run } from '../run.ts';
import { withContent } from '../store.ts';

/** Releases what hosted Firestore holds, then sends site, back office and embed origin to Firebase Hosting. */
export const run: Run = async (flags, presenter) => {
  if (flags.project.startsWith('demo-')) {
    return {
      what: `"${flags.project}" is a local project`,
      next: 'Name the hosted one: npm run deploy -- --project ID',
    };
  }
  const hosted = readHosted(flags.project);
  if (isFailure(hosted)) return hosted;
  const { sites, marks, adminConfig } = hosted;
  const credential = applicationDefault();
  const token = async () => (await credential.getAccessToken()).access_token;

  return withFirebase(flags, (firebase) =>
    withPipeline({ flags, presenter, firebase, hosted }, async (pipeline): Promise<number | Failure> => {
      await pipeline.reconcile();
      const live = pipeline.live();
      if (!live) return { what: 'There is nothing to deploy', next: 'See what was skipped: npx frontage plan' };
      const adminFolder = await compileAdmin(join(resolve(flags.data), 'admin'));
      const config = Buffer.from(JSON.stringify(adminConfig));
      const origins = {
        site: live
          .paths()
          .map((path) => ({ path, read: async () => (await live.get(path)?.read()) ?? Buffer.alloc(0) })),
        admin: [...filesBelow(adminFolder), { path: '/config.json', read: () => Promise.resolve(config) }],
        embed: filesBelow(join(root, 'src/embed-shell')),
      };
      for (const name of ['embed', 'admin', 'site'] as const) {
        const target = { site: sites[name], config: hostingConfig(name, marks), token };
        const { version, files, uploaded } = await deploy(origins[name], target);
        const text = `${name}: ${uploaded} of ${files} files sent, live as ${version}`;
        presenter.show({ event: 'deployed', target: name, version, files, uploaded }, text);
      }
      return 0;
  });
