import { join } from 'node:path';
import { deleteApp, initializeApp } from 'firebase/app';
import { connectStorageEmulator, getStorage, ref, uploadBytes } from 'firebase/storage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Log } from '@frontage/firestore-server/log';
import { mountSmallDisk, type SmallDisk } from '../../pipeline/adapters/disk/full-disk.fixture.ts';
import { startAuth } from '../../local/auth/server.ts';
import { startStorage } from '../../local/storage/server.ts';
import { openAccountStore } from '../../local/auth/account-store.ts';
import { openObjectStore } from '../../local/storage/object-store.ts';
import { firestoreProcess, type FirestoreProcess } from './support/firestore-process.ts';

const project = 'demo-full-disk';
const probe = mountSmallDisk(1);
const reason = typeof probe === 'string' ? probe : null;
if (typeof probe !== 'string') probe.remove();

describe.skipIf(reason !== null)(`a full disk${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let disk: SmallDisk;
  beforeEach(() => {
    const mounted = mountSmallDisk(8);
    if (typeof mounted === 'string') throw new Error(mounted);
    disk = mounted;
  });
  /** Stops the services of a test, which use the disk. */
  const stops: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
    disk.remove();
  });

  describe('used by Firestore', () => {
    let server: FirestoreProcess;
    beforeEach(async () => {
      server = await firestoreProcess({ file: join(disk.folder, 'documents.sqlite'), project });
      await server.start();
    });
    afterEach(() => server.kill());

    const at = (id: string) =>
      `http://127.0.0.1:${String(server.port)}/v1/projects/${project}/databases/(default)/documents/pages/${id}`;
    const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
    const write = async (id: string, size: number) => {
      const body = JSON.stringify({ fields: { text: { stringValue: 'x'.repeat(size) } } });
      const answer = await fetch(at(id), { method: 'PATCH', headers, body });
      return { status: answer.status, body: (await answer.json()) as { error?: { status: string; message: string } } };
    };

    it('rejects writes with an error that names the file, keeps earlier documents, and accepts writes after space is freed', async () => {
      expect((await write('before', 1_000)).status).toBe(200);
      disk.fill();
      for (const attempt of [1, 2]) {
        const refused = await write('during', 800_000);
        expect(refused.body.error, `attempt ${String(attempt)}`).toMatchObject({
          status: 'RESOURCE_EXHAUSTED',
          message: expect.stringMatching(
            /^The disk that holds .*documents\.sqlite is full: nothing was stored\. Free some space/,
          ) as string,
        });
        expect(refused.status).toBe(429);
      }
      expect((await fetch(at('before'), { headers })).status).toBe(200);
      expect((await fetch(at('during'), { headers })).status).toBe(404);
      expect(server.complaints()).not.toContain('no transaction is active');
      disk.free();
      expect((await write('during', 800_000)).status).toBe(200);
    });
  });

  describe('used by Authentication', () => {
    it('answers with the file and the next step, logs both, and accepts changes after space is freed', async () => {
      const logged: string[] = [];
      const log: Log = ({ level, message }) => void (level === 'error' && logged.push(message));
      const file = join(disk.folder, 'accounts.sqlite');
      const auth = await startAuth({ project, host: '127.0.0.1', port: 0, file, log });
      stops.push(() => auth.stop());
      const signUp = async (email: string) => {
        const address = `http://127.0.0.1:${String(auth.port)}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any`;
        const answer = await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: 'http://admin.test' },
          body: JSON.stringify({ email, password: 'a secret', displayName: 'x'.repeat(200_000) }),
        });
        const body = (await answer.json()) as { error?: { code: number; message: string } };
        return { status: answer.status, origin: answer.headers.get('access-control-allow-origin'), ...body };
      };
      expect((await signUp('before@example.com')).status).toBe(200);
      disk.fill();
      const refused = await signUp('during@example.com');
      expect(refused).toMatchObject({ status: 507, origin: expect.stringMatching(/admin\.test|\*/) as string });
      const reason = new RegExp(`The disk that holds ${file} is full: nothing was stored\\. Free some space`);
      expect(refused.error?.message).toMatch(/^RESOURCE_EXHAUSTED : /);
      expect(refused.error?.message).toMatch(reason);
      expect(logged.join()).toMatch(reason);
      disk.free();
      expect((await signUp('after@example.com')).status).toBe(200);
    });
  });

  describe('used by Storage', () => {
    it('answers with the file and the next step, logs both, and accepts uploads after space is freed', async () => {
      const logged: string[] = [];
      const log: Log = ({ level, message }) => void (level === 'error' && logged.push(message));
      const rules = { validate: () => Promise.resolve(true) };
      const folder = join(disk.folder, 'storage');
      const events = { setRules: () => [], onEvents: () => undefined };
      const storage = await startStorage({ project, host: '127.0.0.1', port: 0, folder, rules, ...events, log });
      stops.push(() => storage.stop());
      const app = initializeApp({ projectId: project, apiKey: 'any' }, 'full disk');
      stops.push(() => deleteApp(app));
      const client = getStorage(app, 'gs://demo-images');
      connectStorageEmulator(client, '127.0.0.1', storage.port);
      const upload = async (name: string, size: number): Promise<string> =>
        uploadBytes(ref(client, name), new Uint8Array(size)).then(
          () => 'stored',
          (error: unknown) => String(error),
        );
      const uploadByServer = async (name: string, size: number) => {
        const path = `/upload/storage/v1/b/demo-images/o?uploadType=media&name=${name}`;
        const answer = await fetch(`http://127.0.0.1:${String(storage.port)}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/octet-stream' },
          body: new Uint8Array(size),
        });
        return { status: answer.status, body: await answer.text() };
      };
      expect(await upload('before', 100_000)).toBe('stored');
      disk.fill();
      const reason = new RegExp(`The disk that holds ${folder}/\\S+ is full: nothing was stored\\. Free some space`);
      expect(await upload('during', 400_000)).toMatch(/storage\/quota-exceeded/);
      const refused = await uploadByServer('during too', 400_000);
      expect([refused.status, refused.body]).toEqual([507, expect.stringMatching(reason)]);
      expect(logged.join()).toMatch(reason);
      // The bytes fit, but not their description.
      disk.free();
      disk.fill(1);
      expect(await upload('small', 60_000)).toMatch(/storage\/quota-exceeded|stored/);
      disk.free();
      expect(await upload('after', 400_000)).toBe('stored');
      expect((await uploadByServer('after too', 400_000)).status).toBe(200);
    });
  });

  it('is reported by the accounts database', () => {
    const store = openAccountStore(join(disk.folder, 'accounts.sqlite'));
    const commit = (id: string) =>
      store.commit({
        accounts: new Map([[id, JSON.stringify('x'.repeat(800_000))]]),
        oobCodes: new Map(),
        factors: new Map(),
        config: null,
      });
    commit('before');
    disk.fill();
    expect(() => commit('during')).toThrow(/accounts\.sqlite is full: nothing was stored/);
    disk.free();
    commit('after');
    expect(store.load().accounts.map(({ id }) => id)).toEqual(['before', 'after']);
    store.close();
  });

  it('is reported by the uploads database', () => {
    const store = openObjectStore(join(disk.folder, 'objects.sqlite'));
    const events = (id: string) => [{ id, json: JSON.stringify('x'.repeat(800_000)) }];
    const commit = (id: string) => store.commit({ objects: new Map(), events: events(id) });
    commit('before');
    disk.fill();
    expect(() => commit('during')).toThrow(/objects\.sqlite is full: nothing was stored/);
    disk.free();
    commit('after');
    store.close();
  });
});
