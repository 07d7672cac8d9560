import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { DocumentStore } from '../../lib/documents/document-store.ts';
import {
  conflictsOf,
  mergeChoices,
  type Choice,
  type FieldDifference,
  type Values,
} from '../versions/compare-fields.ts';
import { draftOfPage, noPage, openSession, publishedPage, stubBrowser } from './open-session.fixture.ts';

const live = { title: 'Live', body: 'one\ntwo\nthree', slug: 'live', is_published: true };
const blank = { title: '', body: '', slug: 'live', is_published: true };
type Form = typeof live;
type Choices = Record<string, Choice>;

// Loaded lazily by merges; loading takes real time.
beforeAll(() => import('@frontage/model/merge-texts'));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const user = fc.constantFrom(0, 1);
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('type title' as const), user }) },
  { weight: 8, arbitrary: fc.record({ type: fc.constant('type line' as const), user, line: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('delete line' as const), user, line: fc.nat(5) }) },
  { weight: 8, arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.constantFrom(0, 1, 400, 2_500) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('refresh' as const), user }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('merge' as const), user }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('save' as const), user }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('save draft' as const), user }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('discard draft and undo' as const), user }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('leave and return' as const), user }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('choose' as const), user, choice: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('go offline' as const), user }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('go online' as const), user }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('lose answer' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('refuse write' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('take slug' as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('free slug' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('empty form' as const), user }) },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const marksIn = (text: string): string[] => text.match(/\bmark\d+\b/g) ?? [];

/** Two users edit one page, published or never created. Every typed text contains a unique mark. */
function openPage({ isNew }: { isNew: boolean }) {
  const page = isNew ? noPage() : publishedPage(live);
  let count = 0;
  const editors = ['ada', 'bob'].map((uid) => {
    const connection = { isOnline: true };
    const unreachable = { ok: false, reason: 'unreachable', message: '' } as const;
    const online =
      <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
      async (...args: Args): Promise<Answer> => {
        // Answers arrive after other events.
        await new Promise((resolve) => setTimeout(resolve, 1));
        return connection.isOnline ? call(...args) : (unreachable as Answer);
      };
    const { read, readVersion, list, commit } = page.store;
    const store: DocumentStore = {
      read: online(read),
      readVersion: online(readVersion),
      list: online(list),
      commit: online(commit),
    };
    return {
      ...openSession<Form>({ uid, store, live: isNew ? null : { rev: 3, values: live }, blank }),
      connection,
      /** The marks that this user typed and did not remove. */
      typed: new Set<string>(),
    };
  });
  type Editor = (typeof editors)[number];

  const forget = (marks: readonly string[]) => {
    for (const mark of marks) for (const { typed } of editors) typed.delete(mark);
  };
  const change = (editor: Editor, field: 'title' | 'body', edit: (text: string, mark: string) => string) => {
    const before = editor.values()[field];
    const mark = `mark${(count += 1)}`;
    const after = edit(before, mark);
    editor.type({ [field]: after });
    forget(marksIn(before).filter((known) => !marksIn(after).includes(known)));
    if (after.includes(mark)) editor.typed.add(mark);
  };
  const freeSlug = () => {
    if (page.documents.get('slugs/page:live')?.['id'] === 'other') page.documents.delete('slugs/page:live');
    page.documents.delete('pages/other');
  };
  const changeLines = (editor: Editor, edit: (lines: string[], mark: string) => string[]) =>
    change(editor, 'body', (text, mark) => edit(text.split('\n'), mark).join('\n'));

  const choose = ({ session, values }: Editor, choice: number) => {
    const { draftConflict, conflict } = session.view();
    const open = conflict ?? draftConflict;
    if (!open) return;
    const choices = conflictsOf(open.differences).map(({ key, options }) => [
      key,
      options[choice % options.length]?.choice,
    ]);
    const chosen: Values = mergeChoices(open.mine, open.differences, Object.fromEntries(choices) as Choices);
    forget(rejected(open, chosen, values()));
    if (!conflict) return session.keepValues(chosen);
    session.dispatch({ type: 'conflict resolved', values: chosen });
    void session.save();
  };

  const run = async (next: Action): Promise<void> => {
    if (next.type === 'wait') return void (await vi.advanceTimersByTimeAsync(next.ms));
    if (next.type === 'lose answer') return void page.faults.push({ after: 'unreachable' });
    if (next.type === 'refuse write') return void page.faults.push({ before: 'busy' });
    if (next.type === 'free slug') return freeSlug();
    if (next.type === 'take slug') {
      if (page.documents.has('slugs/page:live')) return;
      page.documents.set('slugs/page:live', { id: 'other' });
      page.documents.set('pages/other', { slug: 'live', is_published: true });
      return;
    }
    const editor = editors[next.user]!;
    const { session, connection, undo } = editor;
    switch (next.type) {
      case 'type title':
        return change(editor, 'title', (_, mark) => mark);
      case 'type line':
        return changeLines(editor, (lines, mark) => lines.toSpliced(next.line, 0, mark));
      case 'delete line':
        return changeLines(editor, (lines) => lines.toSpliced(next.line, 1));
      case 'empty form':
        forget(marksIn(JSON.stringify(editor.values()).replaceAll('\\n', ' ')));
        return editor.type({ title: blank.title, body: blank.body });
      case 'refresh':
        return void session.refresh().catch(() => {});
      case 'merge':
        return void session.mergeNewest().catch(() => {});
      case 'save':
        return void session.save();
      case 'save draft':
        return void session.flush();
      case 'choose':
        return choose(editor, next.choice);
      case 'discard draft and undo': {
        undo.length = 0;
        void session.discardDraft();
        await vi.advanceTimersByTimeAsync(20);
        undo.pop()?.();
        return;
      }
      case 'leave and return':
        session.dispatch({ type: 'discarded' });
        session.dispatch({ type: 'resumed' });
        return;
      case 'go offline':
      case 'go online':
        connection.isOnline = next.type === 'go online';
    }
  };

  /** The marks that are found nowhere although their author typed and did not remove them. */
  const lost = (): string[] => {
    const stored = JSON.stringify([page.documents.get(draftOfPage), page.documents.get('pages/p1')]);
    return editors.flatMap(({ typed, values, storage, session }) => {
      const { draftConflict, conflict } = session.view();
      const copies = Array.from({ length: storage.length }, (_, index) => storage.getItem(storage.key(index) ?? ''));
      const found = new Set(
        marksIn(`${stored} ${JSON.stringify([values(), copies, draftConflict, conflict])}`.replaceAll('\\n', ' ')),
      );
      return [...typed].filter((mark) => !found.has(mark));
    });
  };

  /** Delivers all messages and resolves all conflicts. */
  const settle = async (): Promise<void> => {
    page.faults.length = 0;
    freeSlug();
    for (const { connection } of editors) connection.isOnline = true;
    for (let round = 0; round < 8; round += 1) {
      for (const editor of editors) {
        await vi.advanceTimersByTimeAsync(60_000);
        choose(editor, 3);
        await vi.advanceTimersByTimeAsync(60_000);
        void editor.session.mergeNewest();
        await vi.advanceTimersByTimeAsync(60_000);
        choose(editor, 3);
        await vi.advanceTimersByTimeAsync(60_000);
        void editor.session.refresh();
        await vi.advanceTimersByTimeAsync(60_000);
      }
    }
  };
  const close = () => editors.forEach((editor) => editor.close());
  const storedValues = () => {
    const { title, body, slug, is_published } = (page.documents.get(draftOfPage)?.['data'] ??
      page.documents.get('pages/p1') ??
      blank) as Form;
    return { title, body, slug, is_published };
  };
  return { editors, run, lost, settle, close, storedValues };
}

/** The marks of either side that a choice leaves out. */
function rejected(
  open: { mine: Values; differences: readonly FieldDifference[] },
  chosen: Values,
  form: Values,
): string[] {
  const offered = JSON.stringify([open.mine, form, open.differences]).replaceAll('\\n', ' ');
  const left = marksIn(JSON.stringify(chosen).replaceAll('\\n', ' '));
  return marksIn(offered).filter((mark) => !left.includes(mark));
}

/** Sequences that once lost text. */
const knownSequences: Action[][] = [
  // The draft of the other user arrives between the discard and its undo.
  [
    { type: 'type line', user: 1, line: 0 },
    { type: 'save draft', user: 1 },
    { type: 'refresh', user: 0 },
    { type: 'discard draft and undo', user: 0 },
  ],
  // One user saves and types on, while the other stores a draft that is based on the version before.
  [
    { type: 'type line', user: 0, line: 0 },
    { type: 'type line', user: 1, line: 0 },
    { type: 'save', user: 1 },
    { type: 'type title', user: 1 },
    { type: 'wait', ms: 2500 },
    { type: 'save', user: 1 },
  ],
];

it.each([
  ['a published page', { isNew: false }],
  ['a page that was never created', { isNew: true }],
])(
  'loses no typed text of %s, and both editors converge to the stored version',
  async (_name, start) => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 60 }), async (actions) => {
        stubBrowser();
        const { editors, run, lost, settle, close, storedValues } = openPage(start);
        for (const next of actions) {
          await run(next);
          await vi.advanceTimersByTimeAsync(0);
          expect(lost(), next.type).toEqual([]);
        }
        await settle();
        expect(lost(), 'settled').toEqual([]);
        const stored = storedValues();
        for (const { values, session } of editors) {
          expect(values()).toEqual(stored);
          expect(session.view()).toMatchObject({
            isPending: false,
            draftConflict: null,
            conflict: null,
            failure: null,
          });
        }
        close();
      }),
      { numRuns: 500, examples: knownSequences.map((actions) => [actions]) },
    );
  },
  60_000,
);
