import { newDemo } from '@frontage/model/kinds/demo';
import { readListed } from '@frontage/model/summaries/listed';
import { expect, it } from 'vitest';
import { demoStats } from './demos-list.screen.tsx';

const entry = (id: string, change: object) => readListed('demo', id, { ...newDemo, heading: id, slug: id, ...change });

it('counts demos by state', () => {
  const entries = [
    entry('alpha', { is_published: true, is_password_protected: true }),
    entry('beta', {}),
    entry('gamma', { is_published: true }),
  ];
  expect(demoStats(entries)).toEqual({ total: 3, published: 2, protectedOnes: 1, drafts: 1 });
  expect(demoStats([])).toEqual({ total: 0, published: 0, protectedOnes: 0, drafts: 0 });
});
