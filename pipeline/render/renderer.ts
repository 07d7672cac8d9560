import type { Content } from '@frontage/model/content';

/** The site's templates as an app that renders any route. Paths are absolute. */
export interface CompiledSite {
  /** Changes with the site's sources, never with its content. */
  fingerprint: string;
  /** ES module exporting `render` and `fixedRoutes`. */
  serverEntry: string;
  /** Folder of scripts, styles and public files, which are served unchanged. */
  clientDir: string;
}

export type Rendered =
  /** A `body` of text is encoded as UTF-8 when it is stored. */
  | { ok: true; status: number; contentType: string; body: string | Uint8Array }
  /** The template threw. */
  | { ok: false; message: string };

/** Turns a route and content into bytes; equal input yields equal bytes. */
export interface Renderer {
  /** Identifies the templates. */
  fingerprint: string;
  /** The routes that exist for any content: `/`, `/404`, `/robots.txt`. */
  fixedRoutes: readonly string[];
  /** Renders the route at `path`, which has no trailing slash. Templates can read only `content` and the options. */
  render(path: string, content: Content, options?: RenderOptions): Promise<Rendered>;
}

/** Render settings that do not depend on the content. */
interface RenderOptions {
  /** Whether the output carries edit marks, as in previews. */
  marks?: boolean;
  /** Whether the page's texts need not be cached, because the page is not rendered again soon. */
  once?: boolean;
}
