import { beforeEach, describe, expect, it } from 'vitest';
import { previewPaths } from '@frontage/model/preview';
import { newPage } from '@frontage/model/kinds/page';
import { openParserThread } from '../adapters/threads/parser-thread.ts';
import { openReceiver } from '../http/receiver.ts';
import { eachStaffServer } from '../http/staff.fixture.ts';
import { aToken } from '../http/token.fixture.ts';
import type { ProposedLaunch } from '../preview/preview-content.ts';
import { admin } from '../preview/proposed-changes.fixture.ts';
import { aPage, aSection } from '../sync/documents.fixture.ts';
import { openTextScreen, type ParserThread } from '../sync/text-screen.ts';
import { adminOrigin, secret } from '../http/staff.fixture.ts';

const { site, options } = eachStaffServer();

/** Takes hundreds of milliseconds to parse, in any parser. */
const slowText = (text: string): string => `*${text}* **b** `.repeat(12_000);
const longText = (text: string): string => `${text} `.repeat(5_000);
const message = 'This text takes too long to parse. Shorten it, or remove repeated and nested marks';

/** The beginnings of the texts that the threads have parsed. */
let parsed: string[] = [];

/** A thread with a limit that long texts without marks do not reach. */
function counted(): ParserThread {
  const thread = openParserThread({ limit: 100 });
  return {
    ...thread,
    measure: (text) => {
      parsed.push(text.slice(0, 3));
      return thread.measure(text);
    },
  };
}

const open = async (): Promise<void> => {
  await site.pipeline.close();
  await site.open({ screen: openTextScreen({ content: counted(), previews: counted() }) });
};

beforeEach(async () => {
  parsed = [];
  await open();
});

const problemsOf = (path: string) => site.pipeline.status().problems.filter(({ document }) => document === path);

describe('a published text that takes too long to parse', () => {
  it('sets its document aside, which keeps the version before, and publishes the others', async () => {
    site.source.set('pages/a', aPage({ title: 'Second', slug: 'ada', body: slowText('x') }));
    site.source.set('pages/new', aPage({ slug: 'new', body: slowText('y') }));
    site.source.set('pages/b', aPage({ title: 'Published', slug: 'babbage', body: longText('z') }));
    const { release, problems } = await site.pipeline.publish(['pages/a', 'pages/new', 'pages/b']);
    expect(release).not.toBeNull();
    expect(problems).toEqual([
      { document: 'pages/a', field: 'body', message },
      { document: 'pages/new', field: 'body', message },
    ]);
    expect(await site.read('/page/babbage.html')).toContain('Published');
    expect(await site.read('/page/ada.html')).toContain('Ada');
    expect(await site.read('/page/new.html')).toBeNull();
  });

  it('is parsed once, also after another edit and a full scan', async () => {
    await site.write('homepage_sections/s', aSection({ content: slowText('x') }));
    await site.write('homepage_sections/s', aSection({ title: 'Other', content: slowText('x') }));
    await site.pipeline.reconcile();
    await site.pipeline.plan();
    expect(parsed).toEqual(['*x*']);
    expect(problemsOf('homepage_sections/s')).toEqual([{ document: 'homepage_sections/s', field: 'content', message }]);
  });

  it('stays set aside after a restart, without being parsed', async () => {
    await site.write('pages/new', aPage({ slug: 'new', body: slowText('x') }));
    parsed = [];
    await open();
    await site.write('pages/b', aPage({ title: 'Later', slug: 'babbage' }));
    expect(parsed).toEqual([]);
    expect(problemsOf('pages/new')).toEqual([{ document: 'pages/new', field: 'body', message }]);
    expect((await site.pipeline.verify()).identical).toBe(true);
  });

  it('is published once it is shortened', async () => {
    await site.write('pages/new', aPage({ slug: 'new', body: slowText('x') }));
    const { problems } = await site.write('pages/new', aPage({ title: 'Shortened', slug: 'new' }));
    expect(problems).toEqual([]);
    expect(await site.read('/page/new.html')).toContain('Shortened');
  });
});

describe('a draft whose text takes too long to parse', () => {
  const body = slowText('x');
  const draft = { collection: 'pages', id: 'a', data: { ...newPage, title: 'Typed', slug: 'ada', body } };
  const ask = async (path: string, asked: object) => {
    const response = await openReceiver(options()).request(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${aToken(secret)}`, origin: adminOrigin },
      body: JSON.stringify(asked),
    });
    return { status: response.status, message: ((await response.json()) as { message?: string }).message };
  };

  it.each([
    [previewPaths.preview, draft],
    [previewPaths.plan, { ...draft, action: 'publish' }],
    [previewPaths.look, { ...draft, action: 'publish', path: '/page/ada' }],
    [previewPaths.open, draft],
    [previewPaths.documents, { documents: [{ path: 'pages/a', data: { title: 'Typed', body } }] }],
  ])('is refused at %s with its document and field', async (path, asked) => {
    const refused = { status: 422, message: `pages/a, body: ${message}.` };
    expect(await ask(path, asked)).toEqual(refused);
    expect(await ask(path, asked)).toEqual(refused);
    expect(parsed).toEqual(['*x*']);
  });

  it('leaves out only itself from the impact and pages of a launch', async () => {
    const member = (id: string, data: object) =>
      ({
        what: 'page',
        id,
        action: 'publish',
        data: { ...newPage, ...data },
        draft: { created_by: 'ada', base_rev: 0 },
      }) as const;
    const launch: ProposedLaunch = {
      name: 'Spring',
      members: [member('hostile', { title: 'No', slug: 'no', body }), member('other', { title: 'Yes', slug: 'yes' })],
      missing: [],
    };
    const { previews } = site.pipeline;
    const plan = await previews.plan(launch, admin);
    expect(plan.ok && plan.value.refusedDocuments).toEqual(['pages/hostile']);
    expect(plan.ok && plan.value.changes.map(({ path }) => path)).toContain('/page/yes');
    expect(await previews.page(launch, { address: '/page/yes', opensGate: false }, admin)).toMatchObject({
      status: 200,
    });
    expect(parsed).toEqual(['*x*']);
  });
});
