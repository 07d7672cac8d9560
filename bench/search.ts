import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { searchOf } from '@frontage/functions/summaries/shard-sets';
import { collections } from '@frontage/model/paths';
import { parseShard } from '@frontage/model/search-index/search-shard';
import { SearchIndex } from '../admin/lib/search/search-index.ts';

const rounds = 5;
const wordsOfPage = 2_500;

/**
 * Measures the search of the admin: size of the index, the function that updates it, opening it, and queries. The pages
 * have texts of 2,500 words, made of paragraphs of the Markdown files in `node_modules` (`--texts DIR` for others).
 * `--pages N` for another number than 10,000.
 */
export async function run(args: string[]): Promise<void> {
  const option = (name: string, otherwise: string): string =>
    args.includes(name) ? (args[args.indexOf(name) + 1] ?? otherwise) : otherwise;
  const count = Number(option('--pages', '10000'));
  const paragraphs = paragraphsIn(option('--texts', join(import.meta.dirname, '../node_modules')));
  const set = searchOf(collections.pages);
  const ids = Map.groupBy(
    Array.from({ length: count }, (_, index) => `page-${String(index)}`),
    (id) => set.shardOf(id),
  );
  const random = randomFrom(7);
  const stored = new Map<string, string>();
  const typed = new Set<string>();
  for (const [shard, inShard] of ids) {
    const update = set.update(undefined);
    for (const id of inShard) {
      const page = pageOf(paragraphs, random);
      if (random() < 200 / count) typed.add(page.title);
      update.put(id, { ...page, slug: id, is_published: true, updated_at: '2026-01-01T00:00:00.000Z' });
    }
    stored.set(shard, (await update.pack()) ?? '');
  }
  const bytes = [...stored.values()].map(({ length }) => length);
  const [shard = '', entries] = [...stored][0] ?? [];
  const updating: number[] = [];
  for (let run = 0; run < rounds; run += 1) {
    const startedAt = cpuTime();
    const update = set.update(entries);
    const page = pageOf(paragraphs, random);
    update.put(ids.get(shard)?.[0] ?? '', { ...page, slug: 'changed', updated_at: '2026-01-02T00:00:00.000Z' });
    await update.pack();
    updating.push(cpuTime() - startedAt);
  }

  const index = new SearchIndex();
  const started = cpuTime();
  for (const [name, base64] of stored) {
    index.put(name, collections.pages, parseShard(gunzipSync(Buffer.from(base64, 'base64')).toString()));
  }
  index.search('first', { limit: 1 });
  const opening = cpuTime() - started;

  const queries = [...typed].flatMap((title) => queriesOf(title, random));
  const timeOf = (query: string): number => {
    const startedAt = cpuTime();
    for (let run = 0; run < rounds; run += 1) index.search(query, { limit: 12 });
    return (cpuTime() - startedAt) / rounds;
  };
  const times = queries.map(timeOf);
  const typoTimes = queries.filter((query) => index.search(query, { limit: 1 }).hits[0]?.hasTypos).map(timeOf);
  console.table({
    pages: count,
    'documents read to open': stored.size + 1,
    'stored bytes of the index': bytes.reduce((sum, each) => sum + each, 0),
    'stored bytes of the largest shard': Math.max(...bytes),
    'ms to update a page (median)': at(updating, 0.5),
    'ms to open (unzip, parse, merge)': round(opening),
    queries: queries.length,
    'ms of a query (median)': at(times, 0.5),
    'ms of a query (p95)': at(times, 0.95),
    'ms of a query (longest)': at(times, 1),
    'queries with typos': typoTimes.length,
    'ms of a query with typos (median)': at(typoTimes, 0.5),
    'ms of a query with typos (p95)': at(typoTimes, 0.95),
    'heap after opening, MB': round(process.memoryUsage().heapUsed / 1e6),
  });
}

/** Prefixes, several words in another order, and a typo in each word. */
function queriesOf(title: string, random: () => number): string[] {
  const words = title.split(' ');
  const first = words[0] ?? '';
  const typo = words.map((word) => {
    const place = Math.floor(random() * (word.length - 1));
    return word.length < 4 ? word : word.slice(0, place) + word.slice(place + 1);
  });
  return [first.slice(0, 3), first, words.toReversed().join(' '), typo.join(' '), typo[0] ?? ''];
}

function pageOf(paragraphs: readonly string[], random: () => number): { title: string; body: string } {
  const start = Math.floor(random() * paragraphs.length);
  const texts: string[] = [];
  let words = 0;
  for (let next = start; words < wordsOfPage; next += 1) {
    const paragraph = paragraphs[next % paragraphs.length] ?? '';
    texts.push(paragraph);
    words += paragraph.split(/\s+/).length;
  }
  const title =
    (texts[0] ?? '')
      .match(/[a-z]{3,}/gi)
      ?.slice(0, 4)
      .join(' ') ?? '';
  return { title, body: texts.join('\n\n').slice(0, 200_000) };
}

function paragraphsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.md$/i.test(file));
  return files.sort().flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split(/\n\s*\n/)
      .filter((paragraph) => /^[A-Z][a-z]/.test(paragraph) && paragraph.length > 80 && paragraph.length < 2_000),
  );
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/** Milliseconds of this thread, which other programs of the machine do not change. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const round = (value: number): number => Math.round(value * 10) / 10;
const at = (times: readonly number[], part: number): number =>
  round(times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(part * times.length))] ?? NaN);
