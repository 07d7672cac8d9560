import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LogEvent } from '@frontage/firestore-server/log';
import { startSchedules, type ScheduledFunction, type Schedules } from './schedules.ts';

let folder: string;
let file: string;
let schedules: Schedules | undefined;
let logged: LogEvent[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frontage-schedules-'));
  file = join(folder, 'functions', 'last-runs.json');
  logged = [];
  vi.useFakeTimers({ now: Date.UTC(2026, 4, 1, 12, 0, 30) });
});
afterEach(async () => {
  vi.useRealTimers();
  await schedules?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const utc = { timeZone: 'Etc/UTC', retries: 0, timeoutMs: 1_000 };
const minutely = (run: ScheduledFunction['run']): ScheduledFunction => ({
  ...utc,
  name: 'minutely',
  cron: '* * * * *',
  run,
});
const daily = (run: ScheduledFunction['run']): ScheduledFunction => ({ ...utc, name: 'daily', cron: '0 3 * * *', run });

function start(...functions: ScheduledFunction[]): void {
  schedules = startSchedules({ functions, file, log: (event) => logged.push(event), pauseMs: 10 });
}

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

describe('startSchedules', () => {
  it('calls functions at their time and passes it', async () => {
    const times: string[] = [];
    start(minutely(({ scheduleTime }) => times.push(scheduleTime)));
    expect(times).toEqual([]);
    await minutes(2);
    expect(times.map((time) => time.slice(0, 19))).toEqual(['2026-05-01T12:01:00', '2026-05-01T12:02:00']);
  });

  it('runs a function once at the start for all missed runs, but not on the first start', async () => {
    const run = vi.fn();
    start(daily(run));
    await minutes(1);
    expect(run).not.toHaveBeenCalled();
    await schedules?.stop();
    vi.setSystemTime(Date.UTC(2026, 4, 4, 12, 0, 0));
    start(daily(run));
    await minutes(1);
    expect(run).toHaveBeenCalledExactlyOnceWith({ scheduleTime: '2026-05-02T03:00:00.000Z' });
    await schedules?.stop();
    start(daily(run));
    await minutes(1);
    expect(run).toHaveBeenCalledOnce();
  });

  it('retries a failed run up to the number of retries', async () => {
    const run = vi.fn(() => {
      throw new Error('failed run');
    });
    start({ ...minutely(run), retries: 2 });
    await minutes(1);
    expect(run).toHaveBeenCalledTimes(3);
    expect(logged.map(({ level }) => level)).toEqual(['warn', 'warn', 'error']);
    expect(logged[2]?.message).toContain('minutely failed at its time 2026-05-01T12:01:00');
  });

  it('runs a function at most once at a time', async () => {
    let running = 0;
    const atOnce: number[] = [];
    const run = async () => {
      atOnce.push((running += 1));
      await new Promise((resolve) => setTimeout(resolve, 90_000));
      running -= 1;
    };
    start({ ...minutely(run), timeoutMs: 100_000 });
    await minutes(5);
    expect(atOnce.length).toBeGreaterThan(1);
    expect(Math.max(...atOnce)).toBe(1);
    const stopping = schedules?.stop();
    await minutes(2);
    await stopping;
  });

  it('starts over if the stored state is unreadable', async () => {
    start(minutely(() => {}));
    writeFileSync(file, '{"minu');
    await schedules?.stop();
    start(minutely(() => {}));
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)).toEqual(['minutely']);
    expect(logged).toEqual([]);
  });
});
