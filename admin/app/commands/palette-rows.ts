import { Settings, type Icon, Undo2, UserRound } from '#icons';
import { fieldLabels } from '@frontage/model/field-labels';
import { capitalized, editorPath, type Kind, kindNames, kindOf, kinds, nameOf } from '@frontage/model/kinds/kinds';
import { adminPaths, collections } from '@frontage/model/paths';
import { defaultSettings, settingKeys, settingTabs } from '@frontage/model/kinds/settings';
import { indexedCollections, type SearchAnswer, type SearchHit } from '@frontage/model/staff-index';
import type { Listed } from '@frontage/model/summaries/listed';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useFirebase } from '../../lib/firebase.tsx';
import { useAllDocuments, useKinds } from '../../lib/documents/documents.queries.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { snippetOf } from '../../lib/search/mark-text.ts';
import { isSearchable, useSearchResults } from '../../lib/search/search.queries.ts';
import { useSearchTexts } from '../../lib/search/search-texts.queries.ts';
import { kindLookOf } from '../../editing/kind-looks.ts';
import { createTitleSearch } from '../../lib/search/title-search.ts';
import { useStaff, useViewer } from '../../lib/session.tsx';
import { useColorMode } from '../../ui/browser.ts';
import { useListScreenCommands } from '../../ui/screen-commands.tsx';
import { describeAction, useRecentActions } from '../../ui/recent-actions.tsx';
import { displayName, hasName } from '../../features/users/person.ts';
import { peopleQuery } from '../../features/users/users.queries.ts';
import { useCommands } from './commands.ts';
import { type Command, listCommands } from './list-commands.ts';

/** A row of the palette: an action, a setting, a document or a user. */
export interface PaletteRow {
  key: string;
  label: string;
  /** The kind of a document or setting; undefined for an action. */
  kind?: string;
  icon: Icon;
  /** The part of the text around the found words. */
  snippet?: string | null;
  isDraft?: boolean;
  /** Whether a word is only in the text. */
  isInText?: boolean;
  /** The words to mark in the label and the snippet. */
  marks: readonly string[];
  keys?: readonly string[] | undefined;
  run(): void;
}

interface PaletteRows {
  rows: readonly PaletteRow[];
  /** The number of all results. */
  count: number;
  isPending: boolean;
  /** Whether documents are found by their titles only. */
  isTitlesOnly: boolean;
  /** Reads failed lists again; null without one. */
  retry: (() => void) | null;
}

/** The number of documents and users shown. */
const shownHits = 12;

/** The rows for typed words: without any, all actions. */
export function usePaletteRows(typed: string): PaletteRows {
  const { roles } = useStaff();
  const isAdmin = roles.includes('admin');
  const isSearched = isSearchable(typed);
  const answer = useSearchResults(typed, { collections: indexedCollections, limit: shownHits });
  const titles = useTitles(answer.isUnavailable);
  const { search: searchTitles } = titles;
  const { hits, count } = useMemo(
    () => answer.data ?? (answer.isUnavailable ? searchTitles(typed) : noHits),
    [answer.data, answer.isUnavailable, searchTitles, typed],
  );
  const found = useHitRows(hits, typed);
  const people = usePeople(isAdmin && isSearched);
  const fixed = useFixedRows(isAdmin);
  const { rows, more } = useMemo(() => {
    const [actions, users] = [fixed(typed), people.search(isSearched ? typed : '')];
    const texts = { rows: found, hasTypos: hits.some((hit) => hit.hasTypos) };
    const isExact = [actions, users, texts].some((part) => part.rows.length > 0 && !part.hasTypos);
    // Similar words are shown only if nothing has the words as typed.
    const shown = (part: FoundRows) => (part.hasTypos && isExact ? [] : part.rows);
    const [inTitle, inText] = [false, true].map((isIn) => shown(texts).filter((row) => row.isInText === isIn));
    const all = [...(inTitle ?? []), ...shown(users), ...(inText ?? [])];
    const unread = shown(texts).length === 0 ? 0 : count - hits.length;
    return {
      rows: [...shown(actions), ...all.slice(0, shownHits)],
      more: unread + Math.max(0, all.length - shownHits),
    };
  }, [count, fixed, found, hits, isSearched, people, typed]);
  const failed = isSearched ? [titles, people].filter(({ isError }) => isError) : [];
  return {
    rows,
    count: rows.length + more,
    isPending: isSearched && (people.isPending || answer.isPending || titles.isPending),
    isTitlesOnly: answer.isUnavailable,
    retry: failed.length > 0 ? () => failed.forEach(({ refetch }) => void refetch()) : null,
  };
}

const noHits: SearchAnswer = { hits: [], count: 0 };

/** Searches documents by title and slug in the lists, which are read while `isEnabled`. */
function useTitles(isEnabled: boolean) {
  const { byKind, ...state } = useAllDocuments(isEnabled);
  const search = useMemo(() => {
    const titled = kindNames.flatMap((kind) => titledOf(kind, byKind[kind]));
    const newestFirst = titled.sort((a, b) => (a.entry.updatedAt < b.entry.updatedAt ? 1 : -1));
    const find = createTitleSearch(newestFirst, ({ entry }) => `${entry.title} ${entry.slug}`);
    return (typed: string): SearchAnswer => {
      const { hits, hasTypos } = find(typed);
      const shown = hits.slice(0, shownHits);
      return {
        hits: shown.map(({ item, marks }) => ({ ...item, marks, isDraft: false, isInText: false, hasTypos })),
        count: hits.length,
      };
    };
  }, [byKind]);
  return { search, ...state };
}

const titledOf = <K extends Kind>(kind: K, listed: readonly Listed<K>[] = []) =>
  listed.map(({ document }) => ({
    collection: kinds[kind].collection,
    id: document.id,
    entry: {
      title: nameOf(kind, document),
      slug: String(Reflect.get(document, 'slug') ?? Reflect.get(document, 'section_key') ?? ''),
      isPublished: document.is_published,
      updatedAt: document.updated_at,
    },
  }));

/** Searches the users that the screen of users shows. */
function usePeople(isEnabled: boolean) {
  const navigate = useNavigate();
  const query = useQuery({ ...peopleQuery(useDocumentStore()), enabled: isEnabled });
  const { data, isError, isLoading, refetch } = query;
  const search = useMemo(() => {
    const people = (data ?? []).filter((person) => hasName(person) && !person.is_deleted);
    const find = createTitleSearch(people, (person) => `${displayName(person)} ${person.email}`);
    return (typed: string): FoundRows => {
      const { hits, hasTypos } = find(typed);
      const rows = hits.map(({ item, marks }) => {
        const name = displayName(item);
        const run = () => void navigate(`${adminPaths.users}?search=${encodeURIComponent(item.email || name)}`);
        return { key: `user/${item.id}`, label: name, kind: 'User', icon: UserRound, snippet: item.email, marks, run };
      });
      return { rows, hasTypos };
    };
  }, [data, navigate]);
  return useMemo(() => ({ search, isError, isPending: isLoading, refetch }), [isError, isLoading, refetch, search]);
}

/** A row for each found document, which opens it. */
function useHitRows(hits: readonly SearchHit[], typed: string): readonly PaletteRow[] {
  const navigate = useNavigate();
  const inText = useMemo(() => hits.filter(({ isInText }) => isInText), [hits]);
  const texts = useSearchTexts(inText, typed);
  return useMemo(
    () =>
      hits.flatMap((hit): PaletteRow[] => {
        const { collection, id, entry, marks, isDraft } = hit;
        const kind = kindOf(collection);
        if (kind === null) return [];
        const ownTexts = texts[inText.indexOf(hit)] ?? [];
        const snippet = ownTexts.map((text) => snippetOf(text, marks)).find((found) => found !== null);
        return [
          {
            key: `${collection}/${id}`,
            label: entry.title || entry.slug || 'Untitled',
            kind: capitalized(kinds[kind].nouns.one),
            icon: kindLookOf(kind).icon,
            snippet: snippet ?? null,
            isDraft,
            isInText: hit.isInText,
            marks,
            run: () => void navigate(editorPath(kind, id)),
          },
        ];
      }),
    [hits, inText, navigate, texts],
  );
}

/** Returns the actions and settings for typed words. */
function useFixedRows(isAdmin: boolean) {
  const commands = useAvailableCommands();
  const navigate = useNavigate();
  return useMemo(() => {
    const settings = isAdmin ? settingRows((path, field) => void navigate(path, { state: { field } })) : [];
    const all = [
      ...commands.map(({ key, label, detail, icon, keys, keywords = '', run }) => {
        return { row: { key: key ?? label, label, snippet: detail ?? null, icon, keys, marks: [], run }, keywords };
      }),
      ...settings,
    ];
    return searchFixedRows(all);
  }, [commands, isAdmin, navigate]);
}

interface FixedRow {
  row: PaletteRow;
  /** Additional search terms. */
  keywords: string;
}

interface FoundRows {
  rows: readonly PaletteRow[];
  /** Whether the rows have similar words only. */
  hasTypos: boolean;
}

/** Returns a search of rows that are known without reading: all actions for an empty text. */
export function searchFixedRows(all: readonly FixedRow[]) {
  const search = createTitleSearch(all, ({ row, keywords }) => `${row.label} ${keywords}`);
  const actions = all.flatMap(({ row }) => (row.kind === undefined ? [row] : []));
  return (typed: string): FoundRows => {
    if (typed.trim() === '') return { rows: actions, hasTypos: false };
    const { hits, hasTypos } = search(typed);
    return { rows: hits.map(({ item, marks }) => ({ ...item.row, marks })), hasTypos };
  };
}

/** A row for each field of the settings, which opens its tab and focuses it. */
export function settingRows(open: (path: string, field: string) => void): FixedRow[] {
  return settingKeys.flatMap((key) => {
    const { title, tab } = settingTabs[key];
    const value: unknown = defaultSettings[key];
    const fields = typeof value === 'object' && value !== null ? Object.keys(value) : [key];
    return fields.map((field) => {
      const labels: Readonly<Record<string, string>> = fieldLabels[collections.settings];
      const label = labels[field] ?? field;
      const run = () => open(`${adminPaths.settings}?tab=${tab}`, field);
      const row = { key: `setting/${field}`, label, kind: `Settings: ${title}`, icon: Settings, marks: [], run };
      return { row, keywords: `settings ${title} ${field}` };
    });
  });
}

function useAvailableCommands(): Command[] {
  const viewer = useViewer();
  const onSite = useKinds();
  const { config } = useFirebase();
  const { setMode } = useColorMode();
  const { openSheet } = useCommands();
  const navigate = useNavigate();
  const recent = useRecentActions();
  // The screen does not change while the palette is open.
  const [ofScreen] = useState(useListScreenCommands());
  return useMemo(
    () => [
      ...ofScreen.map((command, index): Command => ({ ...command, key: `screen ${index}` })),
      ...listCommands(viewer, onSite, {
        go: (path) => void navigate(path),
        openSite: (path) => window.open(config.siteOrigin + path, '_blank', 'noopener'),
        setColorMode: setMode,
        openSheet,
      }),
      ...recent.map((action): Command => {
        const { label, detail } = describeAction(action);
        const words = { label: `Undo: ${label}`, detail, keywords: 'recent actions' };
        return { key: `undo ${action.id}`, ...words, icon: Undo2, run: () => void action.undo() };
      }),
    ],
    [config.siteOrigin, navigate, ofScreen, onSite, openSheet, recent, setMode, viewer],
  );
}
