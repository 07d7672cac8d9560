import { randomUUID } from 'node:crypto';
import { firestoreNotices } from '../../../pipeline/adapters/firestore/source.ts';
import type { NoticeSink } from '../../../pipeline/status/outbox.ts';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTarget } from '../target.ts';

/** A sink and a function that reads delivered notices. */
interface Opened {
  sink: NoticeSink;
  /** The document at a path; null when there is none. */
  read(path: string): Promise<unknown>;
  close(): Promise<void>;
}

const sinks: [string, () => Promise<Opened>][] = [
  [
    'in Firestore',
    async () => {
      const target = await openTarget({ only: ['firestore'] });
      const app = initializeApp({ projectId: target.project }, `notices-${randomUUID()}`);
      const firestore = getFirestore(app);
      return {
        sink: firestoreNotices(firestore),
        read: async (path) => (await firestore.doc(path).get()).data() ?? null,
        close: async () => {
          await deleteApp(app);
          await target.stop();
        },
      };
    },
  ],
];

describe.each(sinks)('notices %s', (_name, open) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  const live = { state: 'live', rev: 2, problems: [{ field: null, message: '“é”' }] };

  it('replace the document at their path', async () => {
    await opened.sink.deliver([{ path: 'build_state/a', data: { state: 'failed', gone: true } }]);
    await opened.sink.deliver([{ path: 'build_state/a', data: live }]);
    expect(await opened.read('build_state/a')).toEqual(live);
  });

  it('without data delete the document, if it exists', async () => {
    await opened.sink.deliver([{ path: 'releases/1', data: live }]);
    await opened.sink.deliver([
      { path: 'releases/1', data: null },
      { path: 'releases/none', data: null },
    ]);
    expect(await opened.read('releases/1')).toBeNull();
  });

  it('can be delivered twice', async () => {
    for (let times = 0; times < 2; times += 1) await opened.sink.deliver([{ path: 'build_state/twice', data: live }]);
    expect(await opened.read('build_state/twice')).toEqual(live);
  });

  it('are delivered all or none', async () => {
    const tooLarge = { text: 'x'.repeat(1_100_000) };
    await expect(
      opened.sink.deliver([
        { path: 'build_state/first', data: live },
        { path: 'build_state/large', data: tooLarge },
      ]),
    ).rejects.toThrow();
    expect(await opened.read('build_state/first')).toBeNull();
  });
});
