import { siteOrigin } from '@frontage/model/content';
import { collections, isVersioned, sitePaths } from '@frontage/model/paths';
import { can, type Viewer } from '@frontage/model/permissions';
import type { LookAnswer, PlanAnswer, PreviewAnswer } from '@frontage/model/preview';
import { spellPath, type RedirectFields } from '@frontage/model/redirect';
import { documentPath } from '@frontage/model/writes/document-paths';
import { routeAt, type Route } from '../plan/routes.ts';
import type { FileEntry } from '../release/files.ts';
import { openLeadingOn } from '../release/leading-on.ts';
import type { Imagined } from '../release/imagine-site.ts';
import type { Publisher } from '../release/publisher.ts';
import { recordContent } from '../render/record-content.ts';
import type { ContentState, DocumentChange } from '../sync/content-state.ts';
import { asPage } from './as-page.ts';
import { drawnText } from './drawn-text.ts';
import { openDraftedFiles, type FileBytes } from './drafted-files.ts';
import { addressesOf, inboundLinks, type InboundLink } from './inbound-links.ts';
import { guardedAt, openGate } from './gates.ts';
import { layDraft, type Considered, type Deed, type Laid } from './lay-draft.ts';
import { layRedirects } from './lay-redirects.ts';
import { planChanges, type PlanPorts } from './plan-changes.ts';
import { shownBeside } from './shown-beside.ts';

/** What is asked of content that is not published. Nothing that is asked here leaves a trace in the site. */
export interface Previews {
  /** One address with a draft laid over the site, as it would be published now; its own where none is given. */
  draw(draft: Draft, path: string | null, viewer: Viewer): Promise<Answer<PreviewAnswer>>;
  /** What a deed would change. */
  plan(deed: Deed, viewer: Viewer): Promise<Answer<PlanAnswer>>;
  /** What storing these redirects would change. */
  planRedirects(redirects: readonly RedirectFields[], viewer: Viewer): Promise<Answer<PlanAnswer>>;
  /** What this content would change, which these documents were written for. */
  pending(content: ContentState, changes: readonly DocumentChange[]): Promise<PlanAnswer>;
  /** One address before and after a deed. */
  look(deed: Deed, path: string, viewer: Viewer): Promise<Answer<LookAnswer>>;
  /** The address that a draft would have; null where it has none that may be seen. */
  addressOf(shown: Shown, viewer: Viewer): string | null;
  /** An address of the site with a draft laid over it, as visitors would get it, or where it leads on; null without either. */
  page(shown: Shown, asked: AskedPage, viewer: Viewer): Promise<FullPage | { to: string } | null>;
  /** What visitors see that links to a document. */
  links(what: Deed['what'], id: string): InboundLink[];
  /** A file that pages name: style, script, picture; of the live release, or of what was drawn lately. */
  asset(path: string): Promise<FileBytes | null>;
}

export type Draft = Pick<Deed, 'what' | 'id'> & { data: NonNullable<Deed['data']> };

/** What is looked at: null as it is stored. */
export type Shown = Pick<Deed, 'what' | 'id' | 'data'>;

export interface AskedPage {
  address: string;
  /** Whether what a password guards is shown, to whom it may be. */
  opensGate: boolean;
}

export interface FullPage {
  status: 200 | 404;
  /** Of a demo with a password: whether the page is its gate, and `kept` where its viewer may not see what is behind. */
  gate: 'closed' | 'opened' | 'kept' | null;
  contentType: string;
  text: string;
}

export type Refused = 'unknown' | 'guarded' | 'no page' | 'broken';
export type Answer<Value> = { ok: true; value: Value } | { ok: false; reason: Refused };

interface PreviewPorts extends PlanPorts {
  publisher: () => Publisher;
  read: (file: FileEntry) => Promise<Uint8Array>;
  now: () => Date;
}

export function openPreviews(ports: PreviewPorts): Previews {
  const { publisher, hash, read, config, now } = ports;
  const considered = (viewer: Viewer): Considered => ({ at: now().toISOString(), viewer });
  const lay = (deed: Deed, viewer: Viewer): Laid | Refused =>
    layDraft(publisher().site().content, deed, considered(viewer));
  /** The draft on the site as it is, which need not be as it was written last. */
  const layBeside = (shown: Shown, viewer: Viewer): Laid | Refused =>
    layDraft(shownBeside(publisher().site(), shown), { ...shown, action: 'publish' }, considered(viewer));

  const drafted = openDraftedFiles({ hash, read });

  const imagine = ({ content, document }: Laid, isPinned: boolean): Imagined =>
    publisher().imagine(content, { document, isPinned });

  return {
    draw: async (draft, path, viewer) => {
      const laid = lay({ ...draft, action: 'publish' }, viewer);
      if (typeof laid === 'string') return { ok: false, reason: laid };
      // A pinned site shows no draft; whoever writes one sees it all the same.
      const imagined = imagine(laid, false);
      const route = pageRoute(path ?? ownAddress(draft.what, laid), imagined);
      if (route === null) return { ok: false, reason: 'no page' };
      const html = await draw(route, imagined, true);
      if (html === null) return { ok: false, reason: 'broken' };
      await drafted.keep(html, imagined);
      const fields = laid.content.documents.get(laid.document)?.used ?? {};
      const text = drawnText(draft.what, draft.id, fields);
      return { ok: true, value: { path: route.path, html, text, problems: laid.problems } };
    },

    plan: async (deed, viewer) => {
      const laid = lay(deed, viewer);
      if (typeof laid === 'string') return { ok: false, reason: laid };
      const imagined = imagine(laid, true);
      const cause = {
        subject: laid.document,
        documents: new Set([laid.document]),
        isDeleted: () => deed.action === 'delete',
      };
      return { ok: true, value: { ...(await planChanges(imagined, cause, ports)), refused: laid.isRefused } };
    },

    planRedirects: async (redirects, viewer) => {
      if (!can(viewer, 'create', { what: collections.redirects })) return { ok: false, reason: 'guarded' };
      const laid = layRedirects(publisher().site().content, redirects, { ...considered(viewer), hash });
      const imagined = publisher().imagine(laid.content, { document: null, isPinned: true });
      const cause = { subject: null, documents: laid.documents, isDeleted: () => false };
      return { ok: true, value: await planChanges(imagined, cause, ports) };
    },

    pending: (content, changes) => {
      const imagined = publisher().imagine(content, { document: null, isPinned: true });
      const documents = new Set(changes.map(({ path }) => path));
      const isDeleted = (document: string) => !content.documents.has(document);
      return planChanges(imagined, { subject: null, documents, isDeleted }, ports);
    },

    asset: async (path) => {
      const file = publisher().site().files.get(path);
      if (file === undefined) return drafted.get(path);
      if (file.kind === 'page' && !isVersioned(path)) return null;
      return { contentType: file.contentType, bytes: await read(file) };
    },

    addressOf: (shown, viewer) => {
      const laid = layBeside(shown, viewer);
      return typeof laid === 'string' ? null : ownAddress(shown.what, laid);
    },

    page: async (shown, { address, opensGate }, viewer) => {
      const laid = layBeside(shown, viewer);
      if (typeof laid === 'string') return null;
      const spelled = spellPath(address) ?? address;
      const guarded = guardedAt(spelled, laid.content);
      const open = guarded === null ? null : openGate(laid.content, guarded, considered(viewer));
      const isOpened = open !== null && opensGate;
      const imagined = imagine(isOpened ? open : laid, false);
      const route = anyRoute(spelled, imagined);
      if (route !== null && spelled !== address) return { to: spelled };
      if (route === null) {
        const { addresses } = imagined.shown.composition;
        const redirect = openLeadingOn(addresses, (path) => anyRoute(path, imagined) !== null)(spelled);
        if (redirect) return { to: redirect.to };
      }
      const shownRoute = route ?? anyRoute('/404', imagined);
      const rendered = shownRoute && (await drawBytes(shownRoute, imagined, false));
      if (!rendered) return null;
      const text = textOf(rendered.body);
      await drafted.keep(text, imagined);
      const gate = guarded === null ? null : open === null ? 'kept' : isOpened ? 'opened' : 'closed';
      return { status: shownRoute.status, gate, contentType: rendered.contentType, text };
    },

    links: (what, id) => {
      const { content } = publisher().site();
      const document = documentPath(what, id);
      const to = addressesOf(document, content.composition);
      const origin = siteOrigin({ settings: content.composition.settings, config });
      return inboundLinks(content, { to, origin, except: document });
    },

    look: async (deed, path, viewer) => {
      const laid = lay(deed, viewer);
      if (typeof laid === 'string') return { ok: false, reason: laid };
      const imagined = imagine(laid, true);
      const file = imagined.site.files.get(liveFile(path, imagined));
      const isShown = file !== undefined && file.redirect === undefined && file.kind === 'page';
      const before = isShown ? asPage(file.contentType, await read(file)) : null;
      const route = anyRoute(path, imagined);
      const rendered = route && (await drawBytes(route, imagined, false));
      if (route !== null && rendered === null) return { ok: false, reason: 'broken' };
      const after = rendered && asPage(rendered.contentType, rendered.body);
      // Styles and pictures that only this draft has are asked for when it is shown.
      if (after !== null) await drafted.keep(after, imagined);
      return { ok: true, value: { before, after } };
    },
  };
}

function ownAddress(what: Deed['what'], { slug }: Laid): string {
  if (slug === null) return sitePaths.home;
  return what === 'page' ? sitePaths.page(slug) : what === 'demo' ? sitePaths.demo(slug) : sitePaths.home;
}

/** What is drawn at an address, a page's short one included; null where there is nothing. */
function anyRoute(address: string, { shown, renderer }: Imagined): Route | null {
  const site = { fixed: renderer.fixedRoutes, content: shown.composition };
  return routeAt(address, site) ?? routeAt(sitePaths.page(address.slice(1)), site);
}

/** The same of pages alone. */
const pageRoute = (address: string, imagined: Imagined): Route | null =>
  /\.[a-z]+$/.test(address) ? null : anyRoute(address, imagined);

function liveFile(address: string, { site }: Imagined): string {
  const path = address === sitePaths.home ? '/index.html' : `${address}.html`;
  return site.files.has(address) ? address : path;
}

async function draw(route: Route, imagined: Imagined, marks: boolean): Promise<string | null> {
  const rendered = await drawBytes(route, imagined, marks);
  return rendered && textOf(rendered.body);
}

async function drawBytes({ path }: Route, { renderer, answers }: Imagined, marks: boolean) {
  const { content } = recordContent({ value: answers.value, hash: () => '' });
  const rendered = await renderer.render(path, content, { marks });
  return rendered.ok ? rendered : null;
}

const textOf = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body);
