import { contentStamps } from '@frontage/model/fields';
import {
  choice,
  date,
  formShape,
  groups,
  image,
  link,
  links,
  markdown,
  required,
  slug,
  storedShape,
  tags,
  text,
  toggle,
} from '@frontage/model/kinds/field';
import type { KindDefinition } from '@frontage/model/kinds/kind';
import { archiveSlugs, slugFromTitle } from '@frontage/model/slug';
import { z } from 'zod';

// A kind of content as an engineer would add it to model/kinds/: the only new file.

const fields = {
  name: required({ label: 'Name', panel: 'content', max: 120, listed: true, shown: true, card: true, sorted: true }),
  slug: slug(archiveSlugs, { label: 'URL slug', panel: 'content', listed: true, shown: true }),
  summary: text({ label: 'Summary', panel: 'content', max: 300, searched: true, shown: true, card: true }),
  body: markdown({ label: 'Body', panel: 'content', max: 5_000, searched: true, shown: true }),
  cover: image({ label: 'Cover', panel: 'content', shown: true }),
  author: link({ label: 'Author', panel: 'content', to: ['page'], shown: true }),
  related: links({ label: 'Related', panel: 'content', to: ['page', 'demo', 'job'], max: 3, shown: true }),
  figures: groups({
    label: 'Figures',
    panel: 'content',
    max: 3,
    one: 'figure',
    searched: true,
    shown: true,
    row: {
      label: required({ label: 'Label', max: 40 }),
      unit: choice({ percent: '%', euro: '€' }, { label: 'Unit' }),
      logo: image({ label: 'Logo' }),
      source: link({ label: 'Source', to: ['page'] }),
    },
  }),
  source: text({ label: 'Source', panel: 'content', max: 80 }),
  day: date({ label: 'Date', panel: 'content', shown: true }),
  topics: tags({ label: 'Topics', panel: 'content', shown: true, filtered: true }),
  is_published: toggle({ label: 'Publish', panel: 'publishing', listed: true }),
};

export const job = {
  nouns: { one: 'job', many: 'jobs' },
  label: 'Job',
  title: 'Jobs',
  description: 'Open positions.',
  area: 'Jobs',
  collection: 'job_openings',
  plural: 'jobs',
  adminPath: '/admin/jobs',
  nameField: 'name',
  policy: 'articles',
  fields,
  form: z.object(formShape(fields)),
  schema: z.object({ ...storedShape(fields), ...contentStamps }),
  address: { prefixes: ['/jobs/'], priority: 0.7, slugFrom: slugFromTitle },
  archive: { sort: 'day', pageSize: 2, tags: 'topics', feed: true },
} as const satisfies KindDefinition;
