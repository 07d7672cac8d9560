import { z } from 'zod';
import { contentStamps } from '../fields.ts';
import {
  blankOf,
  choice,
  formShape,
  image,
  markdown,
  position,
  required,
  storedShape,
  target,
  text,
  toggle,
} from './field.ts';
import type { KindDefinition } from './kind.ts';
import { limits, recommendedSizes } from '../limits.ts';
import { invalid } from '../messages.ts';
import { adminPaths, collections, sitePaths } from '../paths.ts';

/** The section keys, each with its label in the admin. */
export const sectionKeys = {
  hero: 'Hero',
  'new-frontier': 'The New Frontier',
  'experiment-safely': 'Experiment Safely',
  'what-you-can-do': 'What You Can Do',
  'built-for-experimenters': 'Built for Experimenters',
  'why-it-matters': 'Why It Matters',
  'start-experiment': 'Start Your Experiment',
} as const;

export type SectionKey = keyof typeof sectionKeys;

const { width, height } = recommendedSizes.hero;

/** The fields of a homepage section, in the order of its form. */
export const sectionFields = {
  section_key: choice(sectionKeys, {
    label: 'Section key',
    panel: 'content',
    missing: invalid.sectionKeyRequired,
    listed: true,
  }),
  title: required({
    label: 'Title',
    panel: 'content',
    max: limits.title,
    missing: invalid.titleRequired,
    tooLong: invalid.titleTooLong,
    listed: true,
  }),
  content: markdown({
    label: 'Content',
    panel: 'content',
    max: limits.body,
    tooLong: invalid.bodyTooLong,
    preview: limits.contentPreview,
    searched: true,
  }),
  is_visible: toggle({
    label: 'Visible',
    panel: 'publishing',
    help: 'A hidden section stays off the homepage even when published.',
    blank: true,
    listed: true,
  }),
  is_published: toggle({
    label: 'Published',
    panel: 'publishing',
    help: 'Visitors see sections that are published and visible.',
    listed: true,
  }),
  order_index: position({
    label: 'Order index',
    panel: 'publishing',
    help: 'Lower numbers come first.',
    listed: true,
  }),
  image_url: image({
    label: 'Hero image',
    panel: 'image',
    help: `Recommended size: ${String(width)}x${String(height)} px. JPG, PNG or WEBP, up to 5MB.`,
  }),
  cta_text: text({
    label: 'CTA text',
    panel: 'action',
    max: limits.ctaText,
    tooLong: invalid.ctaTextTooLong,
    searched: true,
  }),
  cta_url: target({ label: 'CTA URL', panel: 'action', help: 'A URL, a path such as /demos, or #.' }),
};

/** Schema of the section form; empty optional strings become null. */
export const sectionForm = z.object(formShape(sectionFields));

/** A stored `homepage_sections` document. */
export const sectionDocument = z.object({ ...storedShape(sectionFields), ...contentStamps });

export const section = {
  collection: collections.sections,
  plural: 'sections',
  nouns: { one: 'section', many: 'sections' },
  label: 'Homepage section',
  title: 'Homepage Sections',
  description: 'The hero and the blocks below it.',
  area: 'Homepage',
  adminPath: adminPaths.homepage,
  nameField: 'title',
  policy: 'sections',
  fields: sectionFields,
  form: sectionForm,
  schema: sectionDocument,
  address: null,
  positionField: 'order_index',
  shownOn: sitePaths.home,
} as const satisfies KindDefinition;

export type SectionInput = z.input<typeof sectionForm>;
export type SectionFields = z.output<typeof sectionForm>;
export type SectionDocument = z.output<typeof sectionDocument>;
export type Section = SectionDocument & { id: string };

const { section_key: _chosen, ...blankFields } = blankOf(sectionFields);

/** Form values of a new section: visible and unpublished. The editor chooses the key. */
export const newSection: Required<Omit<SectionInput, 'section_key'>> = blankFields;

export type SectionStatus = 'Hidden' | 'Draft' | 'Published';

/** The status that a section's badge shows. */
export function sectionStatus(section: Pick<SectionFields, 'is_visible' | 'is_published'>): SectionStatus {
  if (!section.is_visible) return 'Hidden';
  return section.is_published ? 'Published' : 'Draft';
}
