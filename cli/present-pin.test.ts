import { expect, it } from 'vitest';
import { presentPin } from './present-pin.ts';

const local = { project: 'demo-frontage', data: '.frontage' };

it.each([
  [local, 'npx frontage unpin'],
  [{ ...local, data: 'other' }, 'npx frontage unpin --data other'],
  // Without its project, the command would work on the local site.
  [{ ...local, project: 'acme', state: 'gs://a/live' }, 'npx frontage unpin --project acme --state gs://a/live'],
])('%o: the site is pinned until %s', (flags, command) => {
  const said: string[] = [];
  const tell = () => undefined;
  const warn = (_event: object, text: string) => void said.push(text);
  presentPin(flags, '41', { show: tell, progress: tell, rewrite: tell, fail: tell, warn });
  expect(said).toEqual([`The site is pinned to release 41: changes are not shown until ${command}`]);
  presentPin(flags, null, { show: tell, progress: tell, rewrite: tell, fail: tell, warn });
  expect(said).toHaveLength(1);
});
