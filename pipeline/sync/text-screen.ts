import { hash } from 'node:crypto';
import { collections } from '@frontage/model/paths';
import type { ContentSource, JsonObject, SourceDocument } from './source.ts';

/** Parses texts in a thread, one after another. */
export interface ParserThread {
  /** Milliseconds of processor time; Infinity if the limit was exceeded or the text cannot be parsed. */
  measure(text: string): Promise<number>;
  close(): Promise<void>;
}

/** Published content and previews have a thread each, so that a hostile preview does not delay a publish. */
type Lane = 'content' | 'previews';

/** Parses long texts in threads before anything else parses them, and remembers the results by hash. */
export interface TextScreen {
  /** False for a text that must not be parsed anywhere, because it exceeds the limit of processor time. */
  accepts(text: string, lane: Lane): Promise<boolean>;
  close(): Promise<void>;
}

/** Up to this number of characters a text is parsed without a screen: linear parsing takes a few milliseconds. */
const screenedFrom = 20_000;
// A hash takes about 150 bytes.
const remembered = 10_000;

export function openTextScreen(threads: Record<Lane, ParserThread>): TextScreen {
  const known = new Map<string, boolean>();
  const running = new Map<string, Promise<boolean>>();

  const remember = (key: string, isAccepted: boolean): void => {
    known.delete(key);
    known.set(key, isAccepted);
    const [oldest] = known.keys();
    if (known.size > remembered && oldest !== undefined) known.delete(oldest);
  };
  const measure = async (key: string, text: string, lane: Lane): Promise<boolean> => {
    try {
      const isAccepted = (await threads[lane].measure(text)) < Infinity;
      remember(key, isAccepted);
      return isAccepted;
    } finally {
      running.delete(key);
    }
  };
  return {
    accepts: async (text, lane) => {
      if (text.length <= screenedFrom) return true;
      const key = keyOf(text);
      const isAccepted = known.get(key);
      if (isAccepted !== undefined) {
        remember(key, isAccepted);
        return isAccepted;
      }
      const measuring = running.get(key) ?? measure(key, text, lane);
      running.set(key, measuring);
      return measuring;
    },
    close: async () => void (await Promise.all([threads.content.close(), threads.previews.close()])),
  };
}

const keyOf = (text: string): string => hash('sha256', text, 'base64');

/** The fields with Markdown, by collection. */
const textFields: Readonly<Record<string, readonly string[]>> = {
  [collections.pages]: ['body'],
  [collections.sections]: ['content'],
};

/** The names of the document's fields with texts that the screen refuses. */
export async function refusedFields(
  { path, data }: Pick<SourceDocument, 'path'> & { data: Readonly<Record<string, unknown>> | null },
  { screen, lane }: { screen: TextScreen; lane: Lane },
): Promise<string[]> {
  const refused: string[] = [];
  for (const field of textFields[path.slice(0, path.indexOf('/'))] ?? []) {
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
