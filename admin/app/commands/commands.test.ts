import { describe, expect, it } from 'vitest';
import { readKey } from './commands.ts';

const plain = { key: 'a', hasModifier: false, hasCommand: false, isTyping: false };
const outside = { afterPrefix: false, singleKeys: true };
const afterPrefix = { ...outside, afterPrefix: true };
const switchedOff = { ...outside, singleKeys: false };

describe('readKey', () => {
  it.each([
    { name: 'Ctrl+K', press: { key: 'k', hasCommand: true }, meaning: { kind: 'palette' } },
    {
      name: 'Ctrl+K while typing',
      press: { key: 'K', hasCommand: true, isTyping: true },
      meaning: { kind: 'palette' },
    },
    { name: '?', press: { key: '?' }, meaning: { kind: 'sheet' } },
    { name: '? while typing', press: { key: '?', isTyping: true }, meaning: null },
    { name: '? switched off', press: { key: '?' }, state: switchedOff, meaning: null },
    {
      name: 'Ctrl+K with single keys off',
      press: { key: 'k', hasCommand: true },
      state: switchedOff,
      meaning: { kind: 'palette' },
    },
    { name: '/', press: { key: '/' }, meaning: { kind: 'search' } },
    { name: 'g', press: { key: 'g' }, meaning: { kind: 'prefix' } },
    { name: 'g p', press: { key: 'p' }, state: afterPrefix, meaning: { kind: 'go', key: 'p' } },
    { name: 'Alt+g', press: { key: 'g', hasModifier: true }, meaning: null },
    { name: 'Escape after g', press: { key: 'Escape' }, state: afterPrefix, meaning: null },
    { name: 'an ordinary letter', press: {}, meaning: null },
  ])('reads $name', ({ press, state = outside, meaning }) => {
    expect(readKey({ ...plain, ...press }, state)).toEqual(meaning);
  });
});
