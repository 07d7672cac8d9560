import { aDemo, aPage, aSection } from '@frontage/model/content.fixture';
import { describe, expect, it } from 'vitest';
import { duplicateDocument, type Duplicate } from './change-document.ts';
import type { DocumentStore } from './document-store.ts';
import { memoryStore } from './memory-store.fixture.ts';

const uid = 'bob';
const savedId = (copy: Duplicate): string => (copy.type === 'saved' ? copy.id : '');

describe('duplicateDocument', () => {
  it('creates a draft of a page at the next free slug', async () => {
    const page = aPage('about', { title: 'About' });
    const { store, documents } = memoryStore({
      'pages/p1': { ...page },
      'slugs/page:about': { id: 'p1' },
      'slugs/page:about-copy': { id: 'p2' },
    });
    const id = savedId(await duplicateDocument(store, { kind: 'page', id: 'p1', uid }));
    expect(documents.get(`pages/${id}`)).toMatchObject({
      title: 'About (copy)',
      slug: 'about-copy-2',
      is_published: false,
      rev: 1,
      created_by: uid,
    });
    expect(documents.get('slugs/page:about-copy-2')).toMatchObject({ id });
  });

  it('places the copy of a section last', async () => {
    const sections = { 'homepage_sections/s1': { ...aSection('s1') }, 'homepage_sections/s2': { order_index: 4 } };
    const { store, documents } = memoryStore(sections);
    const id = savedId(await duplicateDocument(store, { kind: 'section', id: 's1', uid }));
    expect(documents.get(`homepage_sections/${id}`)).toMatchObject({ order_index: 5, is_published: false });
  });

  it('copies the embed code of an open demo', async () => {
    const { store, documents } = memoryStore({
      'demo_pages/d1': { ...aDemo('d1') },
      'demo_embeds/d1': { iframe_url: 'https://a.example' },
    });
    const id = savedId(await duplicateDocument(store, { kind: 'demo', id: 'd1', uid }));
    expect(documents.get(`demo_embeds/${id}`)).toEqual({ iframe_url: 'https://a.example' });
  });

  it('requires a new password before it saves the copy of a protected demo', async () => {
    const { store, documents } = memoryStore({
      'demo_pages/d1': { ...aDemo('d1', { is_password_protected: true }) },
      'demo_embeds/d1': { iframe_url: 'https://a.example' },
      'demo_secrets/d1': { password_hash: 'hash' },
    });
    const copy = await duplicateDocument(store, { kind: 'demo', id: 'd1', uid });
    expect(copy).toMatchObject({ type: 'needs password', embed: 'https://a.example', fields: { slug: 'd1-copy' } });
    expect(JSON.stringify(copy)).not.toContain('hash');
    expect([...documents.keys()]).toHaveLength(3);
  });

  it('copies to the next slug if another user takes the slug during the copy', async () => {
    const { store, documents, faults } = memoryStore({ 'pages/p1': { ...aPage('about') } });
    faults.push({ before: 'denied' });
    const commit: DocumentStore['commit'] = async (writes) => {
      const answer = await store.commit(writes);
      documents.set('slugs/page:about-copy', { id: 'p2' });
      return answer;
    };
    const id = savedId(await duplicateDocument({ ...store, commit }, { kind: 'page', id: 'p1', uid }));
    expect(documents.get(`pages/${id}`)).toMatchObject({ slug: 'about-copy-2' });
  });

  it('recognizes its copy after a lost response', async () => {
    const { store, documents, faults } = memoryStore({ 'pages/p1': { ...aPage('about', { title: 'About' }) } });
    faults.push({ after: 'unreachable' });
    const copy = await duplicateDocument(store, { kind: 'page', id: 'p1', uid });
    expect(copy).toMatchObject({ type: 'saved', name: 'About (copy)', rev: 1 });
    expect(documents.get(`pages/${savedId(copy)}`)).toMatchObject({ slug: 'about-copy' });
    expect([...documents.keys()].filter((path) => path.startsWith('pages/'))).toHaveLength(2);
  });

  it('reports a missing original', async () => {
    await expect(duplicateDocument(memoryStore().store, { kind: 'page', id: 'p1', uid })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
