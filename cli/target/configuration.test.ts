import { versionConfig, type HostingConfig } from '@frontage/pipeline/hosting';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addressesOf, adminConfig, functionsRegion, hostingConfig } from './configuration.ts';
import { portsFrom } from './ports.ts';

const before = process.env['FUNCTIONS_REGION'];
const setRegion = (region: string | undefined) => {
  if (region === undefined) delete process.env['FUNCTIONS_REGION'];
  else process.env['FUNCTIONS_REGION'] = region;
};
beforeEach(() => setRegion(undefined));
afterEach(() => setRegion(before));

describe('functions region', () => {
  it.each<[string, string | undefined, string]>([
    ['no setting', undefined, 'us-central1'],
    ['an empty setting', '', 'us-central1'],
    ['a setting', 'europe-west1', 'europe-west1'],
  ])('is read from FUNCTIONS_REGION or the default with %s', (_name, setting, region) => {
    setRegion(setting);
    expect(functionsRegion('demo-x')).toBe(region);
    expect(adminConfig('demo-x', addressesOf(portsFrom(5000), '127.0.0.1'))).toMatchObject({ region });
  });

  it('is set in the rewrites of a deployed site', () => {
    const config = hostingConfig({ target: 'site', marks: {}, region: 'europe-west1' }) as HostingConfig;
    expect(versionConfig(config).rewrites).toEqual([
      { glob: '/api/verifyDemoPassword', run: { serviceId: 'verifydemopassword', region: 'europe-west1' } },
      { glob: '/api/getDemoEmbed', run: { serviceId: 'getdemoembed', region: 'europe-west1' } },
    ]);
  });

  it('is not set in rewrites to files', () => {
    const config = hostingConfig({ target: 'admin', marks: {}, region: 'europe-west1' }) as HostingConfig;
    expect(config.rewrites).toEqual([{ source: '**', destination: '/index.html' }]);
  });
});
