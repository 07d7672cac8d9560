import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLibraryOutput, type LibraryOutput } from '../runtime/library-output.ts';
import { openLogFile } from './log-file.ts';
import type { Presenter } from '../runtime/present.ts';
import { openStartOutput } from './start-output.ts';

let folder: string;
let libraries: LibraryOutput;
const console = globalThis.console;
beforeEach(() => {
  libraries = openLibraryOutput();
  folder = mkdtempSync(join(tmpdir(), 'frontage-output-'));
});
afterEach(() => {
  globalThis.console = console;
  rmSync(folder, { recursive: true });
});

const minute = 60_000;

/** Opens an output with a clock that `advance` moves, and collects the printed lines. */
function open({ json = false, debug = false, isTerminal = false } = {}) {
  let time = 0;
  const timers = new Set<{ at: number; act: () => void }>();
  const clock = {
    now: () => time,
    later(act: () => void, ms: number) {
      const timer = { at: time + ms, act };
      timers.add(timer);
      return { cancel: () => void timers.delete(timer) };
    },
  };
  const printed: string[] = [];
  const events: string[] = [];
  const show: Presenter['show'] = ({ event }, text) => {
    events.push(event);
    if (text !== undefined) printed.push(text);
  };
  const presenter: Presenter = {
    show,
    warn: show,
    progress: (_event, text) => printed.push(`(${text})`),
    rewrite: (_event, text) => printed.push(`^${text}`),
    fail: () => undefined,
  };
  const path = join(folder, 'frontage.log');
  const output = openStartOutput({
    presenter,
    libraries,
    logFile: openLogFile({ path }),
    json,
    debug,
    isTerminal,
    clock,
  });
  return {
    output,
    printed,
    events,
    log: () => readFileSync(path, 'utf8'),
    advance(ms: number) {
      time += ms;
      for (const timer of timers) {
        if (timer.at > time) continue;
        timers.delete(timer);
        timer.act();
      }
    },
    release(id: number) {
      const counts = { id: String(id), added: 1, changed: 2, removed: 0, ms: 5 };
      output.show({ event: 'release', ...counts }, `Release ${id}`);
    },
  };
}

describe('release lines', () => {
  it('are printed one per release, and summarized while releases are frequent', () => {
    const { printed, release, advance, output } = open();
    for (let id = 1; id <= 50; id += 1) release(id);
    expect(printed).toEqual(['Release 1', 'Release 2', 'Release 3', 'Release 4']);
    advance(10 * minute);
    expect(printed.slice(4)).toEqual(['Releases 5 to 50: 46 added, 92 changed, 0 removed']);
    release(51);
    output.close();
    expect(printed.slice(5)).toEqual(['Release 51: 1 added, 2 changed, 0 removed']);
  });

  it('rewrite one summary on a terminal', () => {
    const { printed, release, advance, output } = open({ isTerminal: true });
    for (let id = 1; id <= 6; id += 1) release(id);
    expect(printed.slice(4)).toEqual([
      '^Release 5: 1 added, 2 changed, 0 removed',
      '^Releases 5 to 6: 2 added, 4 changed, 0 removed',
    ]);
    advance(10 * minute);
    release(7);
    expect(printed.slice(6)).toEqual(['Release 7']);
    output.close();
  });

  it('stay below 26 in an hour, together with problem lines', () => {
    const { printed, release, advance, output } = open();
    for (let second = 0; second < 3_600; second += 1) {
      release(second);
      output.show({ event: 'problem' }, `skipped pages/p${second}`);
      advance(1_000);
    }
    output.close();
    expect(printed.length).toBeLessThan(26);
  });
});

describe('problem lines', () => {
  it('are printed once an hour, with the number of hidden problems', () => {
    const { printed, advance, output } = open();
    const report = (index: number) =>
      output.show({ event: 'publish-failed' }, `Failed ${index} (retry in ${index} ms)`);
    for (let index = 0; index < 6; index += 1) report(index);
    report(0);
    report(7);
    report(8);
    expect(printed).toHaveLength(6);
    advance(10 * minute);
    expect(printed.slice(6)).toEqual([`2 more problems: see ${output.logPath}`]);
    advance(50 * minute);
    report(0);
    expect(printed.slice(7)).toEqual(['Failed 0 (retry in 0 ms)']);
    output.close();
  });

  it('are printed once for several fields of one document', () => {
    const { printed, output } = open();
    for (const field of ['title', 'slug']) {
      output.show({ event: 'problem', document: 'pages/a', field }, `skipped pages/a (${field})`);
    }
    output.show({ event: 'problem', document: 'pages/b', field: 'title' }, 'skipped pages/b (title)');
    output.close();
    expect(printed).toEqual(['skipped pages/a (title)', 'skipped pages/b (title)']);
  });

  it('contain no stack and no control characters', () => {
    const { printed, log, output } = open();
    output.log({
      level: 'error',
      source: 'functions',
      message: 'Error: broken\u001b[2J\n    at file.ts:1\n    at file.ts:2',
    });
    output.close();
    expect(printed).toEqual(['functions: Error: broken\\x1b[2J']);
    expect(log()).toContain('at file.ts:2');
  });
});

describe('the log', () => {
  it('contains output of libraries and functions that the terminal omits', () => {
    const { printed, log, output } = open();
    globalThis.console.debug(
      JSON.stringify({ verifications: { app: 'MISSING' }, severity: 'DEBUG', message: 'verified' }),
    );
    globalThis.console.warn('Snapshot has no readTime. Using now()');
    process.emit('warning', new Error('deprecated'));
    output.log({ level: 'warn', source: 'firestore', message: 'update of slugs/page:about denied' });
    globalThis.console.error(JSON.stringify({ severity: 'ERROR', message: 'The email was not sent' }));
    output.close();
    expect(printed).toEqual(['functions: The email was not sent']);
    for (const line of [
      'DEBUG functions: verified {"verifications":{"app":"MISSING"}}',
      'WARN  library: Snapshot has no readTime',
      'WARN  library: Error: deprecated',
      'WARN  firestore: update of slugs/page:about denied',
    ]) {
      expect(log()).toContain(line);
    }
  });

  it('is shown with --debug', () => {
    const { printed, output } = open({ debug: true });
    output.log({ level: 'info', source: 'rules', message: 'loaded again' });
    output.close();
    expect(printed).toEqual([expect.stringMatching(/Z INFO {2}rules: loaded again$/)]);
  });

  it('contains events without text, and no codes of links', () => {
    const { printed, log, output } = open();
    output.show({ event: 'hint', hint: 'h', documents: ['pages/a'] });
    output.show({ event: 'mail', link: 'http://a/auth/action?oobCode=abc' });
    output.close();
    expect(printed).toEqual([]);
    expect(log()).toContain('hint: {"hint":"h","documents":["pages/a"]}');
    expect(log()).not.toContain('abc');
  });
});

describe('phase lines', () => {
  it('are printed once per finished phase', async () => {
    const { printed, advance, output } = open();
    const [first, second] = [Promise.withResolvers<number>(), Promise.withResolvers<null>()];
    const site = output.phase('Site', first.promise, (value) => `compiled ${value} routes`);
    const release = output.phase('Release', second.promise, () => 'up to date');
    advance(1_500);
    output.show({ event: 'image', seen: 5, total: 15 }, 'Prepared 5 of 15 images');
    first.resolve(3);
    await site;
    output.show({ event: 'release', id: '1', added: 9, changed: 0, removed: 0 }, 'Release 1');
    second.resolve(null);
    await release;
    output.close();
    expect(printed).toEqual(['Site: compiled 3 routes in 1.5 s', 'Release: 9 added, 0 changed, 0 removed in 1.5 s']);
  });

  it('list running phases in one line on a terminal', async () => {
    const { printed, output } = open({ isTerminal: true });
    const work = Promise.withResolvers<null>();
    const release = output.phase('Release', work.promise, () => 'up to date');
    output.show({ event: 'image', seen: 5, total: 15 }, 'Prepared 5 of 15 images');
    work.resolve(null);
    await release;
    output.close();
    expect(printed).toEqual(['(… Release)', '(… Release (5 of 15 images))', 'Release: up to date in 0.0 s']);
  });

  it('are omitted for a failed phase', async () => {
    const { printed, output } = open();
    await expect(output.phase('Site', Promise.reject(new Error('no')), () => '')).rejects.toThrow('no');
    output.close();
    expect(printed).toEqual([]);
  });
});

it('prints every event of the local Firebase with --json, and no output of libraries', async () => {
  const { printed, events, output } = open({ json: true });
  output.log({ level: 'info', source: 'rules', message: 'loaded again' });
  output.show({ event: 'hint' });
  await output.phase('Site', Promise.resolve(null), () => 'compiled');
  globalThis.console.warn('of a library');
  output.close();
  expect(events).toEqual(['log', 'hint', 'phase']);
  expect(printed).toEqual([]);
});
