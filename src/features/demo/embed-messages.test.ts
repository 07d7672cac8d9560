import { expect, test } from 'vitest';
import { embedMessages, isReady } from './embed-messages.ts';

const shellWindow = {} as Window;
const shell = { window: shellWindow, origin: 'https://embed.example' };
const message = { source: shellWindow, origin: shell.origin, data: { type: embedMessages.ready } };

test.each([
  ['the message of the shell', message, true],
  ['another window', { ...message, source: {} as Window }, false],
  ['another origin', { ...message, origin: 'https://evil.example' }, false],
  ['an opaque origin', { ...message, origin: 'null' }, false],
  ['another type', { ...message, data: { type: 'ready' } }, false],
  ['no data', { ...message, data: null }, false],
  ['a string', { ...message, data: embedMessages.ready }, false],
])('isReady checks the sender and the type: %s', (_name, event, expected) => {
  expect(isReady(event, shell)).toBe(expected);
});
