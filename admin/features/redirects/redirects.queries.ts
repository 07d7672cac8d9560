import { texts } from '@frontage/model/messages';
import { type Kind, kindNames, nameOf, pathOf, type SlugKind, slugKindOf } from '@frontage/model/kinds/kinds';
import { collections } from '@frontage/model/paths';
import type { Listed } from '@frontage/model/summaries/listed';
import type { RedirectFields } from '@frontage/model/redirect';
import {
  createRedirects,
  type NormalizedRedirects,
  putRedirects,
  type Redirect,
  redirectsForm,
} from '../../lib/documents/redirects.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDeferredResult } from '../../lib/deferred-result.ts';
import { type DocumentsByKind, useAllDocuments } from '../../lib/documents/documents.queries.ts';
import { DocumentError, type Entry, valueOf, type Answer } from '../../lib/documents/document-store.ts';
import { keptForm } from '../../lib/documents/list-forms.ts';
import { useListOptions, useReadList } from '../../lib/documents/lists.queries.tsx';
import { sha256 } from '../../lib/documents/document.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useStaff } from '../../lib/session.tsx';
import { useWrite } from '../../lib/write.ts';
import { oldAddresses, type OldAddress, type SlugHolder } from './redirect-rows.ts';

const redirectsKey = ['redirects'];

/** Administrators' redirects that have a target, by address. */
export function useRedirects() {
  return useDeferredResult(useQuery({ ...useListOptions(redirectsForm, redirectsKey), select: withTarget }));
}

const withTarget = (all: readonly RedirectFields[]): Redirect[] =>
  all.filter((redirect): redirect is Redirect => redirect.to !== null).sort((a, b) => (a.from < b.from ? -1 : 1));

const slugsForm = keptForm(collections.slugs, (id, data): Entry => ({ id, data }));

/** Old addresses of published pages and demos; undefined until all are loaded. */
export function useOldAddresses(): readonly OldAddress[] | undefined {
  const { data: slugs } = useQuery(useListOptions(slugsForm, ['slugs']));
  const { byKind, isWhole } = useAllDocuments();
  return useMemo(
    () => (slugs && isWhole ? oldAddresses(slugs, holdersIn(byKind)) : undefined),
    [slugs, byKind, isWhole],
  );
}

/** The documents with an address, by the namespace of their slugs. */
const holdersIn = (byKind: DocumentsByKind) =>
  Object.fromEntries(
    kindNames.flatMap((kind) => {
      const slugKind = slugKindOf(kind);
      return slugKind === null ? [] : [[slugKind, (byKind[kind] ?? []).map(holderIn(kind, slugKind))]];
    }),
  ) as Record<SlugKind, SlugHolder[]>;

const holderIn =
  (kind: Kind, slugKind: SlugKind) =>
  ({ document }: Listed<Kind>): SlugHolder => {
    const slug = String(Reflect.get(document, 'slug'));
    const { id, is_published } = document;
    return { id, slug, is_published, name: nameOf(kind, document), path: pathOf(slugKind, slug) };
  };

export interface RedirectChanges {
  /** Stores these redirects without chains; returns those that would loop. Rejects with a message for staff. */
  create(wanted: readonly Redirect[]): Promise<NormalizedRedirects>;
  /** Stores these unchanged; `to` null removes a redirect. Rejects with a message for staff. */
  write(redirects: readonly RedirectFields[]): Promise<void>;
  /** The stored target of a path; null without one. */
  targetOf(from: string): Promise<string | null>;
  /** Stores the previous redirect if the target is still `left`. Rejects with a message for staff. */
  undo(previous: RedirectFields, left: string | null): Promise<void>;
}

export function useRedirectChanges(): RedirectChanges {
  const store = useDocumentStore();
  const readList = useReadList();
  const client = useQueryClient();
  const write = useWrite();
  const { user } = useStaff();

  const run = async <Value>(operation: () => Promise<Answer<Value>>): Promise<Value> => {
    try {
      return await write(async () => {
        const answer = await operation();
        if (!answer.ok) throw new DocumentError(answer.reason, answer.message);
        return answer.value;
      });
    } finally {
      await client.invalidateQueries({ queryKey: redirectsKey });
    }
  };

  const put = async (redirects: readonly RedirectFields[]): Promise<void> => {
    await run(() => putRedirects(store, redirects, user.uid));
  };
  const targetOf = async (from: string): Promise<string | null> => {
    const to = valueOf(await store.read(`${collections.redirects}/${await sha256(from)}`))?.['to'];
    return typeof to === 'string' ? to : null;
  };
  return {
    create: (wanted) =>
      run(async () => createRedirects(store, { wanted, stored: await readList(redirectsForm), uid: user.uid })),
    write: put,
    targetOf,
    undo: async (previous, left) => {
      if ((await targetOf(previous.from)) !== left) throw new Error(texts.changedSince);
      await put([previous]);
    },
  };
}
