import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { collections } from '@frontage/model/paths';
import type { ListAnswer } from '@frontage/model/staff-index';
import { IndexReader } from '../pipeline/staff-index/index-reader.ts';
import { type IndexedDocument, IndexWriter } from '../pipeline/staff-index/index-writer.ts';

const rounds = 5;
const wordsOfPage = 2_500;
const updates = 100;
// As the pipeline does.
const batch = 20;

/**
 * Measures the search of staff, in processor time of one thread: filling the index, its size, updates, opening it for
 * searches, queries, and lists. The pages have texts of 2,500 words, made of paragraphs of the Markdown files in
 * `node_modules` (`--texts DIR` for others). `--pages N` for another number than 10,000.
 */
export function run(args: string[]): void {
  const option = (name: string, otherwise: string): string =>
    args.includes(name) ? (args[args.indexOf(name) + 1] ?? otherwise) : otherwise;
  const count = Number(option('--pages', '10000'));
  const paragraphs = paragraphsIn(option('--texts', join(import.meta.dirname, '../node_modules')));
  const random = randomFrom(7);
  const titles: string[] = [];
  let writes = 0;
  const documentOf = (index: number): IndexedDocument => {
    const page = pageOf(paragraphs, random);
    if (random() < 200 / count) titles.push(page.title);
    const id = `page-${String(index)}`;
    const time = new Date(Date.UTC(2026, 0) + (writes += 1)).toISOString();
    const fields = { ...page, slug: id, is_published: true, updated_at: time };
    return { path: `pages/${id}`, time, fields };
  };
  const folder = mkdtempSync(join(tmpdir(), 'frontage-search-'));
  const file = join(folder, 'staff.sqlite');
  const stored = new DatabaseSync(file);
  const writer = new IndexWriter(stored);
  const filling: number[] = [];
  for (let index = 0; index < count; index += batch) {
    const documents = Array.from({ length: Math.min(batch, count - index) }, (_, place) => documentOf(index + place));
    filling.push(timeOf(() => writer.put(documents)));
  }
  const update = (change: (index: number) => IndexedDocument): number[] =>
    Array.from({ length: updates }, () => {
      const documents = [change(Math.floor(random() * count))];
      return timeOf(() => writer.put(documents));
    });
  const replacing = update(documentOf);
  const editing = update((index) => {
    const document = documentOf(index);
    writer.put([document]);
    const sentence = paragraphs[Math.floor(random() * paragraphs.length)]?.split('. ')[0] ?? '';
    const body = `${String(document.fields?.['body'])}\n\n${sentence}`;
    return { ...document, fields: { ...document.fields, body } };
  });

  const searched = new DatabaseSync(file, { readOnly: true });
  const reader = new IndexReader(searched);
  const opening = timeOf(() => reader.prepare());
  const search = (typed: string) => reader.search({ typed, collections: [collections.pages], limit: 12 });
  const queries = titles.flatMap((title) => queriesOf(title, random));
  const timeOfQuery = (query: string): number =>
    timeOf(() => {
      for (let run = 0; run < rounds; run += 1) search(query);
    }) / rounds;
  const times = queries.map(timeOfQuery);
  const typoTimes = queries.filter((query) => search(query).hits[0]?.hasTypos).map(timeOfQuery);
  const { version } = answerOf(reader.list({ collection: collections.pages, known: null }));
  const listing = Array.from({ length: 20 }, () =>
    timeOf(() => reader.list({ collection: collections.pages, known: null })),
  );
  const whole = reader.list({ collection: collections.pages, known: null });
  const changing = Array.from({ length: updates }, () => {
    writer.put([documentOf(Math.floor(random() * count))]);
    return timeOf(() => reader.list({ collection: collections.pages, known: version }));
  });
  const first = Array.from({ length: updates }, () => {
    writer.put([documentOf(Math.floor(random() * count))]);
    return timeOf(() => reader.list({ collection: collections.pages, known: null, limit: 51 }));
  });
  console.table({
    pages: count,
    'seconds to fill': round(filling.reduce((sum, each) => sum + each, 0) / 1_000),
    'MB of the index': round(statSync(file).size / 1e6),
    'ms to index a page with a new sentence (median)': at(editing, 0.5),
    'ms to index a page with a new sentence (p95)': at(editing, 0.95),
    'ms to index a page with another text (median)': at(replacing, 0.5),
    'ms to index a page with another text (p95)': at(replacing, 0.95),
    'ms to open': round(opening),
    queries: times.length,
    'ms of a query (median)': at(times, 0.5),
    'ms of a query (p95)': at(times, 0.95),
    'ms of a query (longest)': at(times, 1),
    'queries with typos': typoTimes.length,
    'ms of a query with typos (median)': at(typoTimes, 0.5),
    'ms of a query with typos (p95)': at(typoTimes, 0.95),
    'ms of the whole list (median)': at(listing, 0.5),
    'ms of the whole list (p95)': at(listing, 0.95),
    'MB of the whole list': round(whole.length / 1e6),
    'ms to compress the whole list': round(timeOf(() => gzipSync(whole, { level: 1 }))),
    'ms of at most 100 changes of the list (median)': at(changing, 0.5),
    'ms of at most 100 changes of the list (p95)': at(changing, 0.95),
    'ms of the first rows of the list after a change (median)': at(first, 0.5),
    'ms of the first rows of the list after a change (p95)': at(first, 0.95),
    'heap after opening, MB': round(process.memoryUsage().heapUsed / 1e6),
  });
  searched.close();
  stored.close();
  rmSync(folder, { recursive: true });
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

const answerOf = (json: Uint8Array): ListAnswer => JSON.parse(new TextDecoder().decode(json)) as ListAnswer;

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

function timeOf(work: () => void): number {
  const startedAt = cpuTime();
  work();
  return cpuTime() - startedAt;
}

const round = (value: number): number => Math.round(value * 10) / 10;
const at = (times: readonly number[], part: number): number =>
  round(times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(part * times.length))] ?? NaN);
