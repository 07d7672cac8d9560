import { z } from 'zod';
import { embedProblem } from './embed.ts';
import { metaDescription, metaTitle, optionalImage, provenance } from './fields.ts';
import { limits } from './limits.ts';
import { invalid } from './messages.ts';
import { demoSlug } from './slug.ts';

/** Embed code: a URL, iframe markup with a source, or script or link markup. */
export const embedCode = z
  .string()
  .trim()
  .min(1, { error: invalid.embedRequired, abort: true })
  .max(limits.embedCode, { error: invalid.embedTooLong, abort: true })
  .superRefine((code, context) => {
    const problem = embedProblem(code);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });

const fields = {
  heading: z.string().trim().min(1, invalid.headingRequired).max(limits.title, invalid.headingTooLong),
  slug: demoSlug,
  is_password_protected: z.boolean(),
  ga_tracking_enabled: z.boolean(),
  meta_title: metaTitle,
  meta_description: metaDescription,
  og_image_url: optionalImage,
  is_published: z.boolean(),
};

/** A stored `demo_pages` document: no embed code and no hash, which rules could not hide. */
export const demoDocument = z.object({ ...fields, ...provenance });

/** A stored `demo_embeds` document, under the demo's id. */
export const demoEmbedDocument = z.object({ iframe_url: embedCode });

/** A stored `demo_secrets` document, under the demo's id: a hash sealed by the server. */
export const demoSecretDocument = z.object({ password_hash: z.string().min(1) });

/** A demo's password as it is set. */
export const demoPassword = z
  .string()
  .min(limits.demoPassword, invalid.demoPasswordTooShort)
  .max(limits.passwordMaximum, invalid.passwordTooLong);

const form = z.object({
  ...fields,
  iframe_url: embedCode,
  password: z.string().max(limits.passwordMaximum, invalid.passwordTooLong),
});

/**
 * What an editor enters for a demo. With protection on, a password of at least 8 characters is asked for, unless one is
 * stored already and the field is left blank; that is reported with whatever is wrong elsewhere, not after it.
 */
export const demoForm = (stored: { hasPassword: boolean }) =>
  form.and(
    form
      .pick({ is_password_protected: true, password: true })
      .refine(
        ({ is_password_protected, password }) =>
          !is_password_protected || (password === '' && stored.hasPassword) || password.length >= limits.demoPassword,
        { path: ['password'], message: invalid.demoPasswordTooShort },
      ),
  );

export type DemoInput = z.input<typeof form>;
export type DemoFields = z.output<typeof form>;
export type DemoDocument = z.output<typeof demoDocument>;
export type Demo = DemoDocument & { id: string };

/** A new demo: analytics on, protection off, unpublished. */
export const newDemo: DemoInput = {
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
