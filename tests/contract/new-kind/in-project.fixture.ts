import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { triggers } from '@frontage/functions/triggers';
import { backedUp } from '@frontage/model/backup-collections';
import { planChange, type Planning } from '@frontage/model/changes/plan-change';
import type { Data } from '@frontage/model/changes/write';
import { fieldLabel } from '@frontage/model/field-labels';
import { archiveAt, editorPath, type Kind } from '@frontage/model/kinds/kinds';
import { searchedDocument } from '@frontage/model/searched-document';
import { beforeEach, describe, expect, it } from 'vitest';
import { settleLinks } from '../../../cli/content/import-content.ts';
import { importFormat, readImport } from '../../../cli/content/import-files.ts';
import { eachOnSmallSite } from '../../../pipeline/engine/small-site.fixture.ts';
import { linkedRenderer } from '../../../pipeline/render/linked-renderer.fixture.ts';
import type { Renderer } from '../../../pipeline/render/renderer.ts';
import { uploadAddress } from '../../../pipeline/adapters/images/uploads.fixture.ts';
import { aDemo, aPage, aSetting } from '../../../pipeline/sync/documents.fixture.ts';
import { admin } from '../../../pipeline/preview/proposed-changes.fixture.ts';
import type { JsonObject } from '../../../pipeline/sync/source.ts';
import { author, editor, roleDocuments, viewer } from '../../rules/product/actors.ts';
import { type Actor, type Fields, now, type Write } from '../../rules/product/attack-case.ts';
import { decide, prepare } from '../../rules/product/run-in-engine.ts';
import { rulesetOf } from '../../rules/product/ruleset.ts';

// Runs in the copy of the project in which the kind is registered: see new-kind.test.ts.

const kind = 'job' as string as Kind;
const fields = {
  ...{ name: 'Launch', slug: 'launch', summary: 'We are live', body: null, cover: null, source: null },
  ...{ author: null, day: '2026-01-01', topics: [] as string[], related: [] as string[], figures: [] as JsonObject[] },
};
const figure = { label: 'Growth', unit: 'percent', logo: null, source: null };
const stamps = { rev: 1, created_by: 'ada', updated_by: 'ada' };
const moments = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-02T00:00:00.000Z' };
const entry = (change: JsonObject = {}): JsonObject => ({
  ...fields,
  is_published: true,
  ...stamps,
  ...moments,
  ...change,
});

describe('rules', () => {
  const ruleset = rulesetOf(readFileSync('firestore.rules', 'utf8'));
  const path = 'job_openings/n1';
  const isAllowed = (actor: Actor, batch: Write[], stored: Record<string, Fields> = {}): boolean =>
    decide(
      ruleset,
      prepare({
        name: '',
        actor,
        initialState: { ...stored, ...roleDocuments(actor, false) },
        try: { batch },
        expected: true,
      }),
    ).allowed;
  const by = ({ uid }: Actor) => ({ created_by: uid, updated_by: uid, created_at: now, updated_at: now, rev: 1 });
  const create = (actor: Actor, change: Fields = {}): Write[] => [
    { set: path, data: { ...fields, is_published: false, ...by(actor), ...change } },
    { set: 'slugs/job:launch', data: { id: 'n1', updated_at: now } },
  ];
  const takenByArchive = (actor: Actor): Write[] => [
    ...create(actor, { slug: 'tag' }).slice(0, 1),
    { set: 'slugs/job:tag', data: { id: 'n1', updated_at: now } },
  ];
  const draft = (actor: Actor, data: Fields): Write[] => [
    {
      set: 'drafts/job_openings_n2',
      data: {
        ...{ collection: 'job_openings', id: 'n2', data, base_rev: 0, review: null, note: null, name: null },
        ...{ typed_at: now, typed_by: actor.uid, typed_name: null, authors: [actor.uid], ...by(actor) },
      },
    },
  ];

  it.each<[string, Actor, Write[], boolean]>([
    ['a draft of an author', author, create(author), true],
    ['a published entry of an author', author, create(author, { is_published: true }), false],
    ['a published entry of an editor', editor, create(editor, { is_published: true }), true],
    ['an entry of a viewer', viewer, create(viewer), false],
    ['a text over its limit', editor, create(editor, { name: 'x'.repeat(121) }), false],
    ['a slug of the archive', editor, takenByArchive(editor), false],
    ['a field of another kind', editor, create(editor, { menu_order: 1 }), false],
    ['links to documents', editor, create(editor, { author: 'page:a', related: ['demo:d', 'job:n2'] }), true],
    ['a link to a kind that the field does not name', editor, create(editor, { author: 'demo:d' }), false],
    [
      'more links than the field allows',
      editor,
      create(editor, { related: ['a', 'b', 'c', 'd'].map((id) => `page:${id}`) }),
      false,
    ],
    ['rows', editor, create(editor, { figures: [figure] }), true],
    ['more rows than the field allows', editor, create(editor, { figures: [figure, figure, figure, figure] }), false],
    // The form, functions and the pipeline refuse such rows.
    ['rows with invalid fields', editor, create(editor, { figures: [{ label: '' }] }), true],
    ['an entry without its slug', editor, create(editor).slice(0, 1), false],
    ['the draft of a new entry', author, draft(author, { name: 'Next' }), true],
    ['the draft of a viewer', viewer, draft(viewer, { name: 'Next' }), false],
    ['a draft with a field of another kind', author, draft(author, { heading: 'Next' }), false],
  ])('decide about %s', (...[, actor, batch, expected]) => {
    expect(isAllowed(actor, batch)).toBe(expected);
  });

  it('require the trash for a deletion', () => {
    const data = { ...fields, is_published: true, ...by(editor), created_at: moments.created_at, updated_at: 'x' };
    const remove: Write = { delete: path };
    const trashed = { collection: 'job_openings', id: 'n1', data, deleted_by: editor.uid, deleted_at: now };
    const trash: Write = { set: 'trash/job_openings_n1', data: trashed };
    expect(isAllowed(editor, [remove, trash], { [path]: data })).toBe(true);
    expect(isAllowed(editor, [remove], { [path]: data })).toBe(false);
    expect(isAllowed(author, [remove, trash], { [path]: data })).toBe(false);
  });
});

it('has two triggers, named after it', async () => {
  expect(Reflect.get(triggers, 'job_openings')).toMatchObject({ hint: 'onJobWritten', record: 'recordJobs' });
  expect(await import('@frontage/functions/index')).toHaveProperty('recordJobs');
});

it('is in backups, labels, search and links to editors', () => {
  expect(backedUp).toContain('job_openings');
  expect(fieldLabel('job_openings/n1', 'summary')).toBe('Summary');
  expect(editorPath(kind, 'n1')).toBe('/admin/jobs/n1');
  expect(searchedDocument('job_openings', entry({ body: '**Bold** words' }))).toMatchObject({
    entry: { title: 'Launch', slug: 'launch', isPublished: true },
    text: 'We are live\nBold words',
  });
});

it('is imported from a file with the name of its collection', () => {
  const folder = mkdtempSync(join(tmpdir(), 'frontage-jobs-'));
  const good = { name: 'Launch', slug: 'launch', is_published: true };
  writeFileSync(join(folder, 'job_openings.json'), JSON.stringify({ good, bad: { ...good, slug: 'NO', summary: 5 } }));
  const { entries, refused } = readImport(folder);
  rmSync(folder, { recursive: true });
  expect(entries).toMatchObject([{ document: 'job_openings/good', slug: { kind: 'job', slug: 'launch' } }]);
  expect(refused.map(({ document }) => document)).toEqual(['job_openings/bad']);
  expect(refused[0]?.problems.map((problem) => problem.split(':')[0])).toEqual(['slug', 'summary']);
});

describe('links of imported documents', () => {
  const linking = (id: string, related: string[]) => ({
    document: `job_openings/${id}`,
    id,
    fields: { ...fields, related },
    slug: { kind: 'job' as never, slug: `${id}-slug` },
    embed: null,
  });
  const none = 'Add it to pages.json, or remove the link';

  it.each<[string, string[], string[]]>([
    ['a stored document', ['page:stored'], []],
    ['a document of the import', ['job:b'], []],
    ['itself', ['job:a'], []],
    [
      'a document that does not exist',
      ['page:stored', 'page:x'],
      [`related: There is no page with the id "x". ${none}`],
    ],
    [
      'a slug of a stored document',
      ['page:about'],
      ['related: There is no page with the id "about". The page with this slug has the id "stored"'],
    ],
    [
      'a slug of the import',
      ['job:b-slug'],
      ['related: There is no job with the id "b-slug". The job with this slug has the id "b"'],
    ],
    ['a refused document', ['job:bad'], ['related: Job "bad" was refused']],
  ])('are settled: %s', (_, related, problems) => {
    const { entries, refused } = settleLinks([linking('a', related), linking('b', []), linking('bad', ['demo:none'])], {
      stored: new Set(['pages/stored']),
      holders: new Map([['page:about', { id: 'stored', isOld: false }]]),
    });
    expect(refused.find(({ document }) => document === 'job_openings/a')?.problems ?? []).toEqual(problems);
    expect(entries).toHaveLength(problems.length === 0 ? 2 : 1);
  });

  it('have their form in the help', () => {
    expect(importFormat().join('\n')).toMatch(/related +a list of page:ID or demo:ID or job:ID/);
  });
});

describe('rows of imported documents', () => {
  const problemsOf = (figures: unknown): string[] => {
    const folder = mkdtempSync(join(tmpdir(), 'frontage-jobs-'));
    const document = { name: 'Launch', slug: 'launch', is_published: true, figures };
    writeFileSync(join(folder, 'job_openings.json'), JSON.stringify({ n1: document }));
    const { entries, refused } = readImport(folder);
    rmSync(folder, { recursive: true });
    expect(entries).toHaveLength(1 - refused.length);
    return refused.flatMap(({ problems }) => problems);
  };

  it.each<[unknown, string[]]>([
    [undefined, []],
    [[figure, { label: 'Users', unit: 'euro' }], []],
    [[figure, { ...figure, label: ' ' }], ['figures, row 2, label: Label is required']],
    [[{ ...figure, unit: 'x' }], ['figures, row 1, unit: is "x". Expected: percent, euro']],
    [[{ unit: 'euro' }], ['figures, row 1, label: is missing. Expected: text']],
    [[{ ...figure, lable: 'x' }], ['figures, row 1, lable: is not a field. Did you mean "label"?']],
    [[{ ...figure, source: 'demo:d' }], ['figures, row 1, source: Source must be a document of the list']],
    [[figure, figure, figure, figure], ['figures: Figures can have at most 3 rows']],
    ['x', ['figures: is "x". Expected: a list of at most 3 objects with label and unit and logo and source']],
  ])('are checked: %j', (figures, problems) => {
    expect(problemsOf(figures)).toEqual(problems);
  });

  it('name row and field of a link to a missing document', () => {
    const linking = { ...fields, figures: [figure, { ...figure, source: 'page:x' }] };
    const slug = { kind: 'job' as never, slug: 'launch' };
    const { refused } = settleLinks([{ document: 'job_openings/n1', id: 'n1', fields: linking, slug, embed: null }], {
      stored: new Set(),
      holders: new Map(),
    });
    expect(refused.flatMap(({ problems }) => problems)).toEqual([
      'figures, row 2, source: There is no page with the id "x". Add it to pages.json, or remove the link',
    ]);
  });
});

it('finds the texts of rows in the search of staff, and names their fields', () => {
  const searched = searchedDocument('job_openings', entry({ figures: [figure, { ...figure, label: 'Users' }] }));
  expect(searched?.text).toBe('We are live\nGrowth\nUsers');
  expect(fieldLabel('job_openings/n1', 'figures.1.unit')).toBe('Figures, row 2: Unit');
});

it('is published, copied, deleted and restored by planned changes', async () => {
  const stored: Record<string, Data> = {
    'job_openings/n1': entry({ is_published: false }),
    'slugs/job:launch': { id: 'n1' },
  };
  const planning: Planning = {
    reads: { read: (paths) => Promise.resolve(paths.map((path) => (stored[path] ? { data: stored[path] } : null))) },
    uid: 'eve',
    rights: { viewer: { uid: 'eve', roles: ['editor'] }, usedSecondFactor: false },
    rules: [],
    digest: (text) => text,
  };
  const id = 'n1';
  expect(await planChange(planning, { action: 'publish', kind, id, rev: 1 })).toMatchObject({
    ok: true,
    writes: [{ type: 'update', path: 'job_openings/n1', data: { is_published: true, rev: 2 } }],
  });
  expect(await planChange(planning, { action: 'duplicate', kind, id, copy: 'n2', order: 0 })).toMatchObject({
    ok: true,
    writes: [
      { path: 'job_openings/n2', data: { name: 'Launch (copy)', slug: 'launch-copy', is_published: false } },
      { path: 'slugs/job:launch-copy' },
    ],
  });
  const removed = await planChange(planning, { action: 'delete', kind, id, rev: 1 });
  expect(removed).toMatchObject({ ok: true, writes: [{ path: 'job_openings/n1' }, { path: 'trash/job_openings_n1' }] });
  const publishing = (figures: JsonObject[]) => {
    const entered = { data: { ...fields, is_published: true, figures }, base_rev: 1, created_by: 'ada' };
    return planChange(planning, { action: 'publish_draft', kind, id, draft: { entered } });
  };
  expect(await publishing([figure])).toMatchObject({ ok: true });
  expect(await publishing([figure, { ...figure, label: '' }])).toMatchObject({
    ok: false,
    reason: 'invalid',
    problems: [{ field: 'figures.1.label', message: 'Label is required' }],
  });
  stored['trash/job_openings_n1'] = { collection: 'job_openings', id, data: entry() };
  delete stored['job_openings/n1'];
  expect(await planChange(planning, { action: 'restore', kind, id })).toMatchObject({ ok: true });
});

describe('the pipeline', () => {
  const site = eachOnSmallSite();
  const jobsRenderer = (): Renderer => {
    const renderer = linkedRenderer();
    const render: Renderer['render'] = (path, content) => {
      if (!path.startsWith('/jobs/') || archiveAt(path) !== null) return renderer.render(path, content);
      const shown = content.entry(`job:${path.slice('/jobs/'.length)}`);
      const links = [shown?.['author'], shown?.['related']].flat().filter((link) => typeof link === 'string');
      const names = links.flatMap((link) => content.linked(String(link))?.name ?? []);
      const body = `<html lang="en"><head><title>${String(shown?.['name'])}</title></head><body>${JSON.stringify(shown)}<p>${names.join(', ')}</p></body></html>`;
      return Promise.resolve({ ok: true, status: 200, contentType: 'text/html; charset=utf-8', body });
    };
    return { ...renderer, render };
  };

  beforeEach(async () => {
    await site.pipeline.close();
    await site.open({ renderer: jobsRenderer });
    site.source.set('job_openings/n1', entry());
    await site.pipeline.reconcile();
  });

  it('renders an entry and lists it in the sitemap', async () => {
    expect(await site.read('/jobs/launch.html')).toContain('"summary":"We are live"');
    expect(await site.read('/jobs/launch.html')).not.toContain('source');
    expect(await site.read('/sitemap.xml')).toContain('/jobs/launch');
  });

  it('finds an entry by the words of its name and text, until it is unpublished', async () => {
    const indexed = async (): Promise<string> => {
      const shards =
        site.pipeline
          .live()
          ?.paths()
          .filter((path) => /^\/search\/.*\.txt$/.test(path)) ?? [];
      return (await Promise.all(shards.map((path) => site.read(path)))).join('\n');
    };
    const visitors = { search_enabled: true, feed_enabled: false, language: null };
    await site.write('site_settings/visitors', aSetting(visitors));
    await site.write('job_openings/n1', entry({ body: 'A **rocket** starts', rev: 2 }));
    expect(await indexed()).toMatch(/rocket/);
    expect(await indexed()).toContain('/jobs/launch');
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
    await site.write('job_openings/n1', entry({ body: 'A **rocket** starts', is_published: false, rev: 3 }));
    expect(await indexed()).not.toMatch(/rocket|\/jobs\/launch/);
  });

  it('renders only the entry after an edit, and nothing after a change that templates do not read', async () => {
    site.source.set('job_openings/n1', entry({ summary: 'Soon', rev: 2 }));
    expect((await site.pipeline.plan()).render.map(({ route }) => route)).toEqual([
      '/jobs/launch',
      '/jobs',
      '/jobs/feed.xml',
    ]);
    await site.pipeline.reconcile();
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
    site.source.set('job_openings/n1', entry({ summary: 'Soon', source: 'Press', rev: 3 }));
    expect((await site.pipeline.plan()).render).toEqual([]);
  });

  it('removes the page of an unpublished entry, and redirects the old address of a moved one', async () => {
    site.source.set('slugs/job:launch', { id: 'n1', updated_at: moments.updated_at });
    await site.write('job_openings/n1', entry({ slug: 'lift-off', rev: 2 }));
    await site.pipeline.reconcile();
    expect(site.pipeline.live()?.redirect('/jobs/launch')).toMatchObject({ to: '/jobs/lift-off' });
    await site.write('job_openings/n1', entry({ slug: 'lift-off', is_published: false, rev: 3 }));
    expect(await site.read('/jobs/lift-off.html')).toBeNull();
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('keeps an invalid entry and one with a taken slug off the site, and names them', async () => {
    await site.write('job_openings/n2', entry({ name: '', slug: 'other' }));
    await site.write('job_openings/n3', entry({ created_at: '2026-02-01T00:00:00.000Z' }));
    const problems = site.notices.flatMap(({ data }) => data?.['problems'] ?? []);
    expect(problems).toContainEqual(expect.objectContaining({ document: 'job_openings/n2', field: 'name' }));
    expect(problems).toContainEqual(expect.objectContaining({ document: 'job_openings/n3', field: 'slug' }));
    expect(await site.read('/jobs/other.html')).toBeNull();
  });

  describe('with links in fields', () => {
    const linking = entry({ author: 'page:b', related: ['demo:d', 'page:draft', 'page:none'], rev: 2 });
    const shownNames = async () => /<p>(.*)<\/p>/.exec((await site.read('/jobs/launch.html')) ?? '')?.[1];
    const planned = async () => (await site.pipeline.plan()).render.map(({ route }) => route).sort();
    const babbage = { title: 'Babbage', slug: 'babbage', show_in_menu: false };

    beforeEach(async () => {
      site.source.set('job_openings/n2', entry({ slug: 'other', name: 'Other' }));
      site.source.set('demo_pages/d', aDemo({ slug: 'grace', heading: 'Grace', is_password_protected: true }));
      await site.write('job_openings/n1', linking);
      await site.pipeline.reconcile();
    });

    it('shows the names of published documents only', async () => {
      expect(await shownNames()).toBe('Babbage, Grace');
    });

    it.each<[string, string, JsonObject | null, string[], string]>([
      [
        'a new name',
        'pages/b',
        aPage({ ...babbage, title: 'Charles' }),
        ['/jobs/launch', '/page/babbage'],
        'Charles, Grace',
      ],
      [
        'a field that no entry shows',
        'pages/b',
        aPage({ ...babbage, body: 'New' }),
        ['/page/babbage'],
        'Babbage, Grace',
      ],
      [
        'a new heading',
        'demo_pages/d',
        aDemo({ slug: 'grace', heading: 'Hopper' }),
        ['/demo/grace', '/demos', '/jobs/launch'],
        'Babbage, Hopper',
      ],
      [
        'an unpublished document',
        'pages/b',
        aPage({ ...babbage, is_published: false }),
        ['/jobs/launch', '/sitemap.xml'],
        'Grace',
      ],
      ['a deleted document', 'pages/b', null, ['/jobs/launch', '/sitemap.xml'], 'Grace'],
      [
        'a published draft',
        'pages/draft',
        aPage({ title: 'Draft', slug: 'draft', show_in_menu: false }),
        ['/jobs/launch', '/page/draft', '/sitemap.xml'],
        'Babbage, Grace, Draft',
      ],
    ])('renders exactly the pages that show it after %s', async (...[, path, data, routes, names]) => {
      if (data === null) site.source.delete(path);
      else site.source.set(path, data);
      expect(await planned()).toEqual(routes);
      await site.pipeline.publish([path]);
      await site.pipeline.reconcile();
      expect(await shownNames()).toBe(names);
      expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
    });

    it.each(['unpublish', 'delete'] as const)('counts them in the impact of an action: %s', async (action) => {
      const answer = await site.pipeline.previews.plan({ what: 'page', id: 'b', action, data: null }, admin);
      expect(answer).toMatchObject({ value: { inbound: 1, links: [{ path: '/jobs/launch', title: 'Launch' }] } });
      expect(site.pipeline.previews.links('page', 'b')).toEqual([{ path: '/jobs/launch', title: 'Launch' }]);
    });

    it('has findings about missing and unpublished documents, at the field', async () => {
      await site.pipeline.health.settle();
      const place = { document: 'job_openings/n1', field: 'related', find: null };
      const findings = site.pipeline.health.findings().filter(({ path }) => path === '/jobs/launch');
      expect(findings).toContainEqual(expect.objectContaining({ rule: 'unpublished-link', ...place }));
      expect(findings).toContainEqual(
        expect.objectContaining({ rule: 'dead-link', message: 'The page “none” does not exist', ...place }),
      );
    });
  });

  describe('with rows', () => {
    const logo = uploadAddress('u1');
    const rows = [
      { ...figure, logo, source: 'page:draft' },
      { ...figure, label: 'Users', source: 'page:b' },
    ];

    beforeEach(async () => {
      await site.write('job_openings/n1', entry({ figures: rows, rev: 2 }));
    });

    it('shows them, and counts their links and uploads', async () => {
      expect(await site.read('/jobs/launch.html')).toContain('"label":"Users"');
      expect(site.pipeline.previews.links('page', 'b')).toEqual([{ path: '/jobs/launch', title: 'Launch' }]);
      expect(site.pipeline.previews.mediaUses()).toMatchObject({ 'demo-images_u1': ['job_openings/n1'] });
      await site.pipeline.health.settle();
      expect(site.pipeline.health.findings()).toContainEqual(
        expect.objectContaining({ rule: 'unpublished-link', document: 'job_openings/n1', field: 'figures.0.source' }),
      );
    });

    it('keeps a document with an invalid row as it was, and names row and field', async () => {
      await site.write('job_openings/n1', entry({ figures: [rows[0] ?? {}, { ...figure, label: '' }], rev: 3 }));
      expect(await site.read('/jobs/launch.html')).toContain('"label":"Users"');
      const problems = site.notices.flatMap(({ data }) => data?.['problems'] ?? []);
      expect(problems).toContainEqual(
        expect.objectContaining({ document: 'job_openings/n1', field: 'figures.1.label' }),
      );
    });
  });

  it('resolves links by id, and health finds dead ones', async () => {
    await site.write('pages/a', aPage({ slug: 'ada', title: 'Ada', body: '[x](job:n1) [y](job:none)' }));
    expect(await site.read('/page/ada.html')).toContain('href="/jobs/launch"');
    await site.pipeline.health.settle();
    expect(site.pipeline.health.findings()).toContainEqual(
      expect.objectContaining({ rule: 'dead-link', message: 'The job “none” does not exist', document: 'pages/a' }),
    );
    expect(site.pipeline.previews.links(kind, 'n1')).toEqual([{ path: '/page/ada', title: 'Ada' }]);
  });
});
