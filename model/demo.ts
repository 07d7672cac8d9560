import { z } from 'zod';
import { contentStamps, metaDescription, metaTitle, optionalImage, requiredText } from './fields.ts';
import { limits } from './limits.ts';
import { invalid } from './messages.ts';
import { demoSlug, storedDemoSlug } from './slug.ts';

/** The fields that the demo form and the demo document share. */
export const demoFields = {
  heading: requiredText(limits.title, { missing: invalid.headingRequired, tooLong: invalid.headingTooLong }),
  slug: demoSlug,
  is_password_protected: z.boolean(),
  ga_tracking_enabled: z.boolean(),
  meta_title: metaTitle,
  meta_description: metaDescription,
  og_image_url: optionalImage,
  is_published: z.boolean(),
};

/**
 * A stored `demo_pages` document. Embed code and hash are separate documents, because rules cannot hide single fields.
 */
export const demoDocument = z.object({ ...demoFields, slug: storedDemoSlug, ...contentStamps });

/** A stored `demo_secrets` document, under the demo's id: a hash sealed by the server. */
export const demoSecretDocument = z.object({ password_hash: z.string().min(1) });

/** Schema of a new demo password. */
export const demoPassword = z
  .string()
  .min(limits.demoPassword, invalid.demoPasswordTooShort)
  .max(limits.passwordMaximum, invalid.passwordTooLong);

export type DemoDocument = z.output<typeof demoDocument>;
export type Demo = DemoDocument & { id: string };

/** Form values of a new demo: analytics on, protection off, unpublished. */
export const newDemo = {
  heading: '',
  slug: '',
  iframe_url: '',
  is_password_protected: false,
  password: '',
  ga_tracking_enabled: true,
  meta_title: '',
  meta_description: '',
  og_image_url: '',
  is_published: false,
};

/** A demo in a text. */
export interface ShownDemo extends Pick<Demo, 'heading' | 'og_image_url'> {
  path: string;
}
