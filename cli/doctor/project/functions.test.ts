import { expect, it } from 'vitest';
import { parameters, parametersIn } from './functions.ts';

const at = (region: string, name: string, environmentVariables = {}) => ({
  name: `projects/acme-site/locations/${region}/functions/${name}`,
  state: 'ACTIVE',
  labels: {},
  serviceConfig: { environmentVariables },
});
const missingIn = (deployed: Record<string, string | undefined>, here: Record<string, string> = {}) =>
  parameters({ project: 'acme-site', localSetting: (name) => here[name], deployed }).map(({ what }) => what);

it('finds the region of the functions if they share one', () => {
  const own = [at('europe-west1', 'getDemoEmbed'), at('europe-west1', 'onPageWritten', { ADMIN_ORIGIN: 'a' })];
  expect(parametersIn(own)).toEqual({ FUNCTIONS_REGION: 'europe-west1', ADMIN_ORIGIN: 'a' });
  expect(parametersIn([...own, at('us-east1', 'runSchedules')])['FUNCTIONS_REGION']).toBeUndefined();
  expect(parametersIn([])).toEqual({ FUNCTIONS_REGION: undefined });
});

it('lists parameters that only the deployed functions have, without codes or secrets', () => {
  const deployed = { FUNCTIONS_REGION: 'europe-west1', SETUP_CODE: 'code', MAIL_FROM: '', TRUSTED_PROXIES: '2' };
  expect(missingIn(deployed)).toEqual([
    'functions/.env.acme-site lacks deployed parameters: FUNCTIONS_REGION=europe-west1, TRUSTED_PROXIES=2',
  ]);
  expect(missingIn(deployed, { FUNCTIONS_REGION: 'us-east1', TRUSTED_PROXIES: '1' })).toEqual([]);
  expect(missingIn({ FUNCTIONS_REGION: 'us-central1', TRUSTED_PROXIES: '1' })).toEqual([]);
});
