import type { Node } from 'prosemirror-model';
import { closeHistory } from 'prosemirror-history';
import { getSearchState, SearchQuery, setSearchState } from 'prosemirror-search';
import {
  type Command,
  type EditorState,
  NodeSelection,
  Plugin,
  PluginKey,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { blockValues, withBlockValue } from './block-values.ts';
import { blockName } from './commands.ts';
import { directiveOf, schema } from './schema.ts';

/** The words that are searched for. */
interface Query {
  search: string;
  caseSensitive: boolean;
}

/** A place of the words: in the text, or in a value of the node at `from` that people read. */
export interface Match {
  from: number;
  to: number;
  value: ValuePlace | null;
}

interface ValuePlace {
  field: string;
  /** The name of the block and the value: `Card: Title`. */
  label: string;
  /** The offset of the words in the value. */
  start: number;
}

/** A value of a node that people read, and the text in which words are found: its addresses are not among it. */
interface SearchedValue {
  field: string;
  label: string;
  value: string;
  searched: string;
  isRequired: boolean;
}

const noAddresses = (markdown: string): string =>
  markdown.replace(
    /\]\([^()\s]*|^ {0,3}\[[^\]\n]+\]:[^\n]*|<[a-z][a-z\d+.-]*:[^<>\s]*>|https?:\/\/[^\s<>()"']+|\b(?:href|src|url|poster|id)=(?:"[^"]*"|'[^']*')/gim,
    (address) => '\0'.repeat(address.length),
  );

function searchedValues(node: Node): SearchedValue[] {
  const directive = directiveOf(node);
  if (directive) {
    return blockValues(directive).map(({ isMarkdown, label, ...value }) => ({
      ...value,
      label: `${blockName(node)}: ${label}`,
      searched: isMarkdown ? noAddresses(value.value) : value.value,
    }));
  }
  const plain = (field: string, label: string) => {
    const value = String(node.attrs[field] ?? '');
    return { field, label, value, searched: value, isRequired: false };
  };
  if (node.type === schema.nodes.image) return [plain('alt', 'Image: Description'), plain('title', 'Image: Title')];
  if (node.type !== schema.nodes.markdown_block) return [];
  const source = plain('source', 'Markdown');
  return [{ ...source, searched: noAddresses(source.value) }];
}

function offsetsOf(text: string, { search, caseSensitive }: Query): number[] {
  // Letters that become longer in lowercase would shift the offsets.
  const fold = (value: string) =>
    caseSensitive || value.toLowerCase().length !== value.length ? value : value.toLowerCase();
  const [folded, wanted] = [fold(text), fold(search)];
  const found: number[] = [];
  if (wanted === '') return found;
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length)) found.push(at);
  return found;
}

/** The places of the words, in the order of the document. */
export function findMatches(state: EditorState): Match[] {
  const query = getSearchState(state)?.query;
  if (!query?.valid) return [];
  const found: Match[] = [];
  for (let next = query.findNext(state); next; next = query.findNext(state, next.to))
    found.push({ from: next.from, to: next.to, value: null });
  state.doc.descendants((node, from) => {
    for (const { field, label, searched } of searchedValues(node))
      for (const start of offsetsOf(searched, query))
        found.push({ from, to: from + node.nodeSize, value: { field, label, start } });
  });
  return found.sort((a, b) => a.from - b.from);
}

interface Found {
  /** The value that was moved to. */
  active: { pos: number; field: string; start: number } | null;
  decorations: DecorationSet;
}

const key = new PluginKey<Found>('values-found');
const nothing: Found = { active: null, decorations: DecorationSet.empty };

/** Marks blocks and images with a value that has the words. It follows the plugin that marks words in the text. */
export const foundValues = (): Plugin<Found> =>
  new Plugin<Found>({
    key,
    state: {
      init: () => nothing,
      apply: (...[tr, before, old, state]) => {
        const query = getSearchState(state)?.query;
        if (!query?.valid) return nothing;
        const active = activeAfter(tr, before.active, state);
        const isSame = getSearchState(old)?.query.eq(query) === true && !tr.docChanged;
        if (isSame && active === before.active) return before;
        const places = new Map(
          findMatches(state).flatMap(({ from, to, value }) => (value ? [[from, to] as const] : [])),
        );
        const decorations = [...places].map(([from, to]) =>
          Decoration.node(from, to, { class: from === active?.pos ? 'has-words is-active' : 'has-words' }),
        );
        return { active, decorations: DecorationSet.create(state.doc, decorations) };
      },
    },
    props: { decorations: (state) => key.getState(state)?.decorations },
  });

function activeAfter(tr: Transaction, before: Found['active'], { selection }: EditorState): Found['active'] {
  const set = tr.getMeta(key) as Found['active'] | undefined;
  if (set !== undefined) return set;
  if (!before) return null;
  const pos = tr.mapping.map(before.pos);
  if (!(selection instanceof NodeSelection) || selection.from !== pos) return null;
  return pos === before.pos ? before : { ...before, pos };
}

/** The index of the match that is selected; -1 if none is. */
export function currentMatch(matches: readonly Match[], state: EditorState): number {
  const { from, to } = state.selection;
  const active = key.getState(state)?.active;
  return matches.findIndex((match) =>
    match.value
      ? match.from === active?.pos && match.value.field === active.field && match.value.start === active.start
      : !active && match.from === from && match.to === to,
  );
}

/** Selects the next or previous match, around the ends of the text. */
export const stepToMatch =
  (step: 1 | -1): Command =>
  (state, dispatch) => {
    const matches = findMatches(state);
    const current = currentMatch(matches, state);
    if (matches.length === 0) return false;
    const { from, to } = state.selection;
    const beside =
      step === 1
        ? matches.findIndex((match) => match.from >= to)
        : matches.findLastIndex((match) => (match.value ? match.from : match.to) <= from);
    const index = current !== -1 ? current + step : beside === -1 && step === 1 ? 0 : beside;
    const match = matches.at(index % matches.length);
    if (match) dispatch?.(selected(state.tr, match));
    return true;
  };

function selected(tr: Transaction, { from, to, value }: Match): Transaction {
  const selection = value ? NodeSelection.create(tr.doc, from) : TextSelection.create(tr.doc, from, to);
  const active = value && { pos: from, field: value.field, start: value.start };
  return tr.setSelection(selection).setMeta(key, active).scrollIntoView();
}

/** Replaces these matches, in one step of undo. A required value is not emptied. Returns their number. */
function replace(
  tr: Transaction,
  matches: readonly Match[],
  { search, replacement }: { search: string; replacement: string },
) {
  let count = 0;
  // From the end, so that the earlier positions stay.
  for (const match of matches.toReversed()) {
    const { from, to, value } = match;
    if (value) {
      count += replaceValue(tr, match, { place: value, length: search.length, replacement }) ? 1 : 0;
      continue;
    }
    const marks = tr.doc.resolve(from).marksAcross(tr.doc.resolve(to));
    if (replacement === '') tr.delete(from, to);
    else tr.replaceWith(from, to, schema.text(replacement, marks));
    count += 1;
  }
  return count;
}

interface ValueReplacement {
  place: ValuePlace;
  length: number;
  replacement: string;
}

function replaceValue(tr: Transaction, { from }: Match, { place, length, replacement }: ValueReplacement): boolean {
  const node = tr.doc.nodeAt(from);
  const current = node && searchedValues(node).find(({ field }) => field === place.field);
  if (!node || !current) return false;
  const { field, value, isRequired } = current;
  const next = value.slice(0, place.start) + replacement + value.slice(place.start + length);
  if (isRequired && next.trim() === '') return false;
  const directive = directiveOf(node);
  if (!directive) tr.setNodeAttribute(from, field, next);
  else {
    const { text, attributes } = withBlockValue(directive, field, next);
    if (field === 'text') tr.setNodeAttribute(from, 'text', text);
    else tr.setNodeAttribute(from, 'attributes', attributes);
  }
  return true;
}

/** Replaces the selected match, if one is, and selects the next one. */
export const replaceMatch =
  (replacement: string): Command =>
  (state, dispatch) => {
    const matches = findMatches(state);
    const index = currentMatch(matches, state);
    const match = matches[index];
    if (!match) return stepToMatch(1)(state, dispatch);
    const tr = closeHistory(state.tr);
    const search = getSearchState(state)?.query.search ?? '';
    if (replace(tr, [match], { search, replacement }) === 0) return stepToMatch(1)(state, dispatch);
    const left = findMatches(state.apply(tr));
    // The inserted words may contain the searched ones.
    const isInserted = ({ from, value }: Match): boolean =>
      match.value && value
        ? from === match.from &&
          value.field === match.value.field &&
          value.start < match.value.start + replacement.length
        : value === null && match.value === null && from < tr.mapping.map(match.to);
    const next = left.find((other, at) => at >= index && !isInserted(other)) ?? left[0];
    dispatch?.(next ? selected(tr, next) : tr);
    return true;
  };

/** Replaces every match. Returns their number. */
export function replaceAllMatches(
  state: EditorState,
  replacement: string,
  dispatch: (tr: Transaction) => void,
): number {
  const tr = closeHistory(state.tr);
  const count = replace(tr, findMatches(state), { search: getSearchState(state)?.query.search ?? '', replacement });
  if (count > 0) dispatch(tr);
  return count;
}

/** Searches for words; empty words end the search. */
export const searchFor = (tr: Transaction, { search, caseSensitive }: Query): Transaction =>
  setSearchState(tr, new SearchQuery({ search, literal: true, caseSensitive }));

/** Searches for the selected words; without any, for those of the open search. */
export function startSearch(view: EditorView): void {
  const search = selectedWords(view) || (getSearchState(view.state)?.query.search ?? '');
  view.dispatch(searchFor(view.state.tr, { search, caseSensitive: false }));
}

export function endSearch(view: EditorView): void {
  view.dispatch(searchFor(view.state.tr, { search: '', caseSensitive: false }));
}

function selectedWords({ state: { doc, selection } }: EditorView): string {
  const text = doc.textBetween(selection.from, selection.to, '\n');
  return text.includes('\n') || text.length > 100 ? '' : text;
}
