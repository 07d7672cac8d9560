import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bucketObjects, folderObjects } from '@frontage/pipeline/objects';
import { numberedName, numberIn, type Objects } from '../../../pipeline/log/objects.ts';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getStorage } from 'firebase-admin/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTarget } from '../target.ts';

/** A store of objects. */
interface OpenedStore {
  objects: Objects;
  close(): Promise<void>;
}

const stores: Record<string, () => Promise<OpenedStore>> = {
  'a folder': () => {
    const folder = mkdtempSync(join(tmpdir(), 'frontage-objects-'));
    const close = () => Promise.resolve(rmSync(folder, { recursive: true, force: true }));
    return Promise.resolve({ objects: folderObjects(join(folder, 'not there yet')), close });
  },
  'a bucket': async () => {
    const target = await openTarget({ only: ['storage'] });
    const app = initializeApp({ projectId: target.project, storageBucket: 'state' }, `objects-${randomUUID()}`);
    const close = async () => {
      await deleteApp(app);
      await target.stop();
    };
    return { objects: bucketObjects(getStorage(app).bucket(), 'site/live/'), close };
  },
};

describe.each(Object.entries(stores))('objects in %s', (_, open) => {
  let opened: OpenedStore;
  let objects: Objects;
  beforeAll(async () => {
    opened = await open();
    objects = opened.objects;
  });
  afterAll(() => opened.close());

  const text = async (name: string, part?: { start: number; length: number }): Promise<string | null> => {
    const bytes = await objects.read(name, part);
    return bytes && Buffer.from(bytes).toString();
  };

  it('has no objects before one is created', async () => {
    expect(await objects.list('none/')).toEqual([]);
    expect(await objects.read('none/a')).toBeNull();
    await objects.remove('none/a');
  });

  it('creates an object once and keeps the first content', async () => {
    expect(await objects.create('once/a', Buffer.from('first'))).toBe(true);
    expect(await objects.create('once/a', Buffer.from('second'))).toBe(false);
    expect(await text('once/a')).toBe('first');
  });

  it('lets exactly one of several concurrent creates succeed', async () => {
    const wins = await Promise.all(
      Array.from({ length: 10 }, (_, writer) => objects.create('race/a', Buffer.from(String(writer)))),
    );
    expect(wins.filter((won) => won)).toHaveLength(1);
    expect(await text('race/a')).toBe(String(wins.indexOf(true)));
  });

  it('reads byte ranges', async () => {
    await objects.create('parts/a', Buffer.from('0123456789'));
    expect(await text('parts/a', { start: 2, length: 3 })).toBe('234');
    expect(await text('parts/a', { start: 9, length: 1 })).toBe('9');
    expect(await text('parts/none', { start: 0, length: 1 })).toBeNull();
  });

  it('stores empty and binary objects', async () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    await objects.create('bytes/all', all);
    await objects.create('bytes/none', new Uint8Array());
    expect([...((await objects.read('bytes/all')) ?? [])]).toEqual([...all]);
    expect(await objects.read('bytes/none')).toHaveLength(0);
  });

  it('lists names in order, optionally from a given name', async () => {
    const names = [1, 2, 10, 100].map((number) => numberedName('list', number));
    await Promise.all(names.toReversed().map((name) => objects.create(name, Buffer.from('x'))));
    await objects.create('listed', Buffer.from('x'));
    expect((await objects.list('list/')).map((name) => numberIn('list', name))).toEqual([1, 2, 10, 100]);
    expect(await objects.list('list/', numberedName('list', 2))).toEqual(names.slice(2));
  });

  it('can recreate a removed object', async () => {
    await objects.create('again/a', Buffer.from('first'));
    await objects.remove('again/a');
    expect(await objects.read('again/a')).toBeNull();
    expect(await objects.create('again/a', Buffer.from('second'))).toBe(true);
  });
});
