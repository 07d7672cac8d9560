import { z } from 'zod';
import { contentStamps } from '../fields.ts';
import type { KindDefinition } from './kind.ts';
import {
  blankOf,
  formShape,
  markdown,
  otherDocument,
  position,
  required,
  slug,
  storedShape,
  text,
  toggle,
} from './field.ts';
import { metaFields } from './meta-fields.ts';
import { limits } from '../limits.ts';
import { invalid } from '../messages.ts';
import { adminPaths, collections, sitePaths } from '../paths.ts';
import { pageSlugs, slugFromTitle } from '../slug.ts';

const meta = metaFields({ label: 'Social image URL' });

/** The fields of a page, in the order of its form. */
export const pageFields = {
  title: required({
    label: 'Title',
    panel: 'content',
    max: limits.title,
    missing: invalid.titleRequired,
    tooLong: invalid.titleTooLong,
    listed: true,
    shown: true,
    card: true,
  }),
  slug: slug(pageSlugs, { label: 'URL slug', panel: 'content', listed: true, shown: true }),
  body: markdown({
    label: 'Body',
    panel: 'content',
    max: limits.body,
    tooLong: invalid.bodyTooLong,
    preview: limits.bodyPreview,
    searched: true,
    shown: true,
  }),
  is_published: toggle({
    label: 'Publish',
    panel: 'publishing',
    help: 'Visitors can read published pages.',
    listed: true,
  }),
  parent_id: otherDocument({
    label: 'Parent page',
    panel: 'navigation',
    help: 'The page appears in its parent’s menu.',
    listed: true,
  }),
  show_in_menu: toggle({
    label: 'Show in navigation',
    panel: 'navigation',
    help: 'If this is off, visitors can still open the published page by its URL.',
    blank: true,
    listed: true,
  }),
  menu_order: position({
    label: 'Menu order',
    panel: 'navigation',
    help: 'Lower numbers come first.',
    listed: true,
  }),
  nav_label: text({
    label: 'Navigation label',
    panel: 'navigation',
    help: 'Replaces the title in the menu.',
    max: limits.navLabel,
    tooLong: invalid.navLabelTooLong,
    searched: true,
  }),
  ...meta,
  meta_description: { ...meta.meta_description, listed: true as const, preview: limits.metaDescriptionPreview },
};

/** Schema of the page form; empty optional strings become null. */
export const pageForm = z.object(formShape(pageFields));

/** A stored `pages` document. */
export const pageDocument = z.object({ ...storedShape(pageFields), ...contentStamps });

export const page = {
  collection: collections.pages,
  plural: 'pages',
  nouns: { one: 'page', many: 'pages' },
  label: 'Page',
  title: 'Pages',
  description: 'Content pages and their place in the menu.',
  area: 'Pages',
  adminPath: adminPaths.pages,
  nameField: 'title',
  policy: 'articles',
  fields: pageFields,
  form: pageForm,
  schema: pageDocument,
  address: { prefixes: [sitePaths.page(''), sitePaths.shortPage('')], priority: 0.8, slugFrom: slugFromTitle },
} as const satisfies KindDefinition;

export type PageInput = z.input<typeof pageForm>;
export type PageFields = z.output<typeof pageForm>;
export type PageDocument = z.output<typeof pageDocument>;
export type Page = PageDocument & { id: string };

/** Form values of a new page: unpublished, in the menu, order 0, top level. */
export const newPage: Required<PageInput> = blankOf(pageFields);

/** The menu order typed by an editor: a non-numeric entry is 0. */
export function menuOrderFrom(entry: string): number {
  const value = Number(entry);
  return Number.isFinite(value) ? value : 0;
}
