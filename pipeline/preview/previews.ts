import { siteOrigin } from '@frontage/model/content';
import { collections, isVersioned, sitePaths, versionedPath } from '@frontage/model/paths';
import { can, canReview, type Viewer } from '@frontage/model/permissions';
import type { LookAnswer, PlanAnswer, PreviewAnswer } from '@frontage/model/preview';
import { normalizePath, type RedirectFields } from '@frontage/model/redirect';
import { documentPath } from '@frontage/model/changes/write';
import { html } from 'hono/html';
import type { Savable } from '@frontage/model/kinds';
import { type Route, routeAt } from '../plan/routes.ts';
import type { FileEntry } from '../site/files.ts';
import { createRedirectResolver } from '../site/redirects.ts';
import type { SimulatedSite } from '../site/simulate-site.ts';
import type { Publisher } from '../release/publisher.ts';
import { recordContent } from '../render/record-content.ts';
import type { ContentState, DocumentChange } from '../sync/content-state.ts';
import { refusedFields, type TextScreen, tooSlowToParse } from '../sync/text-screen.ts';
import type { JsonObject, SourceDocument } from '../sync/source.ts';
import { bytesOf, type RenderedBytes } from '../render/render-shard.ts';
import { addressesOf, type InboundLink, inboundLinks, mediaUses } from './inbound-links.ts';
import {
  applyDocuments,
  applyDraft,
  applyLaunch,
  applyRedirects,
  contentForPreview,
  isLaunch,
  openGate,
  type PreviewContent,
  type PreviewContext,
  type Proposal,
  type ProposedChange,
  type ProposedLaunch,
  protectedDemoAt,
} from './preview-content.ts';
import { planChanges, type PlanPorts } from './plan-changes.ts';

/** Queries about unpublished content. They do not change the site. */
export interface Previews {
  /** A page of the site with the draft applied; the draft's own page if no path is given. */
  draw(draft: Draft, path: string | null, viewer: Viewer): Promise<Answer<PreviewAnswer>>;
  /** The impact of a proposed change, or of all changes of a launch together. */
  plan(proposal: Proposal, viewer: Viewer): Promise<Answer<PlanAnswer>>;
  /** The impact of storing these redirects. */
  planRedirects(redirects: readonly RedirectFields[], viewer: Viewer): Promise<Answer<PlanAnswer>>;
  /** The impact of writing these documents; null deletes one. */
  planDocuments(
    documents: readonly Pick<SourceDocument, 'path' | 'data'>[],
    viewer: Viewer,
  ): Promise<Answer<PlanAnswer>>;
  /** The impact of publishing this content, changed by these documents. */
  pending(content: ContentState, changes: readonly DocumentChange[]): Promise<PlanAnswer>;
  /** One address before and after a proposed change or launch. */
  look(proposal: Proposal, path: string, viewer: Viewer): Promise<Answer<LookAnswer>>;
  /**
   * The address of a document with the draft applied, for a launch the home page; null if the viewer may not see the
   * result.
   */
  addressOf(shown: Previewed, viewer: Viewer): Promise<string | RefusedText | null>;
  /**
   * The page at an address of the site with a draft or launch applied, or the address's redirect; null if there is
   * neither.
   */
  page(shown: Previewed, asked: RequestedPage, viewer: Viewer): Promise<FullPage | { to: string } | RefusedText | null>;
  /** Published pages that link to a document. */
  links(what: ProposedChange['what'], id: string): InboundLink[];
  /** Paths of the documents that show each upload, by the id of the upload in the library. */
  mediaUses(): Record<string, string[]>;
  /** A file referenced by pages (style, script, picture) from the live release or a recent preview. */
  asset(path: string): Promise<FileBytes | null>;
}

export type Draft = Pick<ProposedChange, 'what' | 'id'> & { data: NonNullable<ProposedChange['data']> };

/** A previewed change, whose `data` is null for the stored document, or a launch. */
export type Previewed = Pick<ProposedChange, 'what' | 'id' | 'data'> | ProposedLaunch;

interface RequestedPage {
  address: string;
  /** Whether protected content is shown to viewers allowed to see it. */
  opensGate: boolean;
}

export interface FullPage {
  status: 200 | 404;
  /** For a protected demo: whether the page is its gate; `kept` if the viewer may not see the content behind it. */
  gate: 'closed' | 'opened' | 'kept' | null;
  contentType: string;
  text: string;
  /** How the page differs from the live one; null for a page that says that there is none. */
  change: 'added' | 'changed' | 'same' | null;
}

export type Refused = 'unknown' | 'guarded' | 'no page' | 'broken';

export type Answer<Value> = { ok: true; value: Value } | { ok: false; reason: Refused } | RefusedText;

/** A text that takes too long to parse. */
export interface RefusedText {
  ok: false;
  reason: 'text';
  document: string;
  field: string;
}

/** The message with the name of the text and the next step. */
export const refusedTextMessage = ({ document, field }: RefusedText): string =>
  `${document}, ${field}: ${tooSlowToParse}.`;

interface PreviewPorts extends PlanPorts {
  publisher: () => Publisher;
  read: (file: FileEntry) => Promise<Uint8Array>;
  /** Parses long texts in a thread before they are applied. */
  screen: TextScreen;
  now: () => Date;
}

export function openPreviews(ports: PreviewPorts): Previews {
  const { publisher, hash, read, config, screen, now } = ports;
  const contextFor = (viewer: Viewer): PreviewContext => ({ at: now().toISOString(), viewer, hash });
  /** The last applied launch, because browsing it requests many pages. */
  let last: { key: readonly unknown[]; preview: Promise<PreviewContent> } | null = null;
  const applyOnce = (content: ContentState, launch: ProposedLaunch, viewer: Viewer): Promise<PreviewContent> => {
    const key = [content, launch.members, viewer.uid, viewer.roles.join()];
    if (!last?.key.every((part, index) => part === key[index]))
      last = { key, preview: applyLaunch(content, launch, contextFor(viewer)) };
    return last.preview;
  };
  const screened = async (path: string, data: ProposedChange['data']): Promise<RefusedText | null> => {
    const [field] = await refusedFields({ path, data }, { screen, lane: 'previews' });
    return field === undefined ? null : { ok: false, reason: 'text', document: path, field };
  };
  const screenedChange = ({ what, id, data }: Pick<ProposedChange, 'what' | 'id' | 'data'>) =>
    screened(documentPath(what, id), data);
  /** The launch without members whose texts are refused: they count as missing, and the others are shown. */
  const screenedLaunch = async (launch: ProposedLaunch): Promise<ProposedLaunch> => {
    const [members, missing]: [ProposedLaunch['members'][number][], string[]] = [[], [...launch.missing]];
    for (const member of launch.members) {
      const refused = 'what' in member ? await screenedChange(member) : null;
      if (refused === null) members.push(member);
      else missing.push(refused.document);
    }
    return members.length === launch.members.length ? launch : { ...launch, members, missing };
  };
  /** The proposal, or its text that takes too long to parse. Called before anything else parses the text. */
  const screenedText = async <Shown extends Proposal | Previewed>(proposal: Shown): Promise<Shown | RefusedText> => {
    if (isLaunch(proposal)) return (await screenedLaunch(proposal)) as Shown;
    return (await screenedChange(proposal)) ?? proposal;
  };
  const apply = (content: ContentState, proposal: Proposal, viewer: Viewer): Promise<PreviewContent | Refused> =>
    isLaunch(proposal) ? applyOnce(content, proposal, viewer) : applyDraft(content, proposal, contextFor(viewer));
  const applyProposal = (proposal: Proposal, viewer: Viewer): Promise<PreviewContent | Refused> =>
    apply(publisher().site().content, proposal, viewer);
  /** Applies the draft or launch to the shown content, which is older than the current content on a pinned site. */
  const applyToShown = (shown: Previewed, viewer: Viewer): Promise<PreviewContent | Refused> =>
    apply(
      contentForPreview(publisher().site(), shown),
      isLaunch(shown) ? shown : { ...shown, action: 'publish' },
      viewer,
    );

  const draftedFiles = openDraftedFiles({ hash, read });

  /** Renders a route, in a thread if its text is slow; null if that fails. */
  const drawBytes = async (
    route: Route,
    { renderer, threads, answers: { value } }: SimulatedSite,
    marks: boolean,
  ): Promise<(Pick<RenderedBytes, 'contentType'> & { body: string | Uint8Array }) | null> => {
    const answers = { value, hash: () => '' };
    const { content, isRefused } = recordContent(answers, threads ? screen.isSlow : undefined);
    const rendered = await renderer.render(route.path, content, { marks });
    if (!isRefused() || !threads) return rendered.ok ? rendered : null;
    const [fromThread] = (await threads.alone(answers, { lane: 'previews', marks })([route])) ?? [];
    return fromThread?.page ?? null;
  };

  /** The edit mark of a document's Markdown text and the lines at which its blocks begin; null without such a text. */
  const renderedText = async ({ what, id }: Draft, fields: JsonObject): Promise<PreviewAnswer['text']> => {
    const source = texts[what] && fields[texts[what].field];
    if (!texts[what] || typeof source !== 'string') return null;
    const { collection, field } = texts[what];
    const { lines } = await screen.read(source, 'previews');
    return { mark: `${collection}/${id}/${field}`, lines };
  };

  const pending = async (content: ContentState, changes: readonly { path: string }[]): Promise<PlanAnswer> => {
    const simulated = await publisher().simulate(content, { documents: [], isPinned: true });
    const documents = new Set(changes.map(({ path }) => path));
    const isDeleted = (document: string) => !content.documents.has(document);
    return planChanges(simulated, { subject: null, documents, isDeleted }, ports);
  };

  const simulate = ({ content, documents }: PreviewContent, isPinned: boolean): Promise<SimulatedSite> =>
    publisher().simulate(content, { documents, isPinned });

  return {
    draw: async (draft, path, viewer) => {
      const refused = await screenedChange(draft);
      if (refused !== null) return refused;
      const preview = await applyProposal({ ...draft, action: 'publish' }, viewer);
      if (typeof preview === 'string') return { ok: false, reason: preview };
      // A pinned site shows no new content, but authors still see their drafts.
      const simulated = await simulate(preview, false);
      const route = pageRoute(path ?? ownAddress(draft.what, preview), simulated);
      if (route === null) return { ok: false, reason: 'no page' };
      const rendered = await drawBytes(route, simulated, true);
      if (rendered === null) return { ok: false, reason: 'broken' };
      const html = textOf(rendered.body);
      await draftedFiles.keep(html, simulated);
      const fields = preview.content.documents.get(documentPath(draft.what, draft.id))?.used ?? {};
      const text = await renderedText(draft, fields);
      return { ok: true, value: { path: route.path, html, text, problems: preview.problems } };
    },

    plan: async (proposed, viewer) => {
      const proposal = await screenedText(proposed);
      if ('reason' in proposal) return proposal;
      const preview = await applyProposal(proposal, viewer);
      if (typeof preview === 'string') return { ok: false, reason: preview };
      const { content, documents, refused } = preview;
      const subject = isLaunch(proposal) ? null : documentPath(proposal.what, proposal.id);
      const isDeleted = (document: string) => !content.documents.has(document);
      const cause = { subject, documents: new Set(documents), isDeleted };
      const plan = await planChanges(await simulate(preview, true), cause, ports);
      const named = isLaunch(proposal) && { refusedDocuments: [...refused] };
      return { ok: true, value: { ...plan, refused: refused.length > 0, ...named } };
    },

    planRedirects: async (redirects, viewer) => {
      if (!can(viewer, 'create', { what: collections.redirects })) return { ok: false, reason: 'guarded' };
      const preview = await applyRedirects(publisher().site().content, redirects, contextFor(viewer));
      const written = [...preview.documents].map((path) => ({ path }));
      return { ok: true, value: await pending(preview.content, written) };
    },

    planDocuments: async (documents, viewer) => {
      if (!canReview(viewer)) return { ok: false, reason: 'guarded' };
      for (const { path, data } of documents) {
        const refused = await screened(path, data);
        if (refused !== null) return refused;
      }
      const content = applyDocuments(publisher().site().content, documents, contextFor(viewer).at);
      return { ok: true, value: await pending(content, documents) };
    },

    pending,

    asset: async (path) => {
      const file = publisher().site().files.get(path);
      if (file === undefined) return draftedFiles.get(path);
      if (file.kind === 'page' && !isVersioned(path)) return null;
      return { contentType: file.contentType, bytes: await read(file) };
    },

    addressOf: async (asked, viewer) => {
      const shown = await screenedText(asked);
      if ('reason' in shown) return shown;
      const preview = await applyToShown(shown, viewer);
      if (typeof preview === 'string') return null;
      return isLaunch(shown) ? sitePaths.home : ownAddress(shown.what, preview);
    },

    page: async (asked, { address, opensGate }, viewer) => {
      const shown = await screenedText(asked);
      if ('reason' in shown) return shown;
      const preview = await applyToShown(shown, viewer);
      if (typeof preview === 'string') return null;
      const normalized = normalizePath(address) ?? address;
      const guarded = protectedDemoAt(normalized, preview.content);
      const open = guarded === null ? null : await openGate(preview.content, guarded, contextFor(viewer));
      const isOpened = open !== null && opensGate;
      const simulated = await simulate(isOpened ? open : preview, false);
      const route = anyRoute(normalized, simulated);
      if (route !== null && normalized !== address) return { to: normalized };
      if (route === null) {
        const { addresses } = simulated.shown.composition;
        const redirect = createRedirectResolver(addresses, {
          isFile: (path) => anyRoute(path, simulated) !== null,
          origin: config.origin,
        })(normalized);
        if (redirect) return { to: redirect.to };
      }
      const shownRoute = route ?? anyRoute('/404', simulated);
      const rendered = shownRoute && (await drawBytes(shownRoute, simulated, false));
      if (!rendered) return null;
      const text = textOf(rendered.body);
      await draftedFiles.keep(text, simulated);
      const gate = guarded === null ? null : open === null ? 'kept' : isOpened ? 'opened' : 'closed';
      const live = simulated.site.files.get(liveFile(shownRoute.path, simulated));
      const isLive = live !== undefined && live.redirect === undefined;
      const isSame = isLive && live.hash === hash(bytesOf(rendered.body));
      const change = route === null ? null : isSame ? 'same' : isLive ? 'changed' : 'added';
      return { status: shownRoute.status, gate, contentType: rendered.contentType, text, change };
    },

    mediaUses: () => mediaUses(publisher().site().content),

    links: (what, id) => {
      const { content } = publisher().site();
      const document = documentPath(what, id);
      const to = addressesOf(document, content.composition);
      const origin = siteOrigin({ settings: content.composition.settings, config });
      return inboundLinks(content, { to, origin, except: document });
    },

    look: async (proposed, path, viewer) => {
      const proposal = await screenedText(proposed);
      if ('reason' in proposal) return proposal;
      const preview = await applyProposal(proposal, viewer);
      if (typeof preview === 'string') return { ok: false, reason: preview };
      const simulated = await simulate(preview, true);
      const file = simulated.site.files.get(liveFile(path, simulated));
      const isShown = file !== undefined && file.redirect === undefined && file.kind === 'page';
      const before = isShown ? asPage(file.contentType, await read(file)) : null;
      const route = anyRoute(path, simulated);
      const rendered = route && (await drawBytes(route, simulated, false));
      if (route !== null && rendered === null) return { ok: false, reason: 'broken' };
      const after = rendered && asPage(rendered.contentType, rendered.body);
      // The frame requests styles and images of this draft when it shows the page.
      if (after !== null) await draftedFiles.keep(after, simulated);
      return { ok: true, value: { before, after } };
    },
  };
}

function ownAddress(what: ProposedChange['what'], { slug }: PreviewContent): string {
  if (slug === null) return sitePaths.home;
  return what === 'page' ? sitePaths.page(slug) : what === 'demo' ? sitePaths.demo(slug) : sitePaths.home;
}

/** The page rendered at an address, including a page's short address; null if there is none. */
function anyRoute(address: string, { shown, renderer }: SimulatedSite): Route | null {
  const site = { fixed: renderer.fixedRoutes, content: shown.composition };
  return routeAt(address, site) ?? routeAt(sitePaths.page(address.slice(1)), site);
}

/** Like `anyRoute`, but for pages only. */
const pageRoute = (address: string, simulated: SimulatedSite): Route | null =>
  /\.[a-z]+$/.test(address) ? null : anyRoute(address, simulated);

function liveFile(address: string, { site }: SimulatedSite): string {
  const path = address === sitePaths.home ? '/index.html' : `${address}.html`;
  return site.files.has(address) ? address : path;
}

const textOf = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body);

/** The file at an address in a form that a frame can show: a file that is not a page is shown as text. */
function asPage(contentType: string, body: string | Uint8Array): string {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  if (contentType.startsWith('text/html')) return text;
  // The site's XML files have no line breaks.
  const lines = contentType.includes('xml') ? text.replaceAll('><', '>\n<') : text;
  return String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <title></title>
        </head>
        <body>
          <pre>${lines}</pre>
        </body>
      </html>`,
  );
}

interface FileBytes {
  contentType: string;
  bytes: Uint8Array;
}

/** Files referenced by drafts and missing in the live release: styles of another color, unpublished pictures. */
interface DraftedFiles {
  /** Stores the files needed by a page that was just rendered. */
  keep(html: string, simulated: SimulatedSite): Promise<void>;
  get(path: string): Promise<FileBytes | null>;
}

interface FilePorts {
  hash: (bytes: Uint8Array) => string;
  read: (file: FileEntry) => Promise<Uint8Array>;
}

// Few files suffice: frames request them soon after the page. Entries stay valid, because addresses contain hashes.
const maxFiles = 200;

const styleAddress = new RegExp(sitePaths.styles.replace('.', '\\.[0-9a-f]{10}\\.'));

function openDraftedFiles({ hash, read }: FilePorts): DraftedFiles {
  const files = new Map<string, () => Promise<FileBytes>>();
  const put = (path: string, bytes: () => Promise<FileBytes>): void => {
    files.delete(path);
    files.set(path, bytes);
    const [oldest] = files.keys();
    if (files.size > maxFiles && oldest !== undefined) files.delete(oldest);
  };

  return {
    keep: async (html, { site, ready, renderer, answers }) => {
      for (const file of ready.flatMap((record) => record.files)) {
        if (!site.files.has(file.path))
          put(file.path, async () => ({ contentType: file.contentType, bytes: await read(file) }));
      }
      const [styles] = styleAddress.exec(html) ?? [];
      if (styles === undefined || site.files.has(styles) || files.has(styles)) return;
      const { content } = recordContent({ value: answers.value, hash: () => '' });
      const rendered = await renderer.render(sitePaths.styles, content);
      if (!rendered.ok) return;
      const bytes = bytesOf(rendered.body);
      if (versionedPath(sitePaths.styles, hash(bytes)) !== styles) return;
      put(styles, () => Promise.resolve({ contentType: rendered.contentType, bytes }));
    },
    get: async (path) => (await files.get(path)?.()) ?? null,
  };
}

const texts: Partial<Record<Savable, { collection: string; field: string }>> = {
  page: { collection: 'pages', field: 'body' },
  section: { collection: 'sections', field: 'content' },
};
