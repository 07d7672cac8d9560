import { importAuthor } from '@frontage/model/webhook';
import { Timestamp } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { describeWrite } from './bulk-writes.ts';
import { batchHints } from './content-webhook.ts';
import type { WrittenDocument } from './publish-request.ts';

type Fields = Record<string, unknown>;
const writtenAt = Timestamp.fromMillis(Date.parse('2026-05-04T03:02:01Z'));
const snapshot = (fields: Fields | null) => ({
  fields,
  exists: fields !== null,
  // A method, as that of a real snapshot.
  get(field: string): unknown {
    return this.fields?.[field];
  },
  ...(fields && { updateTime: writtenAt }),
});
const write = (before: Fields | null, after: Fields | null) => ({ before: snapshot(before), after: snapshot(after) });

let number = 0;
/** Documents that `writer` has created or, with `before`, updated. */
const written = (count: number, writer: string, before: Fields | null = null): WrittenDocument[] =>
  Array.from({ length: count }, () => {
    const path = `pages/p${String((number += 1))}`;
    const after = { updated_by: writer, updated_at: writtenAt };
    return { id: path, document: path, ...describeWrite(path, write(before, after)) };
  });

/** A sender whose requests take a turn of the event loop. Records the documents by lane, and the order of the lanes. */
function sender(now?: () => number) {
  const lanes: { bulk: string[]; edits: string[] } = { bulk: [], edits: [] };
  const order: boolean[] = [];
  const send = batchHints(async (some, isBulk) => {
    lanes[isBulk ? 'bulk' : 'edits'].push(...some.map(({ document }) => document));
    order.push(isBulk);
    await new Promise((resolve) => setImmediate(resolve));
  }, now);
  return { lanes, order, sendAll: (some: readonly WrittenDocument[]) => Promise.all(some.map(send)) };
}
const names = (some: readonly WrittenDocument[]): string[] => some.map(({ document }) => document);

describe('bulk documents', () => {
  it('are those of a writer with more than 50 in the backlog, after the edits of others', async () => {
    const { lanes, order, sendAll } = sender();
    const [program, editor] = [written(51, 'program'), written(2, 'editor')];
    await sendAll([...program, ...editor]);
    expect(lanes).toEqual({ bulk: names(program), edits: names(editor) });
    expect(order).toEqual([false, true]);
  });

  it('are not 50 documents of a writer, nor more that are written one after another', async () => {
    const { lanes, sendAll } = sender();
    await sendAll(written(50, 'program'));
    for (const one of written(100, 'program')) await sendAll([one]);
    expect(lanes.bulk).toEqual([]);
  });

  it('are those of a program with a few concurrent writes, until it pauses for a second', async () => {
    let time = 0;
    const { lanes, sendAll } = sender(() => time);
    const writeInTens = async (): Promise<void> => {
      for (let batch = 0; batch < 20; batch += 1) {
        await sendAll(written(10, 'program'));
        time += 900;
      }
    };
    await writeInTens();
    expect([lanes.edits.length, lanes.bulk.length]).toEqual([50, 150]);

    time += 1_001;
    await sendAll(written(10, 'program'));
    expect([lanes.edits.length, lanes.bulk.length]).toEqual([60, 150]);
  });

  it('do not include an update by a writer that creates many', async () => {
    const { lanes, sendAll } = sender();
    const [created, updated] = [written(200, 'program'), written(1, 'program', { updated_by: 'program' })];
    await sendAll([...created, ...updated]);
    expect(lanes).toEqual({ bulk: names(created), edits: names(updated) });
  });

  it('include a single document of an import', async () => {
    const { lanes, sendAll } = sender();
    const imported = written(1, importAuthor);
    await sendAll(imported);
    expect(lanes.bulk).toEqual(names(imported));
  });

  it('include a single document of a restore, which keeps its time', async () => {
    const { lanes, sendAll } = sender();
    const earlier = Timestamp.fromMillis(writtenAt.toMillis() - 3_600_000);
    const restored = describeWrite('pages/p', write(null, { updated_by: 'editor', updated_at: earlier }));
    await sendAll([{ id: 'e', document: 'pages/p', ...restored }]);
    expect(lanes).toEqual({ bulk: ['pages/p'], edits: [] });
  });

  it.each<[string, Fields, Fields | null]>([
    ['deleted', {}, null],
    ['unpublished', { is_published: true }, { is_published: false }],
    ['hidden', { is_visible: true }, { is_visible: false }],
    ['protected', { is_password_protected: false }, { is_password_protected: true }],
  ])('do not include documents that are %s, however many', async (...[, before, after]) => {
    const { lanes, sendAll } = sender();
    const documents = Array.from({ length: 200 }, (_, index) => {
      const path = `demo_pages/d${String(index)}`;
      return { id: path, document: path, ...describeWrite(path, write(before, after)) };
    });
    await sendAll(documents);
    expect(lanes.bulk).toEqual([]);
  });
});
