import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedParts, lineOf, noSitemap, type SitemapParts } from './sitemap.ts';

const capacity = { whole: 7, part: 3 };
const line = (path: string, lastmod: string) => lineOf({ path, lastmod, changefreq: 'monthly', priority: 0.8 });

const lineAt = (path: string): Change => [path, line(path, '2026-01-01')];

type Change = [path: string, line: string | undefined];

function after(parts: SitemapParts, changes: readonly Change[]): SitemapParts {
  const next = new Map(parts);
  for (const [part, content] of changedParts(parts, changes, capacity)) {
    if (content) next.set(part, content);
    else next.delete(part);
  }
  return next;
}

const plain = (parts: SitemapParts) =>
  Object.fromEntries([...parts].map(([part, { text, size, lastmod }]) => [part, { text, size, lastmod }]));

const path = fc.nat(19).map((number) => `/page/p${String(number)}`);
const day = fc.constantFrom('2026-01-01', '2026-01-02');
const change = fc.tuple(path, fc.option(day, { nil: undefined }));

describe('changedParts', () => {
  it('divides entries independently of the order of changes', () => {
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 8 }), { maxLength: 12 }), (edits) => {
        let parts = noSitemap;
        const entries = new Map<string, string>();
        for (const edit of edits) {
          const changes = edit.map(([at, lastmod]): Change => [
            at,
            lastmod === undefined ? undefined : line(at, lastmod),
          ]);
          for (const [at, entry] of changes) {
            if (entry) entries.set(at, entry);
            else entries.delete(at);
          }
          parts = after(parts, changes);
          expect(plain(parts)).toEqual(plain(after(noSitemap, [...entries])));
          const maxEntries = parts.size === 1 ? capacity.whole : capacity.part;
          expect(Math.max(...[...parts.values()].map((part) => part.size))).toBeLessThanOrEqual(maxEntries);
        }
      }),
    );
  });

  it('changes one part if one of a thousand pages changes', () => {
    const all = Array.from({ length: 1_000 }, (_, index) => lineAt(`/${String(index)}`));
    const parts = after(noSitemap, all);
    expect(parts.size).toBeGreaterThan(300);
    expect(changedParts(parts, [['/7', line('/7', '2026-01-02')]], capacity).size).toBe(1);
    expect(changedParts(parts, [['/7', line('/7', '2026-01-01')]], capacity).size).toBe(0);
  });

  it('creates parts of similar size', () => {
    const all = Array.from({ length: 100_000 }, (_, i) => lineAt(`/page/p${String(i)}`));
    const sizes = [...changedParts(noSitemap, all).values()].flatMap((part) => part?.size ?? []);
    expect([Math.min(...sizes) > 100, Math.max(...sizes) <= 250]).toEqual([true, true]);
  });
});
