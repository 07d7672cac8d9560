import { HostingService } from '../../../pipeline/adapters/hosting/hosting-service.fixture.ts';
import { expect, it, onTestFinished } from 'vitest';
import { examineDeployment } from './hosting.ts';

it.each([
  [
    'reports the duration of a deployment',
    'token',
    { state: 'ok', what: expect.stringMatching(/^One file was live after \d+ ms/) as string },
  ],
  [
    'reports that the duration is unknown if Hosting refuses',
    'another',
    { state: 'unasked', what: expect.stringContaining('401') as string },
  ],
])('%s', async (_name, token, finding) => {
  const hosting = new HostingService();
  onTestFinished(() => hosting.stop());
  const { project, site } = hosting;
  const options = { project, site, baseUrl: await hosting.start(), token: () => Promise.resolve(token) };
  expect(await examineDeployment(options)).toMatchObject({ check: 'deployment', ...finding });
});
