import type { Content } from '@frontage/model/content';

/** The site's templates as an app that renders any route. Paths are absolute. */
export interface CompiledSite {
  /** Changes with the site's sources, never with its content. */
  fingerprint: string;
  /** ES module exporting `render` and `fixedRoutes`. */
  serverEntry: string;
  /** Folder of scripts, styles and public files, served as they are. */
  clientDir: string;
}

export type Rendered =
  /** Text is text until it is kept: as UTF-8 then. */
  | { ok: true; status: number; contentType: string; body: string | Uint8Array }
  /** The template threw. */
  | { ok: false; message: string };

/** Turns a route and content into bytes; equal input yields equal bytes. */
export interface Renderer {
  /** Identifies the templates. */
  fingerprint: string;
  /** The routes that exist for any content: `/`, `/404`, `/robots.txt`. */
  fixedRoutes: readonly string[];
  /** `path` has no trailing slash. Templates see `content`, and nothing else but how they are drawn. */
  render(path: string, content: Content, drawing?: RenderOptions): Promise<Rendered>;
}

/** How a page is drawn. */
export interface RenderOptions {
  /** Whether the output carries edit marks, as in previews. */
  marks?: boolean;
  /** Whether nothing of its text need be remembered, for it is not drawn again soon. */
  once?: boolean;
}
