import { z } from 'zod';
import { demoFields } from './demo.ts';
import { embedProblem } from './embed.ts';
import { limits } from './limits.ts';
import { invalid } from './messages.ts';

// Apart from the document: lists of demos need not load what an embed code may be.

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

/** A stored `demo_embeds` document, under the demo's id. */
export const demoEmbedDocument = z.object({ iframe_url: embedCode });

const form = z.object({
  ...demoFields,
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
