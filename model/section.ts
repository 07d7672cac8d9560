import { z } from 'zod';
import { contentStamps, optionalImage, optionalTarget, optionalText, order, requiredText } from './fields.ts';
import { limits } from './limits.ts';
import { invalid } from './messages.ts';

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

/** Schema of the section form; empty optional strings become null. */
export const sectionForm = z.object({
  section_key: z.enum(Object.keys(sectionKeys) as [SectionKey, ...SectionKey[]], { error: invalid.sectionKeyRequired }),
  title: requiredText(limits.title, { missing: invalid.titleRequired, tooLong: invalid.titleTooLong }),
  content: optionalText(limits.body, invalid.bodyTooLong),
  cta_text: optionalText(limits.ctaText, invalid.ctaTextTooLong),
  cta_url: optionalTarget,
  image_url: optionalImage,
  order_index: order,
  is_visible: z.boolean(),
  is_published: z.boolean(),
});

/** A stored `homepage_sections` document. */
export const sectionDocument = z.object({ ...sectionForm.shape, ...contentStamps });

export type SectionInput = z.input<typeof sectionForm>;
export type SectionFields = z.output<typeof sectionForm>;
export type SectionDocument = z.output<typeof sectionDocument>;
export type Section = SectionDocument & { id: string };

/** Form values of a new section: visible and unpublished. The editor chooses the key. */
export const newSection: Required<Omit<SectionInput, 'section_key'>> = {
  title: '',
  content: '',
  cta_text: '',
  cta_url: '',
  image_url: '',
  order_index: 0,
  is_visible: true,
  is_published: false,
};

export type SectionStatus = 'Hidden' | 'Draft' | 'Published';

/** The status that a section's badge shows. */
export function sectionStatus(section: Pick<SectionFields, 'is_visible' | 'is_published'>): SectionStatus {
  if (!section.is_visible) return 'Hidden';
  return section.is_published ? 'Published' : 'Draft';
}
