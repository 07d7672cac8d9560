import type { Problem } from '@frontage/model/build-state';
import type { Demo } from '@frontage/model/demo';
import { invalid } from '@frontage/model/messages';
import { pagesInCycles } from '@frontage/model/navigation';
import type { Page } from '@frontage/model/page';
import { collections, type ContentCollection } from '@frontage/model/paths';
import type { Section } from '@frontage/model/section';
import { defaultSettings, type Settings } from '@frontage/model/settings';
import { changedKeys, patchMap } from './patched-map.ts';
import { noClaims, settleClaims, type Claims } from './claim-slugs.ts';
import type { ValueOf } from './validate.ts';

/** What the newest usable version of each document says, by id. */
export type Values = { readonly [C in ContentCollection]: ReadonlyMap<string, ValueOf[C]> };

export interface ContentProblem extends Problem {
  /** Whether the whole document is left out, rather than one field of it. */
  excludes: boolean;
}

/** Documents that go together: none takes another's address or misses its companion. */
export interface Composition {
  values: Values;
  sections: ReadonlyMap<string, Section>;
  pages: ComposedPages;
  demos: ComposedDemos;
  settings: Settings;
}

interface ComposedPages {
  claims: Claims<Page>;
  /** Drafts and published ones, by id. */
  all: ReadonlyMap<string, Page>;
  /** By slug. */
  published: ReadonlyMap<string, Page>;
  /** The parent's id of each page that has one, by id. */
  parents: ReadonlyMap<string, string>;
  cycles: readonly ContentProblem[];
  problems: readonly ContentProblem[];
}

interface ComposedDemos {
  claims: Claims<Demo>;
  all: ReadonlyMap<string, Demo>;
  published: ReadonlyMap<string, Demo>;
  /** Published ones that have no embed code, by id. */
  bare: ReadonlyMap<string, Demo>;
  /** Code by demo id, of published demos without a password. */
  embeds: ReadonlyMap<string, string>;
  problems: readonly ContentProblem[];
}

const noValues: Values = {
  homepage_sections: new Map(),
  pages: new Map(),
  demo_pages: new Map(),
  demo_embeds: new Map(),
  site_settings: new Map(),
};

/** No document at all. */
export const emptyComposition: Composition = {
  values: noValues,
  sections: noValues.homepage_sections,
  pages: { claims: noClaims(), all: new Map(), published: new Map(), parents: new Map(), cycles: [], problems: [] },
  demos: { claims: noClaims(), all: new Map(), published: new Map(), bare: new Map(), embeds: new Map(), problems: [] },
  settings: defaultSettings,
};

/** Composes what documents say, looking only at what differs from `previous`. */
export function compose(values: Values, previous: Composition): Composition {
  return {
    values,
    sections: values.homepage_sections,
    pages: composePages(values, previous),
    demos: composeDemos(values, previous),
    settings:
      values.site_settings === previous.values.site_settings
        ? previous.settings
        : (Object.assign({}, defaultSettings, ...values.site_settings.values()) as Settings),
  };
}

function composePages({ pages }: Values, { values: old, pages: previous }: Composition): ComposedPages {
  const changed = changedKeys(old.pages, pages);
  if (changed.length === 0) return previous;
  const changes = changed.map((id) => ({ before: old.pages.get(id), after: pages.get(id) }));
  const claims = settleClaims(previous.claims, changes);
  const parents = patchMap(
    previous.parents,
    changed.map((id) => [id, pages.get(id)?.parent_id ?? undefined]),
  );
  const cycles = parents === previous.parents ? previous.cycles : cyclesIn(parents);
  return {
    claims,
    all: without(pages, claims.refused),
    published: claims.holders,
    parents,
    cycles,
    problems: [...takenSlugs(collections.pages, claims.refused), ...cycles],
  };
}

function composeDemos(values: Values, { values: old, demos: previous }: Composition): ComposedDemos {
  const { demo_pages: demos, demo_embeds: codes } = values;
  const changed = [...changedKeys(old.demo_pages, demos), ...changedKeys(old.demo_embeds, codes)];
  if (changed.length === 0) return previous;
  const ids = [...new Set(changed)];
  const changes = ids.map((id) => ({ before: withEmbed(id, old), after: withEmbed(id, values) }));
  const claims = settleClaims(previous.claims, changes);
  const bare = patchMap(
    previous.bare,
    ids.map((id) => [id, withEmbed(id, values) === undefined ? demos.get(id) : undefined]),
  );
  // A protected demo's code is kept out of the snapshot altogether: no template can leak what it is not given.
  const open = [...claims.holders.values()].filter((demo) => !demo.is_password_protected);
  return {
    claims,
    all: without(without(demos, bare), claims.refused),
    published: claims.holders,
    bare,
    embeds: new Map(open.map(({ id }) => [id, codes.get(id) ?? ''])),
    problems: [...takenSlugs(collections.demos, claims.refused), ...missingEmbeds(bare)],
  };
}

/** A demo that can be shown: a published one has embed code. */
function withEmbed(id: string, { demo_pages, demo_embeds }: Values): Demo | undefined {
  const demo = demo_pages.get(id);
  return demo?.is_published && !demo_embeds.has(id) ? undefined : demo;
}

const takenSlugs = (collection: string, refused: ReadonlyMap<string, unknown>): ContentProblem[] =>
  [...refused.keys()].map((id) => ({
    document: `${collection}/${id}`,
    field: 'slug',
    message: invalid.slugTaken,
    excludes: true,
  }));

const missingEmbeds = (bare: ReadonlyMap<string, unknown>): ContentProblem[] =>
  [...bare.keys()].map((id) => ({
    document: `${collections.demos}/${id}`,
    field: 'iframe_url',
    message: invalid.embedRequired,
    excludes: true,
  }));

/** Pages in a cycle of parents are shown, at top level. */
const cyclesIn = (parents: ReadonlyMap<string, string>): ContentProblem[] =>
  [...pagesInCycles([...parents].map(([id, parent_id]) => ({ id, parent_id })))].map((id) => ({
    document: `${collections.pages}/${id}`,
    field: 'parent_id',
    message: invalid.parentCycle,
    excludes: false,
  }));

function without<Value>(
  map: ReadonlyMap<string, Value>,
  gone: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, Value> {
  return gone.size === 0
    ? map
    : patchMap(
        map,
        [...gone.keys()].map((id) => [id, undefined]),
      );
}
