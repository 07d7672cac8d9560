import { aPage, aSection } from '../../pipeline/sync/documents.fixture.ts';
import type { ContentSource, JsonObject, SourceDocument } from '../../pipeline/sync/source.ts';
import type { Bodies } from './content.ts';

/** A generated site in the form of Firestore documents; only edited documents are in memory. */
export interface BenchSource extends ContentSource {
  /** Changes fields of the page with this number. Returns the document's path. */
  edit(index: number, fields: JsonObject): string;
  /** The number of documents that were read by path. */
  documentsRead(): number;
}

/** The number of pages in the menu, which are the first ones. */
export const menuPages = 5;

const readAtOnce = 2_000;

export function benchSource(bodies: Bodies, pages: number): BenchSource {
  const edits = new Map<string, { fields: JsonObject; document: SourceDocument }>();
  const start = Date.parse('2026-01-03T00:00:00.000Z');
  let ticks = 0;
  let documentsRead = 0;
  const now = (): string => new Date(start + ticks * 1_000).toISOString();

  const pathOf = (index: number): string => `pages/p${String(index)}`;
  const generate = (index: number, edited: JsonObject, time: string): SourceDocument => {
    const fields = { ...bodies.at(index), slug: `page-${String(index)}`, show_in_menu: index < menuPages };
    return { path: pathOf(index), data: aPage({ ...fields, ...edited }), time };
  };
  const at = (index: number): SourceDocument =>
    edits.get(pathOf(index))?.document ?? generate(index, {}, new Date(start).toISOString());
  const section = (): SourceDocument => ({
    path: 'homepage_sections/s',
    data: aSection(),
    time: new Date(start).toISOString(),
  });
  const find = (path: string): SourceDocument => {
    const index = /^pages\/p(\d+)$/.exec(path)?.[1];
    if (index !== undefined && Number(index) < pages) return at(Number(index));
    return path === section().path ? section() : { path, data: null, time: now() };
  };
  return {
    edit: (index, fields) => {
      ticks += 1;
      const path = pathOf(index);
      const edited = { ...edits.get(path)?.fields, ...fields, rev: ticks + 1, updated_at: now() };
      edits.set(path, { fields: edited, document: generate(index, edited, now()) });
      return path;
    },
    documentsRead: () => documentsRead,
    readAll: async (_, take) => {
      const rest = [section()];
      for (let start = 0; start < pages; start += readAtOnce) {
        const some = Array.from({ length: Math.min(readAtOnce, pages - start) }, (_, index) => at(start + index));
        if (take) await take(some);
        else rest.push(...some);
      }
      return { documents: rest, at: now() };
    },
    read: (paths) => {
      documentsRead += paths.length;
      return Promise.resolve({ documents: paths.map(find), at: now(), readAt: '' });
    },
    markShown: () => Promise.resolve({ documents: [], at: now() }),
    draftsSince: () => Promise.resolve({ written: [], deleted: [], at: now() }),
    launchesSince: () => Promise.resolve({ launches: [], readAt: '' }),
    changedSince: () =>
      Promise.resolve({
        written: [...edits.keys()].map((path) => ({ path, time: find(path).time })),
        deleted: [],
        at: now(),
      }),
  };
}
