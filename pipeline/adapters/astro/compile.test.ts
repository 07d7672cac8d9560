import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compileSite } from './compile.ts';
import { siteFingerprint } from './fingerprint.ts';

let root: string;
let template: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'frontage-compile-'));
  mkdirSync(join(root, 'src'));
  template = join(root, 'src/page.astro');
  writeFileSync(template, 'one');
});

afterEach(() => rmSync(root, { recursive: true }));

/** Compiles with a stub that calls `meanwhile` and then copies the template. */
const compile = (meanwhile: (time: number) => void = () => undefined) => {
  let times = 0;
  const compiler = {
    compile: (outDir: string) => {
      meanwhile((times += 1));
      mkdirSync(join(outDir, 'server'), { recursive: true });
      writeFileSync(join(outDir, 'server/entry.mjs'), readFileSync(template));
      return Promise.resolve();
    },
    stop: () => undefined,
  };
  return compileSite({ root, outDir: join(root, 'out'), log: () => undefined, compiler });
};

it('reuses a compilation of unchanged sources and replaces a damaged one', async () => {
  const { serverEntry, fingerprint } = await compile();
  expect(fingerprint).toBe(siteFingerprint(root));
  const untouched = () => expect.unreachable();
  await compile(untouched);
  writeFileSync(serverEntry, 'damaged');
  await compile();
  expect(readFileSync(serverEntry, 'utf8')).toBe('one');
});

it('fingerprints templates without READMEs and tests', () => {
  const before = siteFingerprint(root);
  for (const name of ['README.md', 'home.test.ts']) writeFileSync(join(dirname(template), name), 'other');
  expect(siteFingerprint(root)).toBe(before);
  writeFileSync(join(dirname(template), 'home.ts'), 'other');
  expect(siteFingerprint(root)).not.toBe(before);
});

it('discards a compilation whose sources changed during it', async () => {
  const before = siteFingerprint(root);
  const { serverEntry, fingerprint } = await compile((time) => time === 1 && writeFileSync(template, 'two'));
  expect(fingerprint).toBe(siteFingerprint(root));
  expect(readFileSync(serverEntry, 'utf8')).toBe('two');
  expect(existsSync(join(root, 'out', before))).toBe(false);
});

it('removes the folder of a failed compilation', async () => {
  const failing = () => {
    throw new Error('no such component');
  };
  await expect(compile(failing)).rejects.toThrow('no such component');
  expect(existsSync(join(root, 'out', siteFingerprint(root)))).toBe(false);
});
