import { expect, test } from 'vitest';
import { messageFor } from './show-message.ts';

test.each([
  ['/demo/nobody', 'demo'],
  ['/demo/nobody/', 'demo'],
  ['/page/nothing', 'page'],
  ['/nothing', 'page'],
  ['/nothing/', 'page'],
  ['/demo', 'page'],
  ['/a/b', 'route'],
  ['/page/a/b', 'route'],
  ['/demo/a/b', 'route'],
  ['/', 'route'],
])('%s → %s', (path, message) => {
  expect(messageFor(path)).toBe(message);
});
