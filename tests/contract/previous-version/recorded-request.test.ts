import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { relatedDocuments } from './recorded-request.ts';

const digest = createHash('sha256').update('of-an-invite').digest('hex');
const documents = {
  [`invites/${digest}`]: { invited_by: { stringValue: 'ada' } },
  'user_roles/ada': { roles: {} },
  'user_roles/bob': { roles: {} },
  'pages/about': { title: { stringValue: 'About' } },
  'slugs/page:about': { id: { stringValue: 'about' } },
  'system/bootstrap': {},
};
const paths = (request: unknown): string[] => Object.keys(relatedDocuments(request, documents)).toSorted();

it('finds documents referenced directly and indirectly', () => {
  expect(paths({ name: 'projects/p/databases/(default)/documents/pages/about' })).toEqual([
    'pages/about',
    'slugs/page:about',
    'system/bootstrap',
  ]);
});

it('finds the invite of a token and its creator', () => {
  expect(paths({ data: { token: 'of-an-invite' } })).toEqual([
    `invites/${digest}`,
    'system/bootstrap',
    'user_roles/ada',
  ]);
});
