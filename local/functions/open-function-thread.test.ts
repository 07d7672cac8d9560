import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LogEvent } from '@frontage/firestore-server/log';
import { describeDocumentEvent } from './document-event.ts';
import { type FunctionThread, openFunctionThread } from './open-function-thread.ts';

const module = new URL('./document-functions.fixture.ts', import.meta.url).href;
let logged: LogEvent[];
let thread: FunctionThread;

beforeEach(() => {
  logged = [];
  thread = openFunctionThread({ module, region: 'us-central1', log: (event) => logged.push(event) });
});
afterEach(async () => {
  await thread.stop();
  vi.restoreAllMocks();
});

const change = (id: string) => ({ path: `pages/${id}`, before: null, after: null, time: '', eventId: id });
const event = (id: string): object =>
  describeDocumentEvent(change(id), 'google.cloud.firestore.document.v1.written', {
    project: 'demo-thread',
    region: 'us-central1',
  });

it('runs calls in their order and prints the output of each one in one piece', async () => {
  const printed: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  const ids = Array.from({ length: 20 }, (_, index) => String(index));
  await Promise.all(ids.map((id) => thread.run('print', event(id))));
  await expect
    .poll(() => printed.filter((text) => text.startsWith('printed')))
    .toEqual(ids.map((id) => `printed pages/${id}\n`));
});

it('rejects with the error of the function', async () => {
  await expect(thread.run('fail', event('a'))).rejects.toThrow('TypeError: No pages/a');
  const error = await thread.run('fail', event('a')).catch((thrown: unknown) => thrown as Error);
  expect(error?.stack).toMatch(/^TypeError: No pages\/a\n +at .*document-functions\.fixture\.ts/);
  await expect(thread.run('missing', event('a'))).rejects.toThrow('no document function missing');
});

it('rejects the calls of a failed thread, and starts another one', async () => {
  await expect(thread.run('crash', event('a'))).rejects.toThrow('has ended');
  expect(logged.map(({ level, message }) => [level, message.split('\n')[0]])).toEqual([
    ['error', 'The thread of the functions failed: Error: Thrown outside of a call'],
  ]);
  await expect(thread.run('fail', event('b'))).rejects.toThrow('TypeError: No pages/b');
});

it('rejects the running calls when it stops', async () => {
  const call = thread.run('crash', event('a'));
  await Promise.all([expect(call).rejects.toThrow('has ended'), thread.stop()]);
});
