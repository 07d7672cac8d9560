import { createHash } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { openHostingApi } from './api.ts';
import { deployFiles } from './deploy.ts';
import { HostingService } from './hosting-service.fixture.ts';
import { versionConfig } from './version-config.ts';

const file = (path: string, text: string) => ({
  path,
  hash: createHash('sha256').update(text).digest('hex'),
  read: () => Promise.resolve(Buffer.from(text)),
});

async function openTarget() {
  const hosting = new HostingService();
  onTestFinished(() => hosting.stop());
  const { project, site } = hosting;
  const baseUrl = await hosting.start();
  const api = openHostingApi({ project, site, baseUrl, token: () => Promise.resolve('token') });
  return { hosting, api, config: versionConfig({ cleanUrls: true }) };
}

it('deploys files in one version, uploading only missing ones', async () => {
  const { hosting, api, config } = await openTarget();
  const files = [file('/index.html', 'Home'), file('/a.html', 'A')];
  expect(await deployFiles(api, { files, config })).toMatchObject({ files: 2, uploaded: 2 });
  const changed = [file('/index.html', 'New'), file('/a.html', 'A')];
  expect(await deployFiles(api, { files: changed, config })).toMatchObject({ files: 2, uploaded: 1 });
  expect(hosting.served()).toEqual({ '/index.html': 'New', '/a.html': 'A' });
});

it('does nothing if the same files and configuration are live', async () => {
  const { hosting, api, config } = await openTarget();
  const files = [file('/index.html', 'Home'), file('/a.html', 'A')];
  await deployFiles(api, { files, config });
  expect(await deployFiles(api, { files: files.toReversed(), config })).toMatchObject({ uploaded: null });
  expect(hosting.releases).toHaveLength(1);
  await deployFiles(api, { files, config: versionConfig({ cleanUrls: false }) });
  expect(hosting.releases).toHaveLength(2);
});
