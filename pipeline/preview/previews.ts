import { siteOrigin } from '@frontage/model/content';
import { collections, isVersioned, sitePaths } from '@frontage/model/paths';
import { can, canReview, type Viewer } from '@frontage/model/permissions';
import { type LookAnswer, type PlanAnswer, type PreviewAnswer, previewCollectionOf } from '@frontage/model/preview';
import { normalizePath, type RedirectFields } from '@frontage/model/redirect';
import { documentPath } from '@frontage/model/changes/write';
import { html } from 'hono/html';
import { collectionOf, fieldsOfType, hasSlugs, pathOf } from '@frontage/model/kinds/kinds';
import { type Route, routeAt } from '../plan/routes.ts';
import type { FileEntry } from '../site/files.ts';
import { createRedirectResolver } from '../site/redirects.ts';
import type { Site } from '../site/site.ts';
import type { SimulatedSite } from '../site/simulate-site.ts';
import type { Publisher } from '../release/publisher.ts';
import { recordContent } from '../render/record-content.ts';
import type { ContentState } from '../sync/content-state.ts';
import { refusedFields, type TextScreen, tooSlowToParse } from '../sync/text-screen.ts';
import type { JsonObject, SourceDocument } from '../sync/source.ts';
import { bytesOf, type RenderedBytes } from '../render/render-shard.ts';
import { DraftedFiles, type FileBytes } from './drafted-files.ts';
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

/** Answers queries about unpublished content. They do not change the site. */
export class Previews {
  readonly #ports: PreviewPorts;
  readonly #draftedFiles: DraftedFiles;
  // The last applied launch, because browsing it requests many pages.
  #launch: { key: readonly unknown[]; preview: Promise<PreviewContent> } | null = null;

  constructor(ports: PreviewPorts) {
    this.#ports = ports;
    this.#draftedFiles = new DraftedFiles(ports);
  }

  /** A page of the site with the draft applied; the draft's own page if no path is given. */
  async draw(draft: Draft, path: string | null, viewer: Viewer): Promise<Answer<PreviewAnswer>> {
    const refused = await this.#refusedText(draft);
    if (refused !== null) return refused;
    const preview = await this.#applyToSite({ ...draft, action: 'publish' }, viewer);
    if (typeof preview === 'string') return { ok: false, reason: preview };
    // A pinned site shows no new content, but authors still see their drafts.
    const simulated = await this.#simulate(preview, false);
    const route = pageRoute(path ?? ownAddress(draft.what, preview), simulated);
    if (route === null) return { ok: false, reason: 'no page' };
    const rendered = await this.#render(route, simulated, true);
    if (rendered === null) return { ok: false, reason: 'broken' };
    const html = textOf(rendered.body);
    await this.#draftedFiles.keep(html, simulated);
    const fields = preview.content.documents.get(documentPath(draft.what, draft.id))?.used ?? {};
    const text = await this.#renderedText(draft, fields);
    return { ok: true, value: { path: route.path, html, text, problems: preview.problems } };
  }

  /** The impact of a proposed change, or of all changes of a launch together. */
  async plan(proposed: Proposal, viewer: Viewer): Promise<Answer<PlanAnswer>> {
    const proposal = await this.#screen(proposed);
    if ('reason' in proposal) return proposal;
    const preview = await this.#applyToSite(proposal, viewer);
    if (typeof preview === 'string') return { ok: false, reason: preview };
    const { content, documents, refused } = preview;
    const subject = isLaunch(proposal) ? null : documentPath(proposal.what, proposal.id);
    const isDeleted = (document: string) => !content.documents.has(document);
    const cause = { subject, documents: new Set(documents), isDeleted };
    const plan = await planChanges(await this.#simulate(preview, true), cause, this.#ports);
    const named = isLaunch(proposal) && { refusedDocuments: [...refused] };
    return { ok: true, value: { ...plan, refused: refused.length > 0, ...named } };
  }

  /** The impact of storing these redirects. */
  async planRedirects(redirects: readonly RedirectFields[], viewer: Viewer): Promise<Answer<PlanAnswer>> {
    if (!can(viewer, 'create', { what: collections.redirects })) return { ok: false, reason: 'guarded' };
    const preview = await applyRedirects(this.#site().content, redirects, this.#contextFor(viewer));
    const written = [...preview.documents].map((path) => ({ path }));
    return { ok: true, value: await this.pending(preview.content, written) };
  }

  /** The impact of writing these documents; null deletes one. */
  async planDocuments(
    documents: readonly Pick<SourceDocument, 'path' | 'data'>[],
    viewer: Viewer,
  ): Promise<Answer<PlanAnswer>> {
    if (!canReview(viewer)) return { ok: false, reason: 'guarded' };
    for (const { path, data } of documents) {
      const refused = await this.#refusedTextAt(path, data);
      if (refused !== null) return refused;
    }
    const content = applyDocuments(this.#site().content, documents, this.#contextFor(viewer).at);
    return { ok: true, value: await this.pending(content, documents) };
  }

  /** The impact of publishing this content, changed by these documents. */
  async pending(content: ContentState, changes: readonly { path: string }[]): Promise<PlanAnswer> {
    const simulated = await this.#ports.publisher().simulate(content, { documents: [], isPinned: true });
    const documents = new Set(changes.map(({ path }) => path));
    const isDeleted = (document: string) => !content.documents.has(document);
    return planChanges(simulated, { subject: null, documents, isDeleted }, this.#ports);
  }

  /** One address before and after a proposed change or launch. */
  async look(proposed: Proposal, path: string, viewer: Viewer): Promise<Answer<LookAnswer>> {
    const proposal = await this.#screen(proposed);
    if ('reason' in proposal) return proposal;
    const preview = await this.#applyToSite(proposal, viewer);
    if (typeof preview === 'string') return { ok: false, reason: preview };
    const simulated = await this.#simulate(preview, true);
    const file = simulated.site.files.get(liveFile(path, simulated));
    const isShown = file !== undefined && file.redirect === undefined && file.kind === 'page';
    const before = isShown ? asPage(file.contentType, await this.#ports.read(file)) : null;
    const route = anyRoute(path, simulated);
    const rendered = route && (await this.#render(route, simulated, false));
    if (route !== null && rendered === null) return { ok: false, reason: 'broken' };
    const after = rendered && asPage(rendered.contentType, rendered.body);
    // The frame requests styles and images of this draft when it shows the page.
    if (after !== null) await this.#draftedFiles.keep(after, simulated);
    return { ok: true, value: { before, after } };
  }

  /**
   * The address of a document with the draft applied, for a launch the home page; null if the viewer may not see the
   * result.
   */
  async addressOf(asked: Previewed, viewer: Viewer): Promise<string | RefusedText | null> {
    const shown = await this.#screen(asked);
    if ('reason' in shown) return shown;
    const preview = await this.#applyToShown(shown, viewer);
    if (typeof preview === 'string') return null;
    return isLaunch(shown) ? sitePaths.home : ownAddress(shown.what, preview);
  }

  /**
   * The page at an address of the site with a draft or launch applied, or the address's redirect; null if there is
   * neither.
   */
  async page(
    asked: Previewed,
    { address, opensGate }: RequestedPage,
    viewer: Viewer,
  ): Promise<FullPage | { to: string } | RefusedText | null> {
    const shown = await this.#screen(asked);
    if ('reason' in shown) return shown;
    const preview = await this.#applyToShown(shown, viewer);
    if (typeof preview === 'string') return null;
    const normalized = normalizePath(address) ?? address;
    const guarded = protectedDemoAt(normalized, preview.content);
    const open = guarded === null ? null : await openGate(preview.content, guarded, this.#contextFor(viewer));
    const isOpened = open !== null && opensGate;
    const simulated = await this.#simulate(isOpened ? open : preview, false);
    const route = anyRoute(normalized, simulated);
    if (route !== null && normalized !== address) return { to: normalized };
    const to = route === null ? this.#redirectAt(normalized, simulated) : null;
    if (to !== null) return { to };
    const gate = guarded === null ? null : open === null ? 'kept' : isOpened ? 'opened' : 'closed';
    return this.#fullPage(route, simulated, gate);
  }

  /** Published pages that link to a document. */
  links(what: ProposedChange['what'], id: string): InboundLink[] {
    const { content } = this.#site();
    const document = documentPath(what, id);
    const to = addressesOf(document, content.composition);
    const origin = siteOrigin({ settings: content.composition.settings, config: this.#ports.config });
    return inboundLinks(content, { to, origin, except: document });
  }

  /** Paths of the documents that show each upload, by the id of the upload in the library. */
  mediaUses(): Record<string, string[]> {
    return mediaUses(this.#site().content);
  }

  /** A file referenced by pages (style, script, image) from the live release or a recent preview. */
  async asset(path: string): Promise<FileBytes | null> {
    const file = this.#site().files.get(path);
    if (file === undefined) return this.#draftedFiles.get(path);
    if (file.kind === 'page' && !isVersioned(path)) return null;
    return { contentType: file.contentType, bytes: await this.#ports.read(file) };
  }

  /** The proposal, or its text that takes too long to parse. Called before anything else parses the text. */
  async #screen<Shown extends Proposal | Previewed>(proposal: Shown): Promise<Shown | RefusedText> {
    if (isLaunch(proposal)) return (await this.#screenLaunch(proposal)) as Shown;
    return (await this.#refusedText(proposal)) ?? proposal;
  }

  /** The launch without members whose texts are refused: they count as missing, and the others are shown. */
  async #screenLaunch(launch: ProposedLaunch): Promise<ProposedLaunch> {
    const [members, missing]: [ProposedLaunch['members'][number][], string[]] = [[], [...launch.missing]];
    for (const member of launch.members) {
      const refused = 'what' in member ? await this.#refusedText(member) : null;
      if (refused === null) members.push(member);
      else missing.push(refused.document);
    }
    return members.length === launch.members.length ? launch : { ...launch, members, missing };
  }

  #refusedText({ what, id, data }: Pick<ProposedChange, 'what' | 'id' | 'data'>): Promise<RefusedText | null> {
    return this.#refusedTextAt(documentPath(what, id), data);
  }

  async #refusedTextAt(path: string, data: ProposedChange['data']): Promise<RefusedText | null> {
    const [field] = await refusedFields({ path, data }, { screen: this.#ports.screen, lane: 'previews' });
    return field === undefined ? null : { ok: false, reason: 'text', document: path, field };
  }

  #applyToSite(proposal: Proposal, viewer: Viewer): Promise<PreviewContent | Refused> {
    return this.#apply(this.#site().content, proposal, viewer);
  }

  /** Applies the draft or launch to the shown content, which is older than the current content on a pinned site. */
  #applyToShown(shown: Previewed, viewer: Viewer): Promise<PreviewContent | Refused> {
    const proposal: Proposal = isLaunch(shown) ? shown : { ...shown, action: 'publish' };
    return this.#apply(contentForPreview(this.#site(), shown), proposal, viewer);
  }

  #apply(content: ContentState, proposal: Proposal, viewer: Viewer): Promise<PreviewContent | Refused> {
    if (!isLaunch(proposal)) return applyDraft(content, proposal, this.#contextFor(viewer));
    const key = [content, proposal.members, viewer.uid, viewer.roles.join()];
    if (!this.#launch?.key.every((part, index) => part === key[index]))
      this.#launch = { key, preview: applyLaunch(content, proposal, this.#contextFor(viewer)) };
    return this.#launch.preview;
  }

  #contextFor(viewer: Viewer): PreviewContext {
    return { at: this.#ports.now().toISOString(), viewer, hash: this.#ports.hash };
  }

  #simulate({ content, documents }: PreviewContent, isPinned: boolean): Promise<SimulatedSite> {
    return this.#ports.publisher().simulate(content, { documents, isPinned });
  }

  /** Renders a route, in a thread if its text is slow; null if that fails. */
  async #render(
    route: Route,
    { renderer, threads, answers: { value } }: SimulatedSite,
    marks: boolean,
  ): Promise<DrawnPage | null> {
    const answers = { value, hash: () => '' };
    const { content, isRefused } = recordContent(answers, threads ? this.#ports.screen.isSlow : undefined);
    const rendered = await renderer.render(route.path, content, { marks });
    if (!isRefused() || !threads) return rendered.ok ? rendered : null;
    const [fromThread] = (await threads.alone(answers, { lane: 'previews', marks })([route])) ?? [];
    return fromThread?.page ?? null;
  }

  /** The page of a route, or the one that says that there is none; null if rendering fails. */
  async #fullPage(route: Route | null, simulated: SimulatedSite, gate: FullPage['gate']): Promise<FullPage | null> {
    const shown = route ?? anyRoute('/404', simulated);
    const rendered = shown && (await this.#render(shown, simulated, false));
    if (!rendered) return null;
    const text = textOf(rendered.body);
    await this.#draftedFiles.keep(text, simulated);
    const live = simulated.site.files.get(liveFile(shown.path, simulated));
    const isLive = live !== undefined && live.redirect === undefined;
    const isSame = isLive && live.hash === this.#ports.hash(bytesOf(rendered.body));
    const change = route === null ? null : isSame ? 'same' : isLive ? 'changed' : 'added';
    return { status: shown.status, gate, contentType: rendered.contentType, text, change };
  }

  #redirectAt(address: string, simulated: SimulatedSite): string | null {
    const { addresses } = simulated.shown.composition;
    const isFile = (path: string): boolean => anyRoute(path, simulated) !== null;
    return createRedirectResolver(addresses, { isFile, origin: this.#ports.config.origin })(address)?.to ?? null;
  }

  /** The edit mark of a document's Markdown text and the lines at which its blocks begin; null without such a text. */
  async #renderedText({ what, id }: Draft, fields: JsonObject): Promise<PreviewAnswer['text']> {
    const [field = ''] = what === 'setting' ? [] : fieldsOfType(collectionOf(what), ['markdown']);
    const source = fields[field];
    if (typeof source !== 'string') return null;
    const { lines } = await this.#ports.screen.read(source, 'previews');
    return { mark: `${previewCollectionOf(what)}/${id}/${field}`, lines };
  }

  #site(): Site {
    return this.#ports.publisher().site();
  }
}

type DrawnPage = Pick<RenderedBytes, 'contentType'> & { body: string | Uint8Array };

function ownAddress(what: ProposedChange['what'], { slug }: PreviewContent): string {
  return slug !== null && hasSlugs(what) ? pathOf(what, slug) : sitePaths.home;
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
