import { z } from 'zod';
import { contentCollections } from './content-collections.ts';
import { collectionOf, type Kind, kindNames, kinds, type PluralOf, type Savable } from './kinds/kinds.ts';
import { limits } from './limits.ts';
import { collections, isDocumentId, isDraftable } from './paths.ts';

// Requests of the admin to the pipeline, with their responses: previews of drafts, and the impact of publishing; and
// the links by which people without an account see a preview.

/** The collections that can be previewed, by their names in requests, each with its kind. */
export const previewed = {
  ...Object.fromEntries(kindNames.map((kind) => [kinds[kind].plural, kind])),
  settings: 'setting',
} as Readonly<Record<PreviewCollection, Savable>>;

export type PreviewCollection = PluralOf<Kind> | 'settings';

/** The name of a kind's documents, or of settings, in requests and edit marks. */
export const previewCollectionOf = (kind: Savable): PreviewCollection =>
  kind === 'setting' ? 'settings' : (kinds[kind].plural as PreviewCollection);

const collection = z.enum(Object.keys(previewed) as [PreviewCollection, ...PreviewCollection[]]);

/** An id that Firestore accepts: it refuses whole requests with another one. */
const documentId = z.string().max(limits.documentId).refine(isDocumentId);

/** A path of the site without query and fragment. */
const address = z.string().max(limits.url).startsWith('/');

/** Form values, valid or not: a draft's `data`, and for a demo also `embed_code`. */
const formData = z.record(z.string(), z.unknown());

const draft = { collection, id: documentId, data: formData };

/**
 * `POST /staff/preview`: one page with the draft applied. `path` defaults to the document's own; for sections and
 * settings to `/`.
 */
export const previewRequest = z.object({ ...draft, path: address.optional() });

/** A field with an invalid value. The preview shows the published value instead, or the default of a new document. */
export const previewProblem = z.object({ field: z.string(), message: z.string() });

export const previewAnswer = z.object({
  path: address,
  html: z.string(),
  /**
   * The document's Markdown text: the mark of its element, and the first source line of each rendered block, from 0.
   */
  text: z.object({ mark: z.string(), lines: z.array(z.int()) }).nullish(),
  problems: z.array(previewProblem),
});

/** `POST /staff/plan`: the impact of an action. `data` is null for actions that publish no form values. */
export const planRequest = z.object({
  collection,
  id: documentId,
  data: formData.nullable(),
  action: z.enum(['publish', 'unpublish', 'delete']),
});

export const plannedChange = z.object({
  path: address,
  change: z.enum(['added', 'changed', 'removed']),
  /** The redirect's target, if the address would redirect. */
  to: z.string().nullish(),
  /** For editors, for example `its title is in the menu`. */
  reason: z.string(),
});

const inboundLink = z.object({ path: address, title: z.string() });

/** A health finding that a change would add. `rule` is a key of `healthRules`. */
const addedProblem = z.object({
  rule: z.string(),
  path: address,
  message: z.string(),
  /** Whether the settings prevent publishing it. */
  blocks: z.boolean(),
});

export const planAnswer = z.object({
  /** The first changes, at most `limits.plannedChanges`. */
  changes: z.array(plannedChange),
  /** The number of all changes. */
  total: z.int(),
  /** Whether the pages were rendered and compared. If not, some of them may turn out unchanged. */
  exact: z.boolean(),
  /** Whether every page of the site changes. */
  all: z.boolean(),
  /** Estimated milliseconds from publishing until visitors see the change. */
  ms: z.number(),
  /** The number of pages that link to a removed address. */
  inbound: z.int(),
  /** The first linking pages. */
  links: z.array(inboundLink).optional(),
  /** The health findings that the change would add; absent if they are unknown. */
  problems: z.array(addedProblem).optional(),
  /** Whether the form has invalid values. The plan then uses the published values of these fields. */
  refused: z.boolean().optional(),
  /** For a launch: paths of the documents that cannot be published as they are. */
  refusedDocuments: z.array(z.string()).optional(),
});

/** `POST /staff/plan/documents`: the impact of writing these documents; null deletes one. The response is a `planAnswer`. */
export const documentsPlanRequest = z.object({
  documents: z
    .array(
      z.object({
        path: z.string().refine(isContentPath),
        // Parsed JSON: its values need no check.
        data: z.record(z.string(), z.custom<z.core.util.JSONType>()).nullable(),
      }),
    )
    .max(500),
});

function isContentPath(path: string): boolean {
  const [collection = '', id = '', ...rest] = path.split('/', 3);
  return contentCollections.some((name) => name === collection) && rest.length === 0 && isDocumentId(id);
}

export type DocumentsPlanRequest = z.input<typeof documentsPlanRequest>;

/** `POST /staff/plan/look`: one page of a plan, before and after. */
export const lookRequest = z.object({ ...planRequest.shape, path: address });

export const lookAnswer = z.object({ before: z.string().nullable(), after: z.string().nullable() });

/** `POST /staff/launch/plan`: the impact of all accepted documents of an open launch together, with current drafts. */
export const launchPlanRequest = z.object({ launch: documentId });

/** `POST /staff/launch/look`: one page of this plan, before and after. */
export const launchLookRequest = z.object({ launch: documentId, path: address });

/** `POST /staff/launch/open`: returns a URL that shows the whole site with this launch for a few minutes. */
export const launchOpenRequest = z.object({ launch: documentId });

/** `POST /staff/links`: the pages that link to a document. */
export const linksRequest = z.object({ collection, id: documentId });

export const linksAnswer = z.object({ links: z.array(inboundLink) });

/** `POST /staff/media`: the documents that show each upload, published or not. */
export const mediaUsesRequest = z.object({});

export const mediaUsesAnswer = z.object({
  /** Paths of documents, by the id of the upload in the library. */
  uses: z.record(z.string(), z.array(z.string())),
});

/** `POST /staff/preview/open`: returns a URL that shows the whole site with this draft for a few minutes. */
export const openRequest = z.object(draft);

export const openAnswer = z.object({ url: z.string() });

/** A position in a text: the index of a block plus the fraction of the block above the position. */
const place = z.number().nonnegative().nullish();

/** Messages of the admin to the preview frame. Each side checks the origin of the other. */
export const toFrame = z.union([
  /** Shows a page. `text` is the mark of the Markdown text to which positions refer. */
  z.object({ type: z.literal('frontage:show'), html: z.string(), path: address, text: z.string().nullish() }),
  z.object({ type: z.literal('frontage:outline'), mark: z.string().nullable() }),
  /**
   * Scrolls to `ratio` (0 to 1) of the page. With `at`, moves that position of the text to `ratio` of the window's
   * height.
   */
  z.object({ type: z.literal('frontage:scroll'), ratio: z.number(), at: place }),
  /** Scrolls a position into view if it is not visible. */
  z.object({ type: z.literal('frontage:reveal'), at: z.number().nonnegative() }),
]);

/** Messages of the preview frame to the admin. */
export const fromFrame = z.union([
  z.object({ type: z.literal('frontage:ready') }),
  z.object({ type: z.literal('frontage:shown'), path: z.string() }),
  z.object({ type: z.literal('frontage:picked'), mark: z.string(), at: place }),
  z.object({ type: z.literal('frontage:scrolled'), ratio: z.number(), at: place }),
  z.object({ type: z.literal('frontage:followed'), path: z.string() }),
]);

/** Paths of these requests on the origin of the pipeline. */
export const previewPaths = {
  preview: '/staff/preview',
  open: '/staff/preview/open',
  plan: '/staff/plan',
  look: '/staff/plan/look',
  redirects: '/staff/plan/redirects',
  documents: '/staff/plan/documents',
  launchPlan: '/staff/launch/plan',
  launchLook: '/staff/launch/look',
  launchOpen: '/staff/launch/open',
  links: '/staff/links',
  media: '/staff/media',
  frame: '/preview/frame',
  /** Followed by the ticket of a preview in a tab. */
  opened: '/preview/open',
  /** Followed by the token of a preview link. */
  link: '/preview/link',
} as const;

export type PreviewRequest = z.input<typeof previewRequest>;
export type PreviewAnswer = z.output<typeof previewAnswer>;
export type PreviewProblem = z.output<typeof previewProblem>;
export type PlanRequest = z.input<typeof planRequest>;
export type PlanAnswer = z.output<typeof planAnswer>;
export type AddedProblem = z.output<typeof addedProblem>;
export type PlannedChange = z.output<typeof plannedChange>;
export type LookRequest = z.input<typeof lookRequest>;
export type LookAnswer = z.output<typeof lookAnswer>;
export type LinksRequest = z.input<typeof linksRequest>;
export type LinksAnswer = z.output<typeof linksAnswer>;
export type OpenRequest = z.input<typeof openRequest>;
export type OpenAnswer = z.output<typeof openAnswer>;
export type ToFrame = z.output<typeof toFrame>;
export type FromFrame = z.output<typeof fromFrame>;

/** The content of a preview link: the draft of a document, or a launch. */
export type LinkCollection = PreviewCollection | typeof collections.launches;

const linkCollections: LinkCollection[] = [...(Object.keys(previewed) as PreviewCollection[]), collections.launches];

/** The stored name of the collection that a link shows, for example `demo_pages`. */
export const linkedCollection = (collection: LinkCollection): string =>
  collection === collections.launches ? collection : collectionOf(previewed[collection]);

/** The document of preview links, in requests. */
export const linkTarget = z
  .object({ collection: z.enum(linkCollections), id: documentId })
  .refine(({ collection, id }) => collection === collections.launches || isDraftable(linkedCollection(collection), id));

/** The validity of a preview link, in days. */
export const linkDays = [1, 7, 30] as const;

export const defaultLinkDays = 7;

/**
 * A stored `preview_links` document; times in milliseconds since 1970. Its id is the SHA-256 (hex) of the link's token.
 */
export const previewLinkDocument = z.object({
  /** Stored name of the document's collection, for example `demo_pages`; `launches` for a launch. */
  collection: z.string(),
  id: z.string().min(1),
  created_by: z.string(),
  created_at: z.number(),
  expires_at: z.number(),
  /** Number of times the link was opened. */
  opened: z.int(),
});
