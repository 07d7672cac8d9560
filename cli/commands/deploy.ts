import { join, resolve } from 'node:path';
import { openHostingApi } from '@frontage/pipeline/adapters/hosting/api';
import { deployFiles } from '@frontage/pipeline/adapters/hosting/deploy';
import { versionConfig } from '@frontage/pipeline/adapters/hosting/version-config';
import type { Pipeline } from '@frontage/pipeline/pipeline';
import { applicationDefault } from 'firebase-admin/app';
import { compileAdmin } from '../compile-admin.ts';
import { hostingConfig, root } from '../configuration.ts';
import type { Failure } from '../failure.ts';
import { filesBelow } from '../hosted-files.ts';
import type { Hosted } from '../hosted.ts';
import type { Run } from '../run.ts';
import { withContent } from '../store.ts';

/** Releases what hosted Firestore holds, then sends site, back office and embed origin to Firebase Hosting. */
export const run: Run = (flags, presenter) =>
  withContent(flags, presenter, async (pipeline, hosted): Promise<number | Failure> => {
    if (!hosted) {
      const next = 'Name a hosted one: npm run deploy -- --project ID';
      return { what: `"${flags.project}" is a local project`, next };
    }
    await pipeline.reconcile();
    const adminFolder = await compileAdmin(join(resolve(flags.data), 'admin'), presenter);
    const origins = filesOf({ pipeline, adminFolder, hosted });
    const credential = applicationDefault();
    const token = async () => (await credential.getAccessToken()).access_token;
    for (const name of ['embed', 'admin', 'site'] as const) {
      const api = openHostingApi({ project: flags.project, site: hosted.sites[name], token });
      const config = versionConfig(hostingConfig({ target: name, marks: hosted.marks, region: hosted.region }));
      const { version, files, uploaded } = await deployFiles(api, { files: await origins[name], config });
      const sent = uploaded === null ? 'nothing has changed' : `${uploaded} of ${files} files sent`;
      const text = `${name}: ${sent}, live as ${version}`;
      presenter.show({ event: 'deployed', target: name, version, files, uploaded }, text);
    }
    return 0;
  });

function filesOf({ pipeline, adminFolder, hosted }: { pipeline: Pipeline; adminFolder: string; hosted: Hosted }) {
  const live = pipeline.live();
  const config = JSON.stringify(hosted.adminConfig);
  const site = (live?.paths() ?? []).flatMap((path) => {
    const file = live?.get(path);
    return file ? [{ path, hash: file.hash, read: () => file.read() }] : [];
  });
  return {
    site: Promise.resolve(site),
    admin: filesBelow(adminFolder, { 'config.json': config }),
    embed: filesBelow(join(root, 'src/embed-shell')),
  };
}
