import { z } from 'zod';
import { contentStamps } from '../fields.ts';
import { limits } from '../limits.ts';
import { archiveSlugs, slugFromTitle } from '../slug.ts';
import { date, formShape, image, markdown, required, slug, storedShape, tags, text, toggle } from './field.ts';
import type { KindDefinition } from './kind.ts';
import { metaFields } from './meta-fields.ts';

const fields = {
  title: required({
    label: 'Title',
    panel: 'content',
    max: limits.title,
    listed: true,
    searched: true,
    shown: true,
    card: true,
  }),
  slug: slug(archiveSlugs, { label: 'URL slug', panel: 'content', listed: true, shown: true }),
  date: date({ label: 'Date', panel: 'content', listed: true, shown: true, card: true }),
  author: text({ label: 'Author', panel: 'content', max: limits.title, searched: true, shown: true }),
  cover: image({ label: 'Cover', panel: 'content', shown: true, card: true }),
  summary: text({
    label: 'Summary',
    panel: 'content',
    max: limits.metaDescription,
    searched: true,
    shown: true,
    card: true,
  }),
  tags: tags({ label: 'Tags', panel: 'content', shown: true, filtered: true }),
  body: markdown({ label: 'Body', panel: 'content', max: limits.body, searched: true, shown: true }),
  is_published: toggle({
    label: 'Publish',
    panel: 'publishing',
    help: 'Visitors can read published entries, also those with a date in the future.',
    listed: true,
  }),
  ...metaFields({ label: 'Social image URL' }),
};

export const news = {
  collection: 'news',
  plural: 'newsEntries',
  nouns: { one: 'news entry', many: 'news entries' },
  label: 'News entry',
  title: 'News',
  description: 'Entries with a date, the newest first.',
  area: 'News',
  adminPath: '/admin/news',
  nameField: 'title',
  policy: 'articles',
  fields,
  form: z.object(formShape(fields)),
  schema: z.object({ ...storedShape(fields), ...contentStamps }),
  address: { prefixes: ['/news/'], priority: 0.7, slugFrom: slugFromTitle },
  archive: { sort: 'date', pageSize: 10, tags: 'tags', feed: true },
  switchedBy: 'news',
} as const satisfies KindDefinition;
