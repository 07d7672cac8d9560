import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as functions from '@frontage/functions/index';
import { calls } from '@frontage/model/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Builds the bundle that `firebase deploy --only functions` uploads, and inspects it like the Firebase CLI. No other
// test loads it.

interface Manifest {
  endpoints: Record<string, { region: string[] | string; callableTrigger?: object; platform: string }>;
  params: { name: string; type: string }[];
}

const root = join(import.meta.dirname, '../..');
const lib = join(root, 'functions/lib');
const folder = mkdtempSync(join(tmpdir(), 'frontage-deployed-'));
let manifest: Manifest;
beforeAll(() => {
  const inRoot = { cwd: root, stdio: 'pipe' } as const;
  execFileSync(process.execPath, [join(root, 'functions/build.ts')], inRoot);
  const file = join(folder, 'functions.json');
  execFileSync(process.execPath, [join(root, 'node_modules/firebase-functions/lib/bin/firebase-functions.js'), lib], {
    cwd: lib,
    stdio: 'pipe',
    env: { ...process.env, GCLOUD_PROJECT: 'demo-frontage', FUNCTIONS_MANIFEST_OUTPUT_PATH: file },
  });
  manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
});
afterAll(() => rmSync(folder, { recursive: true }));

it('contains every function, and exactly the functions in `calls` are callable', () => {
  const { endpoints } = manifest;
  expect(Object.keys(endpoints).sort()).toEqual(Object.keys(functions).sort());
  const callable = Object.keys(endpoints).filter((name) => endpoints[name]?.callableTrigger);
  expect(callable.sort()).toEqual(Object.keys(calls).sort());
  expect(new Set(Object.values(endpoints).map(({ platform }) => platform))).toEqual(new Set(['gcfv2']));
});

it('deploys every function to FUNCTIONS_REGION', () => {
  const regions = Object.values(manifest.endpoints).flatMap(({ region }) => region);
  expect(new Set(regions)).toEqual(new Set(['{{ params.FUNCTIONS_REGION }}']));
});

it('imports only its dependencies and Node.js modules', () => {
  const { dependencies } = JSON.parse(readFileSync(join(lib, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; link?: boolean }>;
  };
  const locked = (name: string) =>
    packages[`functions/node_modules/${name}`]?.version ?? packages[`node_modules/${name}`]?.version;
  expect(dependencies).toEqual(Object.fromEntries(Object.keys(dependencies).map((name) => [name, locked(name)])));
  const bundle = readFileSync(join(lib, 'index.js'), 'utf8');
  const imported = [...bundle.matchAll(/^(?:import|export)\b[^;]*?from "([^".][^"]*)"|^import "([^".][^"]*)"/gm)].map(
    ([, from, alone]) => from ?? alone ?? '',
  );
  const packagesOf = imported.map((from) =>
    from
      .split('/')
      .slice(0, from.startsWith('@') ? 2 : 1)
      .join('/'),
  );
  expect(packagesOf.length).toBeGreaterThan(5);
  expect(packagesOf.filter((name) => !(name in dependencies) && !isBuiltin(name))).toEqual([]);
});

const isBuiltin = (name: string): boolean => name.startsWith('node:') || builtinModules.includes(name);
