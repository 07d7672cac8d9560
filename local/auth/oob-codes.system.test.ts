import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openAccountStore } from './account-store.ts';
import { createDurableState } from './durable-state.ts';
import type { OobRequest } from './emulator-api.ts';

const hour = 60 * 60_000;
const begin = new Date('2026-11-20T12:00:00Z');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frontage-oob-'));
  vi.useFakeTimers({ now: begin, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const open = () => {
  const store = openAccountStore(join(folder, 'accounts.sqlite'));
  return { store, state: createDurableState('demo-oob', store) };
};
const make = ({ state }: ReturnType<typeof open>, request: OobRequest) =>
  state.createOob('ada@example.com', undefined, request, (code) => `http://here/?oobCode=${code}`);

it.each<[OobRequest, number]>([
  ['PASSWORD_RESET', 1],
  ['EMAIL_SIGNIN', 6],
  ['VERIFY_EMAIL', 72],
  ['VERIFY_AND_CHANGE_EMAIL', 72],
  ['RECOVER_EMAIL', 720],
])('%s expires after %d hours, also across a restart', (request, hours) => {
  const first = open();
  const { oobCode } = make(first, request);
  first.state.flush();
  first.store.close();

  const { state, store } = open();
  vi.setSystemTime(begin.getTime() + hours * hour);
  expect(state.validateOobCode(oobCode)).toMatchObject({ oobCode, requestType: request });
  vi.setSystemTime(begin.getTime() + hours * hour + 1);
  expect(() => state.validateOobCode(oobCode)).toThrow('EXPIRED_OOB_CODE');
  store.close();
});

it('deletes expired codes when a code is created, and returns each new code once', () => {
  const opened = open();
  const { oobCode } = make(opened, 'PASSWORD_RESET');
  vi.setSystemTime(begin.getTime() + 2 * hour);
  const second = make(opened, 'PASSWORD_RESET');
  expect([...opened.state.oobs.keys()]).toEqual([second.oobCode]);
  expect(opened.state.takeNewCodes().map((code) => code.oobCode)).toEqual([oobCode, second.oobCode]);
  expect(opened.state.takeNewCodes()).toEqual([]);
  opened.store.close();
});
