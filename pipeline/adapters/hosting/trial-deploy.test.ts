import { expect, it, onTestFinished } from 'vitest';
import { HostingService } from './hosting-service.fixture.ts';
import { timeDeployment } from './deploy.ts';

async function open(options: ConstructorParameters<typeof HostingService>[0] = {}) {
  const hosting = new HostingService(options);
  onTestFinished(() => hosting.stop());
  const { project, site } = hosting;
  const baseUrl = await hosting.start();
  return { hosting, options: { project, site, baseUrl, token: () => Promise.resolve('token'), patience: 1 } };
}

it('deploys one file to a temporary channel, and removes channel and version', async () => {
  const { hosting, options } = await open();
  const times = await timeDeployment(options);
  expect(Object.keys(times)).toEqual(['made', 'released', 'served']);
  expect(hosting.releases).toEqual([]);
  expect(hosting.channels.size).toBe(0);
  expect(hosting.versions.size).toBe(0);
  expect(hosting.blobs.size).toBe(1);
});

it('removes the channel after a failure', async () => {
  const { hosting, options } = await open({ trouble: (call) => (call.startsWith('PATCH') ? 400 : null) });
  await expect(timeDeployment(options)).rejects.toMatchObject({ status: 400 });
  expect(hosting.channels.size).toBe(0);
});
