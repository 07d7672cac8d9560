import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteApp, initializeApp, type App } from 'firebase-admin/app';
import { FieldValue, getFirestore, type Firestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copySeeded } from '../data-folders.ts';
import { eventually } from './eventually.ts';
import { findFreePorts } from './stack.ts';

const root = join(import.meta.dirname, '../..');
const project = 'demo-frontage';
const publishes = 60;

let dataDir: string;
let port: number;
let child: ChildProcess;
let app: App | undefined;
let firestore: Firestore;
const printed = { out: '', err: '' };

const lines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');
const origin = (offset: number): string => `http://127.0.0.1:${String(port + offset)}`;
const logFile = (): string => join(dataDir, 'frontage.log');

/** Resolves when the process has printed a text. Only the hook's timeout limits the wait. */
const hasPrinted = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const resolveIfPrinted = (): void => {
      if ((printed.out + printed.err).includes(text)) resolve();
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', resolveIfPrinted);
    child.once('exit', () =>
      reject(new Error(`The process ended before it printed "${text}":\n${printed.out}${printed.err}`)),
    );
    resolveIfPrinted();
  });

async function post(url: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, unknown>;
}

/** Signs up the first administrator. Returns the ID token. */
async function signUpAdministrator(): Promise<string> {
  const accounts = `${origin(5)}/identitytoolkit.googleapis.com/v1/accounts`;
  const credentials = { email: 'first@example.com', password: 'correct horse battery', returnSecureToken: true };
  const { idToken } = await post(`${accounts}:signUp?key=local`, credentials);
  await post(`${origin(4)}/${project}/us-central1/claimFirstAdmin`, { data: {} }, String(idToken));
  await post(`${accounts}:sendOobCode?key=local`, { requestType: 'PASSWORD_RESET', email: credentials.email });
  return String(idToken);
}

/** Tries to take another page's slug. The rules deny it. */
async function takeDuplicateSlug(token: string): Promise<Record<string, unknown>> {
  const documents = `projects/${project}/databases/(default)/documents`;
  const [taken] = (await firestore.collection('pages').limit(1).get()).docs;
  const name = `${documents}/slugs/page:${String(taken?.get('slug'))}`;
  const fields = { id: { stringValue: 'another' }, updated_at: { timestampValue: '2026-01-01T00:00:00Z' } };
  return post(`${origin(7)}/v1/${documents}:commit`, { writes: [{ update: { name, fields } }] }, token);
}

/** Publishes changes one after another and waits until each is live. */
async function publishMany(): Promise<void> {
  const [page] = (await firestore.collection('pages').limit(1).get()).docs;
  if (!page) throw new Error('The example content has no page');
  for (let round = 1; round <= publishes; round += 1) {
    const title = `Round ${String(round)}.`;
    await page.ref.update({ title, rev: FieldValue.increment(1), updated_at: FieldValue.serverTimestamp() });
    const address = `${origin(0)}/page/${String(page.get('slug'))}`;
    expect(
      await eventually(
        async () => (await fetch(address)).text(),
        (text) => text.includes(title),
      ),
    ).toContain(title);
  }
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'frontage-output-'));
  copySeeded(dataDir);
  port = await findFreePorts(8);
  const args = ['cli/frontage.ts', 'start', '--port', String(port), '--data', dataDir];
  child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout?.on('data', (chunk: Buffer) => (printed.out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (printed.err += chunk.toString()));
  await hasPrinted('Ctrl+C');
  process.env['FIRESTORE_EMULATOR_HOST'] = `127.0.0.1:${String(port + 7)}`;
  app = initializeApp({ projectId: project }, 'start-output');
  firestore = getFirestore(app);

  const token = await signUpAdministrator();
  expect(await takeDuplicateSlug(token)).toMatchObject({ error: { status: 'PERMISSION_DENIED' } });
  await publishMany();
  await firestore.doc('pages/bad').set({ title: 5, rev: 1, is_published: true });
  await hasPrinted('pages/bad');
  const [demo] = (await firestore.collection('demo_pages').limit(1).get()).docs;
  await demo?.ref.delete();
  child.kill('SIGTERM');
  await once(child, 'exit');
});

afterAll(async () => {
  if (app) await deleteApp(app);
  child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

describe('the output of npm start', { tags: 'full' }, () => {
  it('stays below 40 lines without JSON during sign-up, denied writes and many publishes', () => {
    const all = [...lines(printed.out), ...lines(printed.err)];
    expect(all.filter((line) => /^\s*[{[]/.test(line))).toEqual([]);
    expect(all.length, all.join('\n')).toBeLessThan(40);
  });

  it('lists every address and the log file, and explains the local mailbox', () => {
    for (const offset of [0, 1, 2]) expect(printed.out).toContain(origin(offset));
    expect(printed.out).toMatch(/Mail +\S+\/local-mail \(caught, never sent\)/);
    expect(printed.out).toContain('frontage.log');
  });

  it('has one line per phase', () => {
    for (const phase of ['Site', 'Admin', 'Firebase', 'Release']) {
      expect(lines(printed.out).filter((line) => new RegExp(`^${phase}: .+ in \\d+\\.\\d s$`).test(line))).toHaveLength(
        1,
      );
    }
  });

  it('summarizes frequent releases and shows problems once', () => {
    expect(printed.out).toMatch(/^Releases \d+ to \d+: \d+ added, \d+ changed, \d+ removed$/m);
    expect(printed.err.match(/pages\/bad/g)).toHaveLength(1);
  });

  it('writes details to a log that has no secrets and only its owner can read', () => {
    const log = readFileSync(logFile(), 'utf8');
    expect(log).toMatch(/WARN {2}firestore: update of slugs\/page:\S+ denied/);
    expect(log).toMatch(/DEBUG functions: .*verifications/);
    expect(log).toContain(`release: Release`);
    expect(log).toContain('mail: to first@example.com');
    const secrets = Object.values(JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as object).map(
      String,
    );
    for (const secret of [...secrets, 'eyJ', 'oobCode=', 'correct horse battery']) expect(log).not.toContain(secret);
    expect(statSync(logFile()).mode & 0o777).toBe(0o600);
  });
});
