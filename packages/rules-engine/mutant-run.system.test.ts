import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chooseMutants } from './mutant-run.ts';
import type { MutantReport } from './mutant-report.ts';

const rules = `rules_version = '2';
service cloud.firestore { match /databases/{database}/documents {
  match /notes/{id} {
    allow read: if request.auth != null && id != 'secret';
  }
} }
`;
const program = fileURLToPath(new URL('rules-mutants.ts', import.meta.url));

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rules-mutants-'));
  file = join(folder, 'firestore.rules');
  writeFileSync(file, rules);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A test command that passes while the rules contain this text. */
const passesWith = (text: string): string =>
  `node -e "process.exit(require('fs').readFileSync('firestore.rules', 'utf8').includes(\\"${text}\\") ? 0 : 1)"`;

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, [program, ...args], { cwd: folder });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
}

describe('chooseMutants', () => {
  test.each([
    [{}, [1, 2, 3, 4, 5, 6]],
    [{ only: '2..4' }, [2, 3, 4]],
    [{ only: '6' }, [6]],
    [{ sample: '3' }, [1, 3, 5]],
    [{ only: '3..6', sample: '2' }, [3, 5]],
    [{ sample: '9' }, [1, 2, 3, 4, 5, 6]],
    [{ only: '5..9' }, '--only 5..9 is outside of the 6 mutants'],
    [{ only: '4..3' }, '--only 4..3 is outside of the 6 mutants'],
    [{ only: 'x' }, '--only takes N or N..M, not "x"'],
    [{ sample: '0' }, '--sample takes a number, not "0"'],
  ])('chooses the mutants of %o', (choice, expected) => {
    const chosen = chooseMutants(6, choice);
    expect(chosen.ok ? chosen.numbers : chosen.problem).toEqual(expected);
  });
});

describe('rules-mutants', () => {
  test('reports the surviving mutants with line, column and difference', async () => {
    const { code, out } = await run('--test', passesWith("id != 'secret'"), '--json');
    const report = JSON.parse(out) as MutantReport;
    expect(code).toBe(1);
    expect(report.run).toBe(report.mutants);
    expect(report.noticed + report.survivors.length).toBe(report.run);
    expect(report.survivors).toContainEqual({
      number: expect.any(Number) as number,
      line: 4,
      column: 20,
      description: "left of && dropped: request.auth != null && id != 'secret'",
      before: ["    allow read: if request.auth != null && id != 'secret';"],
      after: ["    allow read: if (id != 'secret');"],
    });
    expect(readFileSync(file, 'utf8')).toBe(rules);
    expect(existsSync(`${file}.original`)).toBe(false);
  });

  test('exits with 0 and prints the counts if every mutant is noticed', async () => {
    const { code, out } = await run('--test', passesWith("if request.auth != null && id != 'secret';"));
    expect(out).toMatch(/^(\d+) mutants, \1 noticed, 0 survived\n$/);
    expect(code).toBe(0);
  });

  test('lists without running', async () => {
    const { code, out } = await run('--list', '--only', '1..2', '--test', 'false');
    expect(out).toBe(
      "1  firestore.rules:4:20  always true: request.auth != null && id != 'secret'\n" +
        "2  firestore.rules:4:20  always false: request.auth != null && id != 'secret'\n",
    );
    expect(code).toBe(0);
  });

  test.each([
    ['a missing file', ['--rules', 'none.rules'], 'none.rules'],
    ['tests that fail without a mutant', ['--test', 'exit 1'], 'fails with the original rules'],
    ['an unknown option', ['--nope'], '--nope'],
    ['a choice of no mutants', ['--only', '99'], 'outside'],
  ])('exits with 2 for %s', async (_name, args, message) => {
    const { code, err } = await run(...args);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(err).not.toContain('    at ');
  });

  test('exits with 2 for rules that do not compile', async () => {
    writeFileSync(file, 'service cloud.firestore {');
    const { code, err } = await run('--test', 'true');
    expect([code, err]).toEqual([2, expect.stringContaining('firestore.rules:1:26: Expected')]);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('restores the rules and stops its processes on %s', async (signal) => {
    // Slow only for mutants: the command writes its process id to a file, then waits.
    const slow = `node -e "if (process.env.RULES_MUTANT !== '0') { require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000) }"`;
    const child = spawn(process.execPath, [program, '--test', slow], { cwd: folder, stdio: 'ignore' });
    await expect
      .poll(() => existsSync(join(folder, 'pid')) && readFileSync(join(folder, 'pid'), 'utf8') !== '', {
        timeout: 15_000,
      })
      .toBe(true);
    expect(readFileSync(file, 'utf8')).not.toBe(rules);
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(readFileSync(file, 'utf8')).toBe(rules);
    expect(existsSync(`${file}.original`)).toBe(false);
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('restores the rules after a killed run', async () => {
    writeFileSync(`${file}.original`, rules);
    writeFileSync(file, rules.replace('&&', '||'));
    expect((await run('--list', '--only', '1')).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(rules);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // Without an init process that reaps orphans, a killed one stays in the table as a zombie.
    return !existsSync('/proc') || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
