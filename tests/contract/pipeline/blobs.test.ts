import { createHash } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memories, type Memory } from './stores.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe.each(memories)('blobs %s', (_name, open) => {
  let memory: Memory;
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

  it('stand under the hash of their bytes, however often they are written', async () => {
    expect(await Promise.all([write('hello'), write('hello')])).toEqual([sha256('hello'), sha256('hello')]);
    expect(await read(sha256('hello'))).toBe('hello');
    expect(await read(await write(''))).toBe('');
  });

  it('that were never written are not there', async () => {
    expect(await read(sha256('none'))).toBeNull();
    expect(await memory.blobs.holds({ hash: sha256('none'), size: 4 }, false)).toBe(false);
    await memory.blobs.remove(sha256('none'));
  });

  it('are held in their size alone', async () => {
    const hash = await write('hello');
    const held = (size: number) => memory.blobs.holds({ hash, size }, false);
    expect([await held(5), await held(6)]).toEqual([true, false]);
  });

  it.each<[string, (file: string) => void, boolean]>([
    ['changed in place', (file) => writeFileSync(file, 'HELLO'), true],
    ['cut', (file) => writeFileSync(file, 'h'), false],
    ['lost', (file) => rmSync(file), false],
  ])('that were %s are not read', async (_harm, harm, looksWhole) => {
    const hash = await write('hello');
    harm(fileOf(hash));
    expect(await read(hash)).toBeNull();
    expect(await memory.blobs.holds({ hash, size: 5 }, false)).toBe(looksWhole);
    expect(await memory.blobs.holds({ hash, size: 5 }, true)).toBe(false);
  });

  it('that are not wanted are swept away', async () => {
    const [kept, gone] = [await write('kept'), await write('gone')];
    memory.blobs.sweep((hash) => hash === kept);
    expect([await read(kept), await read(gone)]).toEqual(['kept', null]);
  });
});
