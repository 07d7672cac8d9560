import { expect, it } from 'vitest';
import { emulatorEnv } from './emulator-env.ts';

it('sets the variables of every given service', () => {
  const env = emulatorEnv('demo-x', { functions: 'h:1', auth: 'h:2', storage: 'h:3', firestore: 'h:4' });
  expect(env).toMatchObject({
    GCLOUD_PROJECT: 'demo-x',
    FUNCTIONS_EMULATOR_HOST: 'h:1',
    FIREBASE_AUTH_EMULATOR_HOST: 'h:2',
    FIREBASE_STORAGE_EMULATOR_HOST: 'h:3',
    STORAGE_EMULATOR_HOST: 'http://h:3',
    FIRESTORE_EMULATOR_HOST: 'h:4',
  });
  expect(JSON.parse(env['FIREBASE_CONFIG'] ?? '')).toEqual({
    projectId: 'demo-x',
    storageBucket: 'demo-x.appspot.com',
  });
});

it('sets no host variable for an omitted service', () => {
  expect(Object.keys(emulatorEnv('demo-x', {})).filter((name) => name.endsWith('_HOST'))).toEqual([]);
});
