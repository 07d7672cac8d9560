import { describe, expect, it } from 'vitest';
import { matchCommands } from './list-commands.ts';

const commands = [
  { label: 'Go to Pages' },
  { label: 'New page', keywords: 'create add' },
  { label: 'Pages in trash' },
  { label: 'Sign out', keywords: 'log out leave' },
];

describe('matchCommands', () => {
  it.each([
    ['', ['Go to Pages', 'New page', 'Pages in trash', 'Sign out']],
    ['page', ['Pages in trash', 'Go to Pages', 'New page']],
    ['create', ['New page']],
    ['new p', ['New page']],
    ['LOG OUT', ['Sign out']],
    ['age', []],
    ['Sïgn', ['Sign out']],
  ])('%j finds %j', (typed, labels) => {
    expect(matchCommands(commands, typed).map(({ label }) => label)).toEqual(labels);
  });
});
