import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskBlobs } from '@frontage/pipeline/blobs';
import { storeImplementations, type OpenedStore } from './stores.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe.each(storeImplementations)('blobs %s', (_name, open) => {
  let memory: OpenedStore;
  beforeEach(async () => {
    memory = await open();
  });
  afterEach(() => memory.close());

  const write = (text: string) => memory.blobs.write(Buffer.from(text));
  const read = async (hash: string) => {
    const bytes = await memory.blobs.read(hash);
    return bytes && Buffer.from(bytes).toString();
  };
  const fileOf = (hash: string): string => {
    const name = readdirSync(memory.blobFolder, { recursive: true, withFileTypes: true }).find(
      (entry) => entry.isFile() && (entry.parentPath + entry.name).replaceAll('/', '').endsWith(hash),
    );
    return join(name?.parentPath ?? '', name?.name ?? '');
  };

  it('are stored under the hash of their bytes, also when written twice', async () => {
    expect(await Promise.all([write('hello'), write('hello')])).toEqual([sha256('hello'), sha256('hello')]);
    expect(await read(sha256('hello'))).toBe('hello');
    expect(await read(await write(''))).toBe('');
  });

  it('that were never written read as null', async () => {
    expect(await read(sha256('none'))).toBeNull();
    expect(await memory.blobs.holds({ hash: sha256('none'), size: 4 }, false)).toBe(false);
    await memory.blobs.remove(sha256('none'));
  });

  it('are held only if their size matches', async () => {
    const hash = await write('hello');
    const held = (size: number) => memory.blobs.holds({ hash, size }, false);
    expect([await held(5), await held(6)]).toEqual([true, false]);
  });

  it.each<[string, (file: string) => void, boolean]>([
    ['changed in place', (file) => writeFileSync(file, 'HELLO'), true],
    ['truncated', (file) => writeFileSync(file, 'h'), false],
    ['deleted', (file) => rmSync(file), false],
  ])('that were %s read as null', async (_title, damage, looksWhole) => {
    const hash = await write('hello');
    damage(fileOf(hash));
    expect(await read(hash)).toBeNull();
    expect(await memory.blobs.holds({ hash, size: 5 }, false)).toBe(looksWhole);
    expect(await memory.blobs.holds({ hash, size: 5 }, true)).toBe(false);
  });

  it('that `sweep` does not keep are deleted', async () => {
    const [kept, gone] = [await write('kept'), await write('gone')];
    memory.blobs.sweep((hash) => hash === kept);
    expect([await read(kept), await read(gone)]).toEqual(['kept', null]);
  });

  describe('in packs', () => {
    const texts = Array.from({ length: 300 }, (_, index) => `<${String(index)}> ${'x'.repeat(100)}`);
    const keep = async (many: readonly string[]) => {
      const keeping = memory.blobs.together();
      for (const text of many) await keeping.add(sha256(text), Buffer.from(text));
      await keeping.end();
    };
    const readAll = (many: readonly string[]) => Promise.all(many.map((text) => read(sha256(text))));
    const files = () =>
      readdirSync(memory.blobFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const onDisk = (text: string): boolean =>
      files().some((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(text));
    const [first = '', second = ''] = texts;
    const held = (text: string, thorough = false) =>
      memory.blobs.holds({ hash: sha256(text), size: text.length }, thorough);
    const packOf = (): string => join(files()[0]?.parentPath ?? '', files()[0]?.name ?? '');

    it('are read like single blobs, from one file', async () => {
      await keep(texts);
      expect(await readAll(texts)).toEqual(texts);
      expect(files()).toHaveLength(1);
      expect([await held(first), await held(first, true), await held('other')]).toEqual([true, true, false]);
      expect(await memory.blobs.holds({ hash: sha256(first), size: 1 }, false)).toBe(false);
    });

    it('are separate files if few, and no files if none', async () => {
      await keep([]);
      await keep(['one', 'two', 'one']);
      expect(await readAll(['one', 'two'])).toEqual(['one', 'two']);
      expect(files()).toHaveLength(2);
    });

    it('are not written again', async () => {
      await keep(texts);
      await keep(texts);
      await write(first);
      expect(files()).toHaveLength(1);
    });

    it('are found by processes that opened the folder earlier or later', async () => {
      const earlier = new DiskBlobs(memory.blobFolder);
      await keep(texts);
      for (const other of [earlier, new DiskBlobs(memory.blobFolder)])
        expect(await other.read(sha256(second))).toEqual(Buffer.from(second));
    });

    it('leave no bytes on the disk when they are removed', async () => {
      await keep(texts);
      await memory.blobs.remove(sha256(first));
      expect([await read(sha256(first)), await held(first), onDisk(first)]).toEqual([null, false, false]);
      expect(await new DiskBlobs(memory.blobFolder).holds({ hash: sha256(first), size: first.length }, false)).toBe(
        false,
      );
      expect(await readAll(texts.slice(1))).toEqual(texts.slice(1));
      for (const text of texts) await memory.blobs.remove(sha256(text));
      expect(files()).toEqual([]);
      await keep(texts);
      expect(await readAll(texts)).toEqual(texts);
    });

    it('leave no bytes on the disk when removed after two processes wrote them', async () => {
      const other = new DiskBlobs(memory.blobFolder).together();
      await keep(texts);
      for (const text of texts) await other.add(sha256(text), Buffer.from(text));
      await other.end();
      expect([await read(sha256(first)), files().length]).toEqual([first, 2]);
      const later = new DiskBlobs(memory.blobFolder);
      await later.remove(sha256(first));
      expect(onDisk(first)).toBe(false);
      expect(await later.read(sha256(second))).toEqual(Buffer.from(second));
    });

    it('leave no bytes on the disk when they are swept', async () => {
      await keep(texts);
      memory.blobs.sweep((hash) => hash === sha256(second));
      expect(await readAll([first, second])).toEqual([null, second]);
      expect([onDisk(first), onDisk(second)]).toEqual([false, true]);
      memory.blobs.sweep(() => false);
      expect(files()).toEqual([]);
    });

    it.each<[string, (file: string) => void, boolean]>([
      ['changed in place', (file) => writeFileSync(file, readFileSync(file).fill(0, 20_000)), true],
      ['truncated', (file) => writeFileSync(file, readFileSync(file).subarray(0, -1)), false],
      ['emptied', (file) => writeFileSync(file, ''), false],
      ['deleted', (file) => rmSync(file), false],
    ])('that were %s read as null and can be written again', async (_title, damage, looksWhole) => {
      await keep(texts);
      const last = texts.toSorted((a, b) => (sha256(a) < sha256(b) ? -1 : 1)).at(-1) ?? '';
      damage(packOf());
      expect([await read(sha256(last)), await held(last), await held(last, true)]).toEqual([null, looksWhole, false]);
      const lost = (thorough: boolean) => memory.blobs.lost(new Map([[sha256(last), last.length]]), thorough);
      expect([await lost(false), await lost(true)]).toEqual([
        new Set(looksWhole ? [] : [sha256(last)]),
        new Set([sha256(last)]),
      ]);
      await memory.blobs.remove(sha256(last));
      await keep([last]);
      expect([await read(sha256(last)), await held(last, true)]).toEqual([last, true]);
    });

    it('remove files of interrupted writes in a sweep', async () => {
      await keep(texts);
      writeFileSync(join(packOf(), '../.unfinished'), 'x');
      memory.blobs.sweep(() => true);
      expect(files()).toHaveLength(1);
    });
  });
});
