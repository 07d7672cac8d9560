import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Lock {
  packages: Record<string, { link?: boolean; integrity?: string; optional?: boolean; os?: string[]; cpu?: string[] }>;
}

it('pins every workflow action to a commit, with the version as a comment', () => {
  const uses = globSync('.github/workflows/*.yml', { cwd: root }).flatMap(
    (file) => read(file).match(/uses: .*/g) ?? [],
  );
  expect(uses.length).toBeGreaterThan(0);
  expect(uses.filter((line) => !/^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

it('pins every base image of the Dockerfile to a digest', () => {
  const bases = read('Dockerfile').match(/^FROM .*/gm) ?? [];
  expect(bases.length).toBeGreaterThan(0);
  expect(bases.filter((line) => !/^FROM [\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}( AS \w+)?$/.test(line))).toEqual([]);
});

it('excludes .env files from the image', () => {
  expect(read('.dockerignore').split('\n')).toContain('**/.env*');
});

// npm writes no integrity for optional packages of other systems that it never fetched. It does not install them here.
it.each(['package-lock.json', 'bench/package-lock.json'])(
  '%s has an integrity for every package of this system',
  (file) => {
    const { packages } = JSON.parse(read(file)) as Lock;
    const fetched = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
    const unchecked = fetched.filter(([, { integrity }]) => integrity === undefined);
    const unexplained = unchecked.filter(([, entry]) => !entry.optional || (entry.os ?? entry.cpu) === undefined);
    expect(fetched.length).toBeGreaterThan(0);
    expect(unexplained.map(([path]) => path)).toEqual([]);
  },
);
