import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mountSmallDisk, type SmallDisk } from '../../pipeline/adapters/disk/full-disk.fixture.ts';
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
  afterEach(() => disk.remove());

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
