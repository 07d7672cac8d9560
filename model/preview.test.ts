import { describe, expect, it } from 'vitest';
import { fromFrame, planRequest, previewRequest, toFrame } from './preview.ts';

describe('schemas of previews', () => {
  const request = { collection: 'pages', id: 'p1', data: { title: 'A' } };

  it.each([
    ['a draft', previewRequest, request, true],
    ['a draft with a path', previewRequest, { ...request, path: '/demos' }, true],
    ['a URL of another site', previewRequest, { ...request, path: 'https://elsewhere.example/' }, false],
    ['a collection without pages', previewRequest, { ...request, collection: 'user_roles' }, false],
    ['a document in a subcollection', previewRequest, { ...request, id: 'p1/secret/x' }, false],
    ['no data', previewRequest, { ...request, data: null }, false],
    ['an unpublish action without data', planRequest, { ...request, data: null, action: 'unpublish' }, true],
    ['another action', planRequest, { ...request, action: 'purge' }, false],
    ['a message with a page', toFrame, { type: 'frontage:show', html: '<p>', path: '/' }, true],
    ['a message with a picked mark', fromFrame, { type: 'frontage:picked', mark: 'pages/p1/title' }, true],
    ['a message of another program', fromFrame, { type: 'webpackOk' }, false],
  ])('validate %s', (...[, schema, body, isGood]) => {
    expect(schema.safeParse(body).success).toBe(isGood);
  });
});
