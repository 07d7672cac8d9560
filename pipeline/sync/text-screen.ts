import { hash } from 'node:crypto';
import { excerptedFrom } from '@frontage/model/excerpt';
import { limits } from '@frontage/model/limits';
import { parseMarkdown } from '@frontage/model/markdown';
import { fieldsOfType } from '@frontage/model/kinds/kinds';
import type { ContentSource, JsonObject, SourceDocument } from './source.ts';

/** The parts of a text that are needed without a page. */
export interface TextParts {
  /** The words that visitors read, one line for each block. */
  words: string;
  /** The beginning of the running text, long enough for a description. */
  opening: string;
  /** The first source line of each block, from 0. */
  lines: number[];
}

export const noParts: TextParts = { words: '', opening: '', lines: [] };

export function readText(source: string): TextParts {
  const text = parseMarkdown(source);
  const opening = text.opening(excerptedFrom(limits.metaDescription - 1));
  return { words: text.words('\n'), opening, lines: text.lines() };
}

/** Parses texts in a thread, one after another. */
export interface ParserThread {
  /** Milliseconds of processor time; Infinity if the limit was exceeded or the text cannot be parsed. */
  measure(text: string): Promise<number>;
  /** The parts of a text; null if the thread ended, for example because its memory was exhausted. */
  read(text: string): Promise<TextParts | null>;
  close(): Promise<void>;
}

/** Published content and previews have separate threads, so that a slow preview does not delay a publish. */
export type Lane = 'content' | 'previews';

/** Parses long texts in threads before anything else parses them, and remembers the results by hash. */
export interface TextScreen {
  /** False for a text that must not be parsed anywhere, because it exceeds the limit of processor time. */
  accepts(text: string, lane: Lane): Promise<boolean>;
  /** Whether a text is parsed in threads only: it has over 20,000 characters, and took over 20 ms or was not measured. */
  isSlow(text: string): boolean;
  /** The parts of an accepted text, read in a thread if it is slow. */
  read(text: string, lane: Lane): Promise<TextParts>;
  close(): Promise<void>;
}

/** Up to this number of characters a text is parsed without a screen: linear parsing takes a few milliseconds. */
const screenedFrom = 20_000;
/** A text that takes longer than this is parsed in threads only. */
const slowMs = 20;
// A hash takes about 150 bytes.
const remembered = 10_000;
// A publish reads a text for the search before and after the edit.
const rememberedParts = 8;

export function openTextScreen(threads: Record<Lane, ParserThread>): TextScreen {
  /** Milliseconds by the hash of the text; Infinity for a refused one. */
  const known = new Map<string, number>();
  const running = new Map<string, Promise<boolean>>();
  const parts = new Map<string, Promise<TextParts | null>>();

  const measure = async (key: string, text: string, lane: Lane): Promise<boolean> => {
    try {
      const ms = await threads[lane].measure(text);
      remember(known, [key, ms], remembered);
      return ms < Infinity;
    } finally {
      running.delete(key);
    }
  };
  const isSlow = (text: string): boolean =>
    text.length > screenedFrom && !((known.get(keyOf(text)) ?? Infinity) <= slowMs);
  return {
    accepts: async (text, lane) => {
      if (text.length <= screenedFrom) return true;
      const key = keyOf(text);
      const ms = known.get(key);
      if (ms !== undefined) {
        remember(known, [key, ms], remembered);
        return ms < Infinity;
      }
      const measuring = running.get(key) ?? measure(key, text, lane);
      running.set(key, measuring);
      return measuring;
    },
    isSlow,
    read: async (text, lane) => {
      if (!isSlow(text)) return readText(text);
      const key = keyOf(text);
      const reading = parts.get(key) ?? threads[lane].read(text);
      remember(parts, [key, reading], rememberedParts);
      try {
        return (await reading) ?? noParts;
      } catch (error) {
        parts.delete(key);
        throw error;
      }
    },
    close: async () => void (await Promise.all([threads.content.close(), threads.previews.close()])),
  };
}

/** Stores the newest entry, and removes the oldest one beyond `most`. */
function remember<Value>(map: Map<string, Value>, [key, value]: [string, Value], most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

const keyOf = (text: string): string => hash('sha256', text, 'base64');

/** The names of the document's fields with texts that the screen refuses. */
export async function refusedFields(
  { path, data }: Pick<SourceDocument, 'path'> & { data: Readonly<Record<string, unknown>> | null },
  { screen, lane }: { screen: TextScreen; lane: Lane },
): Promise<string[]> {
  const refused: string[] = [];
  for (const field of fieldsOfType(path.slice(0, path.indexOf('/')), ['markdown'])) {
    const text = data?.[field];
    if (typeof text === 'string' && !(await screen.accepts(text, lane))) refused.push(field);
  }
  return refused;
}

/** The problem of a refused text. */
export const tooSlowToParse = 'This text takes too long to parse. Shorten it, or remove repeated and nested marks';

/** Stands for a refused text. It is stored instead of the text, and invalid, so that the document is set aside. */
const refusedText: JsonObject = { refused: 'takes too long to parse' };

/** Whether a field has a refused text. */
export const isRefused = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'refused' in value && value.refused === refusedText['refused'];

/**
 * The source with refused texts replaced, so that nothing behind it parses them. The other machines of a site read the
 * replaced text from the shared log, and get the same result.
 */
export function screenSource(source: ContentSource, screen: TextScreen): ContentSource {
  const screened = async (document: SourceDocument): Promise<SourceDocument> => {
    const { data } = document;
    const fields = await refusedFields(document, { screen, lane: 'content' });
    if (data === null || fields.length === 0) return document;
    return { ...document, data: { ...data, ...Object.fromEntries(fields.map((field) => [field, refusedText])) } };
  };
  const all = async (documents: readonly SourceDocument[]): Promise<SourceDocument[]> => {
    const done: SourceDocument[] = [];
    for (const document of documents) done.push(await screened(document));
    return done;
  };
  return {
    changedSince: (moment) => source.changedSince(moment),
    markShown: (names) => source.markShown(names),
    launchesSince: (moment) => source.launchesSince(moment),
    draftsSince: (moment) => source.draftsSince(moment),
    readAll: async (names, take) => {
      const { documents, at } = await source.readAll(names, take && (async (some) => take(await all(some))));
      return { documents: await all(documents), at };
    },
    read: async (paths) => {
      const { documents, ...moments } = await source.read(paths);
      return { documents: await all(documents), ...moments };
    },
  };
}
