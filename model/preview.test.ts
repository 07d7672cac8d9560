import { describe, expect, it } from 'vitest';
import { fromFrame, planRequest, previewRequest, toFrame } from './preview.ts';

describe('requests for a preview', () => {
  const asked = { collection: 'pages', id: 'p1', data: { title: 'A' } };

  it.each([
    ['a draft', previewRequest, asked, true],
    ['a draft at an address', previewRequest, { ...asked, path: '/demos' }, true],
    ['an address of another site', previewRequest, { ...asked, path: 'https://elsewhere.example/' }, false],
    ['a collection that no page shows', previewRequest, { ...asked, collection: 'user_roles' }, false],
    ['a document inside another', previewRequest, { ...asked, id: 'p1/secret/x' }, false],
    ['no data', previewRequest, { ...asked, data: null }, false],
    ['a withdrawal', planRequest, { ...asked, data: null, action: 'unpublish' }, true],
    ['another action', planRequest, { ...asked, action: 'purge' }, false],
    ['a page to show', toFrame, { type: 'frontage:show', html: '<p>', path: '/' }, true],
    ['a pick', fromFrame, { type: 'frontage:picked', mark: 'pages/p1/title' }, true],
    ['a message of another program', fromFrame, { type: 'webpackOk' }, false],
  ])('%s', (...[, schema, body, isGood]) => {
    expect(schema.safeParse(body).success).toBe(isGood);
  });
});
