import { PassThrough } from 'node:stream';
import { WriteStream } from 'node:tty';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPresenter } from './present.ts';

const failure = { what: 'It broke', detail: 'in two\nplaces', next: 'Fix it' };
const escape = '\u001b';

/** A presenter that writes to streams in memory. */
function present({ json, isTTY }: { json: boolean; isTTY: boolean }) {
  const stream = () =>
    Object.assign(new PassThrough(), { isTTY, getColorDepth: () => WriteStream.prototype.getColorDepth() });
  const [out, err] = [stream(), stream()];
  const presenter = createPresenter(json, { out, err } as unknown as Parameters<typeof createPresenter>[1] & object);
  const written = (of: PassThrough) => String(of.read() ?? '');
  return { presenter, out, err, text: () => ({ out: written(out), err: written(err) }) };
}

beforeEach(() => {
  for (const name of ['NO_COLOR', 'FORCE_COLOR', 'NODE_DISABLE_COLORS', 'CI']) vi.stubEnv(name, undefined);
  vi.stubEnv('TERM', 'xterm-256color');
});
afterEach(() => vi.unstubAllEnvs());

describe('createPresenter', () => {
  it('prints problem, place and next step', () => {
    const { presenter, text } = present({ json: false, isTTY: false });
    presenter.fail(failure);
    expect(text()).toEqual({ out: '', err: 'It broke\n  in two\n  places\n  → Fix it\n' });
  });

  it('prints one event a line with --json', () => {
    const { presenter, text } = present({ json: true, isTTY: true });
    presenter.show({ event: 'a' }, 'not shown');
    presenter.warn({ event: 'b' }, 'not shown');
    presenter.progress({ event: 'c' }, 'not shown');
    presenter.fail(failure);
    const events = text()
      .out.trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string });
    expect(events).toEqual([{ event: 'a' }, { event: 'b' }, { event: 'c' }, { event: 'failed', ...failure }]);
  });

  it('rewrites a line and uses colors on a terminal', () => {
    const { presenter, text } = present({ json: false, isTTY: true });
    presenter.progress({ event: 'p' }, '1 of 2');
    presenter.show({ event: 'd' }, 'done');
    presenter.fail(failure);
    const { out, err } = text();
    expect(out).toMatch(new RegExp(`^\r${escape}\\[K.*1 of 2.*\r${escape}\\[Kdone\n$`));
    expect(err).toContain(`${escape}[31mIt broke`);
  });

  it.each([
    ['without a terminal', { isTTY: false, noColor: undefined }],
    ['with NO_COLOR', { isTTY: true, noColor: '1' }],
  ])('prints without colors %s', (_name, { isTTY, noColor }) => {
    vi.stubEnv('NO_COLOR', noColor);
    const { presenter, text } = present({ json: false, isTTY });
    presenter.warn({ event: 'w' }, 'look');
    presenter.fail(failure);
    expect(text().err).not.toContain(`${escape}[3`);
  });

  it('drops output after the reader closed the pipe', () => {
    const { out } = present({ json: false, isTTY: false });
    expect(() => out.emit('error', Object.assign(new Error('gone'), { code: 'EPIPE' }))).not.toThrow();
    expect(() => out.emit('error', Object.assign(new Error('else'), { code: 'EIO' }))).toThrow('else');
  });
});
