import { FileText, House, MonitorPlay, Settings, type Icon, Undo2, UserRound } from '#icons';
import { fieldLabels } from '@frontage/model/field-labels';
import { adminPaths, collections } from '@frontage/model/paths';
import type { SearchedCollection } from '@frontage/model/search-index/searched';
import { shardOfTitles } from '@frontage/model/search-index/search-shard';
import { defaultSettings, settingKeys, settingTabs } from '@frontage/model/settings';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useFirebase } from '../../lib/firebase.tsx';
import { SearchIndex, type SearchHit, snippetOf } from '../../lib/search/search-index.ts';
import { isSearchable, useSearchResults } from '../../lib/search/search.queries.ts';
import { useSearchTexts } from '../../lib/search/search-texts.queries.ts';
import { useStaff } from '../../lib/session.tsx';
import { useColorMode } from '../../ui/browser.ts';
import { useListScreenCommands } from '../../ui/screen-commands.tsx';
import { describeAction, useRecentActions } from '../../ui/recent-actions.tsx';
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
  /** Searches documents again after a failure; null without one. */
  retry: (() => void) | null;
}

/** The number of documents and users shown. */
const shownHits = 12;

/** The rows for typed words: without any, all actions. */
export function usePaletteRows(typed: string): PaletteRows {
  const { roles } = useStaff();
  const isAdmin = roles.includes('admin');
  const wanted = isAdmin ? everything : documents;
  const query = useSearchResults(typed, { collections: wanted, limit: shownHits });
  const isSearched = isSearchable(typed);
  const { hits, count } = (isSearched ? query.data : undefined) ?? noHits;
  const found = useHitRows(hits, typed);
  const fixed = useFixedRows(isAdmin);
  const rows = useMemo(() => {
    const { rows: matching, hasTypos } = fixed(typed);
    // Words without typos come first.
    const isExactFound = hits.some((hit) => !hit.hasTypos);
    return hasTypos && isExactFound ? found : [...matching, ...found];
  }, [fixed, found, hits, typed]);
  return {
    rows,
    count: rows.length - found.length + count,
    isPending: isSearched && (query.isPending || (query.isPlaceholderData && query.isFetching)),
    retry: isSearched && query.isError ? () => void query.refetch() : null,
  };
}

const documents: readonly SearchedCollection[] = [collections.pages, collections.demos, collections.sections];
const everything: readonly SearchedCollection[] = [...documents, collections.profiles];
const noHits = { hits: [], count: 0 };

const kinds: Readonly<Record<string, { kind: string; icon: Icon; pathOf: (hit: SearchHit) => string }>> = {
  [collections.pages]: { kind: 'Page', icon: FileText, pathOf: ({ id }) => adminPaths.page(id) },
  [collections.demos]: { kind: 'Demo', icon: MonitorPlay, pathOf: ({ id }) => adminPaths.demo(id) },
  [collections.sections]: { kind: 'Section', icon: House, pathOf: ({ id }) => adminPaths.section(id) },
  [collections.profiles]: {
    kind: 'User',
    icon: UserRound,
    pathOf: ({ entry: { slug, title } }) => `${adminPaths.users}?search=${encodeURIComponent(slug || title)}`,
  },
};

/** A row for each found document, which opens it. */
function useHitRows(hits: readonly SearchHit[], typed: string): readonly PaletteRow[] {
  const navigate = useNavigate();
  const inText = useMemo(() => hits.filter(({ isInText }) => isInText), [hits]);
  const texts = useSearchTexts(inText, typed);
  return useMemo(
    () =>
      hits.flatMap((hit): PaletteRow[] => {
        const { collection, id, entry, marks, isDraft } = hit;
        const look = kinds[collection];
        if (!look) return [];
        const ownTexts = texts[inText.indexOf(hit)] ?? [];
        const snippet = ownTexts.map((text) => snippetOf(text, marks)).find((found) => found !== null);
        return [
          {
            key: `${collection}/${id}`,
            label: entry.title || entry.slug || 'Untitled',
            kind: look.kind,
            icon: look.icon,
            snippet: snippet ?? (collection === collections.profiles ? entry.slug : null),
            isDraft,
            marks,
            run: () => void navigate(look.pathOf(hit)),
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

/** Returns a search of rows that are known without reading: all actions for an empty text. */
export function searchFixedRows(all: readonly FixedRow[]) {
  const index = new SearchIndex();
  const entries = all.map(({ row, keywords }, place) => {
    return [String(place), { title: row.label, slug: keywords, isPublished: true, updatedAt: '' }] as const;
  });
  index.put('fixed', 'fixed', shardOfTitles(entries));
  const actions = all.flatMap(({ row }) => (row.kind === undefined ? [row] : []));
  return (typed: string): { rows: readonly PaletteRow[]; hasTypos: boolean } => {
    if (typed.trim() === '') return { rows: actions, hasTypos: false };
    const { hits } = index.search(typed, { limit: all.length });
    const rows = hits.flatMap(({ id, marks }) => {
      const found = all[Number(id)];
      return found ? [{ ...found.row, marks }] : [];
    });
    return { rows, hasTypos: hits.some(({ hasTypos }) => hasTypos) };
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
  const { roles } = useStaff();
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
      ...listCommands(roles, {
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
    [config.siteOrigin, navigate, ofScreen, openSheet, recent, roles, setMode],
  );
}
