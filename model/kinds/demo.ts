import { z } from 'zod';
import { contentStamps } from '../fields.ts';
import { blankOf, companion, formShape, required, slug, storedShape, toggle } from './field.ts';
import type { KindDefinition } from './kind.ts';
import { metaFields } from './meta-fields.ts';
import { limits } from '../limits.ts';
import { invalid } from '../messages.ts';
import { adminPaths, collections, sitePaths } from '../paths.ts';
import { demoSlugs, slugFromHeading } from '../slug.ts';

/** The fields of a demo, in the order of its form. Embed code and password have their schemas in `demo-form.ts`. */
export const demoFields = {
  heading: required({
    label: 'Heading',
    panel: 'content',
    max: limits.title,
    missing: invalid.headingRequired,
    tooLong: invalid.headingTooLong,
    listed: true,
    shown: true,
    card: true,
  }),
  slug: slug(demoSlugs, { label: 'Slug', panel: 'content', listed: true, shown: true }),
  iframe_url: companion({ label: 'Embed code', panel: 'content', required: true }),
  is_published: toggle({
    label: 'Publish',
    panel: 'publishing',
    help: 'Published demos are in the gallery and the sitemap.',
    listed: true,
  }),
  is_password_protected: toggle({
    label: 'Password protection',
    panel: 'access',
    help: 'Visitors are asked for the password before they see the demo.',
    companionIn: collections.demoSecrets,
    listed: true,
    shown: true,
  }),
  password: companion({ label: 'Password', panel: 'access', required: false }),
  ga_tracking_enabled: toggle({
    label: 'Google Analytics',
    panel: 'access',
    help: 'Counts visits to this demo.',
    blank: true,
    listed: true,
    shown: true,
  }),
  ...metaFields({ label: 'OG image' }),
};

/**
 * A stored `demo_pages` document. Embed code and hash are separate documents, because rules cannot hide single fields.
 */
export const demoDocument = z.object({ ...storedShape(demoFields), ...contentStamps });

export const demo = {
  collection: collections.demos,
  plural: 'demos',
  nouns: { one: 'demo', many: 'demos' },
  label: 'Demo',
  title: 'Demo Pages',
  description: 'Live demos in the gallery, with or without a password.',
  area: 'Demos',
  adminPath: adminPaths.demos,
  nameField: 'heading',
  policy: 'articles',
  fields: demoFields,
  form: z.object(formShape(demoFields)),
  schema: demoDocument,
  address: { prefixes: [sitePaths.demo('')], priority: 0.6, slugFrom: slugFromHeading },
  hasEmbed: true,
} as const satisfies KindDefinition;

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
export const newDemo = blankOf(demoFields);

/** A demo in a text. */
export interface ShownDemo extends Pick<Demo, 'heading' | 'og_image_url'> {
  path: string;
}
