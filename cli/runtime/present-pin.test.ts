import { expect, it } from 'vitest';
import { presentPin } from './present.ts';

const local = { project: 'demo-frontage', data: '.frontage' };

it.each([
  [local, 'npx frontage unpin'],
  [{ ...local, data: 'other' }, 'npx frontage unpin --data other'],
  // Without --project, the command would unpin the local site.
  [{ ...local, project: 'acme', state: 'gs://a/live' }, 'npx frontage unpin --project acme --state gs://a/live'],
])('prints for %o the command %s', (flags, command) => {
  const warnings: string[] = [];
  const ignore = () => undefined;
  const warn = (_event: object, text: string) => void warnings.push(text);
  presentPin(flags, '41', { show: ignore, progress: ignore, rewrite: ignore, fail: ignore, warn });
  expect(warnings).toEqual([`The site is pinned to release 41: changes are not shown until ${command}`]);
  presentPin(flags, null, { show: ignore, progress: ignore, rewrite: ignore, fail: ignore, warn });
  expect(warnings).toHaveLength(1);
});
