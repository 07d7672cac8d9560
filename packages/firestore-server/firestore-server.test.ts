import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const program = join(import.meta.dirname, 'firestore-server.ts');
const rules = `rules_version = '2';
service cloud.firestore { match /databases/{database}/documents {
  match /notes/{id} { allow read: if true; }
} }
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'firestore-server-'));
  writeFileSync(join(folder, 'firestore.rules'), rules);
  writeFileSync(join(folder, 'wrong.rules'), 'service cloud.firestore {');
  writeFileSync(join(folder, 'noise.sqlite'), 'noise '.repeat(900));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the program until `act` is done, then ends it as Ctrl+C does. */
async function withServer(act: (address: string) => Promise<void>): Promise<void> {
  const args = ['--port', '0', '--rules', 'firestore.rules', '--data', 'documents.sqlite', '--project', 'demo-x'];
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  expect(line).toMatch(/^FIRESTORE_EMULATOR_HOST=127\.0\.0\.1:\d+$/);
  await act(line.replace(/^.*=/, ''));
  child.kill('SIGINT');
  expect(await exit).toEqual([0, null]);
}

describe('firestore-server', () => {
  const note = (address: string, name: string) =>
    `http://${address}/v1/projects/demo-x/databases/(default)/documents/${name}`;

  it('applies the rules and stores documents in the data file', async () => {
    await withServer(async (address) => {
      const body = JSON.stringify({ fields: { text: { stringValue: 'kept' } } });
      const json = { 'content-type': 'application/json' };
      const refused = await fetch(note(address, 'notes/a'), { method: 'PATCH', body, headers: json });
      expect(refused.status).toBe(403);
      const headers = { ...json, authorization: 'Bearer owner' };
      expect((await fetch(note(address, 'notes/a'), { method: 'PATCH', body, headers })).status).toBe(200);
    });
    await withServer(async (address) => {
      expect(await (await fetch(note(address, 'notes/a'))).text()).toContain('kept');
      expect((await fetch(note(address, 'others/a'))).status).toBe(403);
    });
  });

  it.each([
    ['rules that do not compile', ['--rules', 'wrong.rules'], /wrong\.rules:1:\d+ /],
    ['rules that are missing', ['--rules', 'none.rules'], /none\.rules/],
    ['a damaged data file', ['--data', 'noise.sqlite'], /noise\.sqlite is damaged\. Put a copy of it back/],
    ['a wrong port', ['--port', 'x'], /--port x is not a port/],
    ['an unknown flag', ['--colour'], /--colour/],
  ])('refuses %s', (_, args, message) => {
    const ran = spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' });
    expect(ran.stderr).toMatch(message);
    expect(ran.stderr).not.toMatch(/\n\s+at /);
    expect(ran.status).toBe(2);
  });

  it('has the name and options that package.json and README state', () => {
    const manifest = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as { bin: object };
    expect(manifest.bin).toEqual({ 'firestore-server': 'firestore-server.ts' });
    const help = spawnSync(process.execPath, [program, '--help'], { encoding: 'utf8' }).stdout;
    const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
    const [command = ''] = /npx -p @frontage\/firestore-server .*/.exec(help) ?? [];
    expect(readme).toContain(command);
  });
});
