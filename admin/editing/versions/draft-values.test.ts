import type { Draft } from '@frontage/model/draft';
import { describe, expect, it } from 'vitest';
import type { KeptDraft } from '../../lib/documents/draft.ts';
import { enteredOf } from './draft-values.ts';
import { initialValues } from '../session/use-editor.ts';

const kept = (base_rev: number, data: object): KeptDraft => ({
  draft: { data, base_rev, rev: 1 } as Draft,
  version: 'v',
  embed: null,
  hasEmbed: false,
});
const live = { id: 'p1', base: { rev: 3, slug: 'a', isProtected: false }, values: { title: 'live' }, savedAt: null };
const valuesAt = () => ({ title: 'base' });

describe('initialValues', () => {
  it.each([
    ['from the live version', null, { first: { title: 'live' }, start: live }],
    [
      'from a draft of it',
      { kept: kept(3, { title: 'mine' }), baseData: null },
      { first: { title: 'mine' }, start: live },
    ],
    [
      'from a draft of an earlier version',
      { kept: kept(2, { title: 'mine' }), baseData: { title: 'x' } },
      { first: { title: 'mine' }, start: { ...live, base: { ...live.base, rev: 2 }, values: { title: 'base' } } },
    ],
    [
      'from a draft of a version that is no longer kept',
      { kept: kept(2, { title: 'mine' }), baseData: null },
      { first: { title: 'mine' }, start: { ...live, base: { ...live.base, rev: 2 }, isBaseLost: true } },
    ],
  ])('starts %s', (_name, opened, expected) => {
    expect(initialValues(live, opened, valuesAt)).toEqual(expected);
  });
});

describe('enteredOf a demo', () => {
  const values = { heading: 'A', password: 'secret', iframe_url: 'new' };
  it.each<[string, KeptDraft | null, string, string | undefined]>([
    ['includes code that is not live', null, 'live', 'new'],
    ['omits code that is live', null, 'new', undefined],
    ['omits code that the draft has', { ...kept(1, {}), embed: 'new', hasEmbed: true }, 'live', undefined],
    [
      'includes live code if the draft has another code',
      { ...kept(1, {}), embed: 'other', hasEmbed: true },
      'new',
      'new',
    ],
  ])('%s', (...[, before, code, embed]) => {
    const entered = enteredOf('demo', { values, live: { iframe_url: code }, baseRev: 1, kept: before });
    expect(entered).toEqual({ data: { heading: 'A' }, base_rev: 1, ...(embed !== undefined && { embed }) });
  });
});
