import { sitePaths } from '@frontage/model/paths';
import { openSearch, type Matches, type Result } from './find.ts';

// Results of one step. Their files are loaded only when they are shown.
const perStep = 10;
const debounceMs = 120;

/** Connects the search page: shows results while the visitor types, and keeps the words in the address. */
export function startSearch(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('[data-search-form]');
  const [input, status, list, more] = [
    'input',
    '[data-search-status]',
    '[data-search-results]',
    '[data-search-more]',
  ].map((selector) => page.querySelector<HTMLElement>(selector));
  if (!form || !(input instanceof HTMLInputElement) || !status || !list || !more) return;
  const { find, results } = openSearch(readShard);
  let number = 0;
  let shown: { keys: readonly string[]; until: number } = { keys: [], until: 0 };

  const showMore = async (isCurrent: () => boolean): Promise<void> => {
    const { keys, until } = shown;
    const found = await results(keys.slice(until, until + perStep));
    if (!isCurrent()) return;
    if (until === 0) list.replaceChildren();
    const items = found.map((result) => itemOf(page, result));
    list.append(...items);
    shown = { keys, until: until + perStep };
    more.hidden = shown.until >= keys.length;
    // The button may have been hidden while it had the focus.
    if (until > 0) items[0]?.querySelector('a')?.focus();
  };

  const search = async (): Promise<void> => {
    const query = input.value.trim();
    const own = (number += 1);
    const isCurrent = (): boolean => own === number;
    history.replaceState(null, '', query === '' ? sitePaths.search : `?q=${encodeURIComponent(query)}`);
    try {
      const matches = await find(query);
      if (!isCurrent()) return;
      shown = { keys: matches.keys, until: 0 };
      if (matches.keys.length > 0) await showMore(isCurrent);
      else list.replaceChildren();
      if (!isCurrent()) return;
      if (matches.keys.length === 0) more.hidden = true;
      status.textContent = query === '' ? '' : statusOf(query, matches);
    } catch {
      if (!isCurrent()) return;
      status.textContent = 'The search could not be loaded. Check your connection and press Enter to try again.';
    }
  };

  let timer = 0;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void search(), debounceMs);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    void search();
  });
  more.addEventListener('click', () => {
    const own = number;
    void showMore(() => own === number);
  });
  input.disabled = false;
  input.value = new URLSearchParams(location.search).get('q') ?? '';
  if (input.value === '') input.focus();
  else void search();
}

function statusOf(query: string, { keys, isPartial, isCommon }: Matches): string {
  if (isCommon) return `“${query}” is on too many pages. Add another word.`;
  if (keys.length === 0) return `No results for “${query}”. Check the spelling or use fewer words.`;
  const results = keys.length === 1 ? '1 result' : `${keys.length.toLocaleString('en')} results`;
  return `${results} for “${query}”.${isPartial ? ' Type more letters to find more.' : ''}`;
}

function itemOf(page: Document, { path, title, summary }: Result): HTMLElement {
  const [item, link, text] = [page.createElement('li'), page.createElement('a'), page.createElement('p')];
  link.href = path;
  link.textContent = title;
  text.textContent = summary;
  item.append(link, text);
  return item;
}

const files = new Map<string, Promise<string>>();

function readShard(name: string): Promise<string> {
  const known = files.get(name);
  if (known) return known;
  const file = fetch(sitePaths.searchShard(name)).then((response) => {
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return response.text();
  });
  files.set(name, file);
  file.catch(() => files.delete(name));
  return file;
}
