import { z } from 'zod';
import {
  contentStamps,
  documentId,
  metaDescription,
  metaTitle,
  optionalImage,
  optionalText,
  order,
  requiredText,
} from './fields.ts';
import { limits } from './limits.ts';
import { invalid } from './messages.ts';
import { pageSlug, storedPageSlug } from './slug.ts';

/** Schema of the page form; empty optional strings become null. */
export const pageForm = z.object({
  title: requiredText(limits.title, { missing: invalid.titleRequired, tooLong: invalid.titleTooLong }),
  slug: pageSlug,
  body: optionalText(limits.body, invalid.bodyTooLong),
  meta_title: metaTitle,
  meta_description: metaDescription,
  og_image_url: optionalImage,
  is_published: z.boolean(),
  parent_id: documentId.nullable(),
  show_in_menu: z.boolean(),
  menu_order: order,
  nav_label: optionalText(limits.navLabel, invalid.navLabelTooLong),
});

/** A stored `pages` document. */
export const pageDocument = z.object({ ...pageForm.shape, slug: storedPageSlug, ...contentStamps });

export type PageInput = z.input<typeof pageForm>;
export type PageFields = z.output<typeof pageForm>;
export type PageDocument = z.output<typeof pageDocument>;
export type Page = PageDocument & { id: string };

/** Form values of a new page: unpublished, in the menu, order 0, top level. */
export const newPage: Required<PageInput> = {
  title: '',
  slug: '',
  body: '',
  meta_title: '',
  meta_description: '',
  og_image_url: '',
  is_published: false,
  parent_id: null,
  show_in_menu: true,
  menu_order: 0,
  nav_label: '',
};

/** The menu order typed by an editor: a non-numeric entry is 0. */
export function menuOrderFrom(entry: string): number {
  const value = Number(entry);
  return Number.isFinite(value) ? value : 0;
}
