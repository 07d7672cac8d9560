import { versionConfig, type HostingConfig } from '@frontage/pipeline/adapters/hosting/version-config';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addressesOf, adminConfig, functionsRegion, hostingConfig } from './configuration.ts';
import { portsFrom } from './ports.ts';

const before = process.env['FUNCTIONS_REGION'];
const set = (region: string | undefined) => {
  if (region === undefined) delete process.env['FUNCTIONS_REGION'];
  else process.env['FUNCTIONS_REGION'] = region;
};
beforeEach(() => set(undefined));
afterEach(() => set(before));

describe('the region of the functions', () => {
  it.each<[string, string | undefined, string]>([
    ['nothing said', undefined, 'us-central1'],
    ['nothing set', '', 'us-central1'],
    ['Belgium', 'europe-west1', 'europe-west1'],
  ])('%s', (_name, setting, region) => {
    set(setting);
    expect(functionsRegion('demo-x')).toBe(region);
    expect(adminConfig('demo-x', addressesOf(portsFrom(5000), '127.0.0.1'))).toMatchObject({ region });
  });

  it('is where the rewrites of a deployed site lead', () => {
    const config = hostingConfig({ target: 'site', marks: {}, region: 'europe-west1' }) as HostingConfig;
    expect(versionConfig(config).rewrites).toEqual([
      { glob: '/api/verifyDemoPassword', run: { serviceId: 'verifydemopassword', region: 'europe-west1' } },
      { glob: '/api/getDemoEmbed', run: { serviceId: 'getdemoembed', region: 'europe-west1' } },
    ]);
  });

  it('touches no rewrite to a file', () => {
    const config = hostingConfig({ target: 'admin', marks: {}, region: 'europe-west1' }) as HostingConfig;
    expect(config.rewrites).toEqual([{ source: '**', destination: '/index.html' }]);
  });
});
