import { z } from 'zod';
import type { Savable } from './kinds.ts';
import { limits } from './limits.ts';
import { documentId } from './fields.ts';

// What the back office asks of the pipeline, and what that answers: drafts as pages, and the addresses they would change.

/** The collections that can be looked at before they are published, as requests name them, and what is kept in each. */
export const previewed = {
  pages: 'page',
  demos: 'demo',
  sections: 'section',
  settings: 'setting',
} as const satisfies Record<string, Savable>;

export type PreviewCollection = keyof typeof previewed;

const collection = z.enum(Object.keys(previewed) as [PreviewCollection, ...PreviewCollection[]]);

/** An address of the site as somebody asks for it: a path without query and fragment. */
const address = z.string().max(limits.url).startsWith('/');

/** What stands in a form, valid or not: a draft's `data`, and of a demo `embed_code`. */
const formData = z.record(z.string(), z.unknown());

const draft = { collection, id: documentId, data: formData };

/** `POST /staff/preview`: one address as it would be. `path` is the document's own, and `/` of sections and settings, if absent. */
export const previewRequest = z.object({ ...draft, path: address.optional() });

/** A field that is not drawn as it was typed: it is drawn as it is live, or as in a new document. */
export const previewProblem = z.object({ field: z.string(), message: z.string() });

export const previewAnswer = z.object({
  path: address,
  html: z.string(),
  /** The document's Markdown text: its mark, and the lines of its source, from 0, at which what it is drawn as begins. */
  text: z.object({ mark: z.string(), lines: z.array(z.int()) }).nullish(),
  problems: z.array(previewProblem),
});

/** `POST /staff/plan`: what doing this would change. `data` is null where nothing is published. */
export const planRequest = z.object({
  collection,
  id: documentId,
  data: formData.nullable(),
  action: z.enum(['publish', 'unpublish', 'delete']),
});

export const plannedChange = z.object({
  path: address,
  change: z.enum(['added', 'changed', 'removed']),
  /** Where it would lead on. */
  to: z.string().nullish(),
  /** In editors' words: `its title is in the menu`. */
  reason: z.string(),
});

const inboundLink = z.object({ path: address, title: z.string() });

export const planAnswer = z.object({
  /** The first of them, at most `limits.plannedChanges`. */
  changes: z.array(plannedChange),
  /** How many there are. */
  total: z.int(),
  /** Whether the pages were rendered and compared; otherwise a few of them may come out as they were. */
  exact: z.boolean(),
  /** Whether no page of the site stays as it is. */
  all: z.boolean(),
  /** Milliseconds from pressing Publish until visitors see it, as far as can be said. */
  ms: z.number(),
  /** Pages that link to an address that goes away. */
  inbound: z.int(),
  /** The first of them. */
  links: z.array(inboundLink).optional(),
  /** Whether it cannot be done as it is typed: what is not valid is then planned as it is live. */
  refused: z.boolean().optional(),
});

/** `POST /staff/plan/look`: one address of a plan as it is, and as it would be. */
export const lookRequest = z.object({ ...planRequest.shape, path: address });

export const lookAnswer = z.object({ before: z.string().nullable(), after: z.string().nullable() });

/** `POST /staff/links`: the pages that link to a document. */
export const linksRequest = z.object({ collection, id: documentId });

export const linksAnswer = z.object({ links: z.array(inboundLink) });

/** `POST /staff/preview/open`: the whole site in a tab, with this draft laid over it, for a few minutes. */
export const openRequest = z.object(draft);

export const openAnswer = z.object({ url: z.string() });

/** What every question is refused with. */
export const previewRefusal = z.object({ message: z.string() });

/** A place in the text that a page shows: the number of one of its blocks, and how much of that is above. */
const place = z.number().nonnegative().nullish();

/** What the back office says to the frame, and the frame to it; both check the other's origin. */
export const toFrame = z.union([
  /** `text` is the mark of the Markdown text that places are in. */
  z.object({ type: z.literal('frontage:show'), html: z.string(), path: address, text: z.string().nullish() }),
  z.object({ type: z.literal('frontage:outline'), mark: z.string().nullable() }),
  /** `ratio`: how far down. With a place, that place is so far down in the window. */
  z.object({ type: z.literal('frontage:scroll'), ratio: z.number(), at: place }),
  /** Brings a place into sight, if it is not. */
  z.object({ type: z.literal('frontage:reveal'), at: z.number().nonnegative() }),
]);

export const fromFrame = z.union([
  z.object({ type: z.literal('frontage:ready') }),
  z.object({ type: z.literal('frontage:shown'), path: z.string() }),
  z.object({ type: z.literal('frontage:picked'), mark: z.string(), at: place }),
  z.object({ type: z.literal('frontage:scrolled'), ratio: z.number(), at: place }),
  z.object({ type: z.literal('frontage:followed'), path: z.string() }),
]);

/** Where all this is asked, on the pipeline's origin. */
export const previewPaths = {
  preview: '/staff/preview',
  open: '/staff/preview/open',
  plan: '/staff/plan',
  look: '/staff/plan/look',
  redirects: '/staff/plan/redirects',
  links: '/staff/links',
  frame: '/preview/frame',
  /** Before the ticket of a draft somebody opened in a tab. */
  opened: '/preview/open',
  /** Before the token of a link. */
  link: '/preview/link',
} as const;

export type PreviewRequest = z.input<typeof previewRequest>;
export type PreviewAnswer = z.output<typeof previewAnswer>;
export type PreviewProblem = z.output<typeof previewProblem>;
export type PlanRequest = z.input<typeof planRequest>;
export type PlanAnswer = z.output<typeof planAnswer>;
export type PlannedChange = z.output<typeof plannedChange>;
export type LookRequest = z.input<typeof lookRequest>;
export type LookAnswer = z.output<typeof lookAnswer>;
export type LinksRequest = z.input<typeof linksRequest>;
export type LinksAnswer = z.output<typeof linksAnswer>;
export type OpenRequest = z.input<typeof openRequest>;
export type OpenAnswer = z.output<typeof openAnswer>;
export type ToFrame = z.output<typeof toFrame>;
export type FromFrame = z.output<typeof fromFrame>;
