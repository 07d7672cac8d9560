import type { Problem } from '@frontage/model/build-state';
import type { Demo } from '@frontage/model/demo';
import { invalid } from '@frontage/model/messages';
import { pagesInCycles } from '@frontage/model/navigation';
import type { Page } from '@frontage/model/page';
import { collections, type ContentCollection } from '@frontage/model/paths';
import type { Section } from '@frontage/model/section';
import { defaultSettings, type Settings } from '@frontage/model/settings';
import { claimSlugs } from './claim-slugs.ts';
import type { ValueOf } from './validate.ts';

/** What the newest usable version of each document says, by id. */
export type Values = { readonly [C in ContentCollection]: ReadonlyMap<string, ValueOf[C]> };

export interface Finding extends Problem {
  /** Whether the whole document is left out, rather than one field of it. */
  refuses: boolean;
}

interface Kind<Item> {
  /** Drafts and published ones, by id. */
  all: ReadonlyMap<string, Item>;
  /** By slug. */
  published: ReadonlyMap<string, Item>;
  findings: readonly Finding[];
}

/** Documents that go together: none takes another's address or misses its companion. */
export interface Composition {
  values: Values;
  sections: ReadonlyMap<string, Section>;
  pages: Kind<Page>;
  /** `embeds`: code by demo id, of published demos without a password. */
  demos: Kind<Demo> & { embeds: ReadonlyMap<string, string> };
  settings: Settings;
}

/** Composes what documents say. What their change cannot have touched is taken over from `previous`. */
export function compose(values: Values, previous: Composition | null): Composition {
  const kept = (...names: ContentCollection[]): Composition | null =>
    previous !== null && names.every((name) => values[name] === previous.values[name]) ? previous : null;
  return {
    values,
    sections: values.homepage_sections,
    pages: kept('pages')?.pages ?? composePages(values.pages),
    demos: kept('demo_pages', 'demo_embeds')?.demos ?? composeDemos(values.demo_pages, values.demo_embeds),
    settings: kept('site_settings')?.settings ?? composeSettings(values.site_settings),
  };
}

function composePages(pages: ReadonlyMap<string, Page>): Composition['pages'] {
  const { bySlug, refused } = claimSlugs(pages.values());
  const children = [...pages.values()].filter((page) => page.parent_id !== null);
  const findings = [
    ...taken(collections.pages, refused),
    ...[...pagesInCycles(children)].map((id) => ({
      document: `${collections.pages}/${id}`,
      field: 'parent_id',
      message: invalid.parentCycle,
      refuses: false,
    })),
  ];
  return { all: without(pages, refused), published: bySlug, findings };
}

function composeDemos(demos: ReadonlyMap<string, Demo>, codes: ReadonlyMap<string, string>): Composition['demos'] {
  const bare = new Set([...demos.values()].filter(({ id, is_published }) => is_published && !codes.has(id)).map(byId));
  const { bySlug, refused } = claimSlugs(without(demos, bare).values());
  const findings = [
    ...taken(collections.demos, refused),
    ...[...bare].map((id) => ({
      document: `${collections.demos}/${id}`,
      field: 'iframe_url',
      message: invalid.embedRequired,
      refuses: true,
    })),
  ];
  const embeds = new Map<string, string>();
  for (const { id, is_password_protected } of bySlug.values()) {
    // A protected demo's code is kept out of the snapshot altogether: no template can leak what it is not given.
    const code = is_password_protected ? undefined : codes.get(id);
    if (code !== undefined) embeds.set(id, code);
  }
  return { all: without(demos, new Set([...bare, ...refused])), published: bySlug, embeds, findings };
}

function composeSettings(stored: ReadonlyMap<string, Partial<Settings>>): Settings {
  return Object.assign({}, defaultSettings, ...stored.values()) as Settings;
}

const byId = ({ id }: { id: string }): string => id;

const taken = (collection: string, ids: ReadonlySet<string>): Finding[] =>
  [...ids].map((id) => ({
    document: `${collection}/${id}`,
    field: 'slug',
    message: invalid.slugTaken,
    refuses: true,
  }));

function without<Value>(map: ReadonlyMap<string, Value>, ids: ReadonlySet<string>): ReadonlyMap<string, Value> {
  return ids.size === 0 ? map : new Map([...map].filter(([id]) => !ids.has(id)));
}
