import { z } from 'zod';
import { demoFields } from './demo.ts';
import { embedProblem, framesOwnPage } from '../embed.ts';
import { isStorable } from '../fields.ts';
import { formShape } from './field.ts';
import { limits } from '../limits.ts';
import { invalid } from '../messages.ts';

// A separate file, so that lists of demos do not load the patterns of embed codes.

/** Embed code: a URL, iframe markup with a source, or script or link markup. */
export const embedCode = z
  .string()
  .trim()
  .min(1, { error: invalid.embedRequired, abort: true })
  .max(limits.embedCode, { error: invalid.embedTooLong, abort: true })
  .refine(isStorable, { error: invalid.nullCharacter, abort: true })
  .superRefine((code, context) => {
    const problem = embedProblem(code);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });

/** A stored `demo_embeds` document, under the demo's id. */
export const demoEmbedDocument = z.object({ iframe_url: embedCode });

const form = z.object({
  ...formShape(demoFields),
  iframe_url: embedCode,
  // Spaces around a pasted password are not part of it.
  password: z.string().trim().max(limits.passwordMaximum, invalid.passwordTooLong),
});

/**
 * The schema of the demo form. The embed must not frame a page of `ownOrigins`. With protection on, a password of at
 * least 8 characters is required, unless one is stored and the field is blank. This error is reported with all others.
 */
export const demoForm = (stored: { hasPassword: boolean; ownOrigins?: readonly string[] }) =>
  form
    .and(
      form.pick({ iframe_url: true }).refine(({ iframe_url }) => !framesOwnPage(iframe_url, stored.ownOrigins ?? []), {
        path: ['iframe_url'],
        message: invalid.embedOwnPage,
      }),
    )
    .and(
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
