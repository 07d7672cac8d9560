import { expect, it } from 'vitest';
import { hasOption } from '../command-line.ts';
import { defaults, type Flags } from '../options.ts';
import { completingCommands, presentPin, type Presenter } from './present.ts';

const usual: Flags = {
  ...defaults,
  command: 'status',
  operands: [],
  json: false,
  debug: false,
  help: null,
  version: false,
};

function present(over: Partial<Flags>): { presenter: Presenter; texts: string[] } {
  const texts: string[] = [];
  const add = (_event: object, text?: string) => void texts.push(text ?? '');
  const fail: Presenter['fail'] = ({ next }) => void texts.push(next);
  const all: Presenter = { show: add, warn: add, progress: add, rewrite: add, fail };
  return { presenter: completingCommands(all, { ...usual, ...over }, hasOption), texts };
}

it.each([
  [{}, 'npx frontage unpin'],
  [{ data: 'other' }, 'npx frontage unpin --data other'],
  // Without --project, the command would unpin the local site.
  [{ project: 'acme', state: 'gs://a/live' }, 'npx frontage unpin --project acme --state gs://a/live'],
])('a pin with the options %o names the command %s', (flags, command) => {
  const { presenter, texts } = present(flags);
  presentPin('41', presenter);
  presentPin(null, presenter);
  expect(texts).toEqual([`The site is pinned to release 41: changes are not shown until ${command}`]);
});

const other = { data: '/my site' };

it.each([
  [{}, 'Run: npm start, or: npx frontage build', 'Run: npm start, or: npx frontage build'],
  [
    other,
    'Run: npm start, or: npx frontage build',
    "Run: npm start -- --data '/my site', or: npx frontage build --data '/my site'",
  ],
  [
    other,
    'Run: npx frontage verify --repair. Then wait',
    "Run: npx frontage verify --data '/my site' --repair. Then wait",
  ],
  [
    other,
    'Choose other ports: npm start -- --port 4500',
    "Choose other ports: npm start -- --data '/my site' --port 4500",
  ],
  [other, 'Use another folder: npm start -- --data DIR', 'Use another folder: npm start -- --data DIR'],
  [{ data: 'a' }, 'Restore it: npx frontage restore FILE', 'Restore it: npx frontage restore FILE --data a'],
  [{ data: 'a' }, 'Run: npx frontage audit verify', 'Run: npx frontage audit verify --data a'],
  [{ state: 'gs://a/live' }, 'npx frontage restore FILE', 'npx frontage restore FILE'],
  [
    { project: 'acme' },
    'npx frontage setup --project acme && npx firebase deploy; npx frontage status',
    'npx frontage setup --project acme && npx firebase deploy; npx frontage status --project acme',
  ],
])('with the options %o, %s becomes %s', (flags, next, completed) => {
  const { presenter, texts } = present(flags);
  presenter.fail({ what: 'It broke', next });
  presenter.show({ event: 'end' }, next);
  presenter.warn({ event: 'warning' }, next);
  expect(texts).toEqual([completed, completed, completed]);
});

it('help texts keep their commands', () => {
  const { presenter, texts } = present(other);
  presenter.show({ event: 'help' }, 'npm start');
  expect(texts).toEqual(['npm start']);
});
