import type { ListedSection } from '@frontage/model/summaries/listed';
import { expect, it } from 'vitest';
import { sameKeyHint } from './section-values.ts';

const sections = [
  { id: 'a', section_key: 'hero', title: 'Hello' },
  { id: 'b', section_key: 'why-it-matters', title: 'Because' },
] as ListedSection[];

it.each([
  ['c', 'hero', '“Hello” has this key too. Only one hero is shown at the top; others are shown as blocks.'],
  ['c', 'why-it-matters', '“Because” has this key too.'],
  ['c', 'start-experiment', ''],
  ['b', 'why-it-matters', ''],
  ['c', '', ''],
] as const)('the hint for section %s with the key %j is %j', (id, key, hint) => {
  expect(sameKeyHint(sections, { id, key })).toBe(hint);
});
