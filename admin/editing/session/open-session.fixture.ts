import { createFormControl, type FieldValues } from 'react-hook-form';
import { vi } from 'vitest';
import { z } from 'zod';
import type { Savable } from '@frontage/model/kinds/kinds';
import type { Notice } from '@frontage/model/messages';
import type { Data } from '@frontage/model/changes/write';
import type { DocumentStore } from '../../lib/documents/document-store.ts';
import { memoryStore } from '../../lib/documents/memory-store.fixture.ts';
import type { ToastAction } from '../../ui/toaster.tsx';
import type { EditorSetup } from '../editor.ts';
import { RunningSession } from './running-session.ts';
import type { FinishedSave, SessionServices } from './session-services.ts';
import type { Origin } from './session.ts';
import type { EditStorage } from './unsaved-edits.ts';

/** Web storage in memory, for values of at most `limit` characters. */
export function mapStorage(limit = Infinity): EditStorage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > limit) throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, value);
    },
    removeItem: (key) => void entries.delete(key),
  };
}

/** The globals of a browser that a session uses. */
export function stubBrowser(): void {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('reportError', () => {});
}

interface Opening<Form> {
  kind?: Savable;
  uid: string;
  store: DocumentStore;
  /** The live version; null for a new document. */
  live: { rev: number; values: Form } | null;
  /** The form values of a new document. */
  blank?: Form;
  secretFields?: readonly string[];
  /** Signs in again after a refusal; without it, the user leaves. */
  signInAgain?: () => Promise<boolean>;
}

/** A session of a form with the store, like an editor that was opened by the user `uid`. */
export function openSession<Form extends FieldValues>({ kind = 'page', uid, store, live, ...rest }: Opening<Form>) {
  const baseAt = (rev: number, slug: unknown) => ({
    rev,
    slug: typeof slug === 'string' ? slug : null,
    isProtected: false,
  });
  const values = (live?.values ?? rest.blank) as Form;
  const start: Origin<Form> = {
    id: 'p1',
    base: live && baseAt(live.rev, live.values['slug']),
    values,
    savedAt: null,
  };
  const form = createFormControl<Form, unknown, Form>({
    defaultValues: values as never,
    resolver: (entered) => ({ values: entered, errors: {} }),
  });
  const notices: string[] = [];
  const undo: (() => void)[] = [];
  /** The questions about changes of others: author and fields. */
  const asked: string[] = [];
  let mayPublish = true;
  const storage = mapStorage();
  const setup = {
    kind,
    form: { ...form, formState: { isSubmitted: false } } as never,
    start,
    draft: { mayDraft: true, start: null },
    schema: () => z.custom<Form>(),
    nameOf: () => 'Page',
    valuesOf: (data: Data) => ({
      values: Object.fromEntries(Object.keys(values).map((field) => [field, data[field]])) as Form,
      base: baseAt(Number(data['rev']), data['slug']),
    }),
    isPublic: (shown: Form) => shown['is_published'] === true,
    secretFields: (rest.secretFields ?? []) as never,
    notices: {
      created: { title: 'created' },
      updated: { title: 'updated' },
      failed: (reason: string) => ({ title: `failed: ${reason}` }),
    },
    onSaved: () => [],
  } satisfies EditorSetup<Form, Form>;
  const services = {
    uid,
    ownName: uid,
    store,
    storage,
    notify: {
      success: ({ title }: Notice) => void notices.push(title),
      failure: ({ title }: Notice) => void notices.push(title),
      info: ({ title }: Notice, action?: ToastAction) => {
        notices.push(title);
        if (action) undo.push(() => action.run());
      },
    },
    refreshOwnName: () => void notices.push('name read'),
    refreshDrafts: () => {},
    readAuthor: (of: { uid: string }) => Promise.resolve(of.uid),
    mayTakeSlug: () => Promise.resolve(true),
    signInAgain: rest.signInAgain ?? (() => Promise.resolve(false)),
    mayPublishChanges: ({ who, changes }: Parameters<SessionServices['mayPublishChanges']>[0]) => {
      asked.push([who, ...changes.map(({ field }) => field)].join(' '));
      return Promise.resolve(mayPublish);
    },
    onSaved: ({ staysOpen }: FinishedSave) => void notices.push(staysOpen ? 'saved, stays open' : 'saved'),
  };
  const session = new RunningSession<Form, Form>({ setup, services });
  const close = session.open();
  const type = (change: Partial<Form>) => {
    for (const [field, value] of Object.entries(change)) form.setValue(field as never, value as never);
  };
  const answer = (isYes: boolean) => void (mayPublish = isYes);
  return { session, form, type, notices, undo, asked, answer, storage, close, values: () => form.getValues() };
}

/** A published page `p1` in memory. */
export const publishedPage = (values: Data) =>
  guardedStore({ 'pages/p1': { ...values, rev: 3, updated_by: 'cy', updated_at: '2026-01-01T00:00:00Z' } });

/** A memory without the page `p1`. */
export const noPage = () => guardedStore({});

/**
 * A memory that refuses a draft over an unseen version, the draft of a deleted page, and the slug of another page, as
 * the rules do.
 */
function guardedStore(initial: Record<string, Data>) {
  const memory = memoryStore(initial);
  const { documents, store } = memory;
  const isDeleted = () => 'pages/p1' in initial && !documents.has('pages/p1');
  const guarded: DocumentStore = {
    ...store,
    commit: (writes) => {
      const isDenied = writes.some((write) => {
        if (write.type === 'delete') return false;
        const stored = documents.get(write.path);
        if (write.path.startsWith('slugs/')) return stored !== undefined && stored['id'] !== write.data['id'];
        const isStale = write.data['rev'] !== Number(stored?.['rev'] ?? 0) + 1;
        return write.path === draftOfPage ? isStale || isDeleted() : write.path === 'pages/p1' && isStale;
      });
      return isDenied ? Promise.resolve({ ok: false, reason: 'denied', message: '' }) : store.commit(writes);
    },
  };
  return { ...memory, store: guarded };
}

export const draftOfPage = 'drafts/pages_p1';
