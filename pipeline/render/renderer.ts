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

/** What turns a route and content into bytes; the same input gives the same bytes. */
export interface Renderer {
  /** Identifies the templates. */
  fingerprint: string;
  /** The routes there are whatever the content is: `/`, `/404`, `/robots.txt`. */
  fixedRoutes: readonly string[];
  /** `path` has no trailing slash. Templates see `content`, and nothing else but how they are drawn. */
  render(path: string, content: Content, drawing?: Drawing): Promise<Rendered>;
}

/** How a page is drawn. */
export interface Drawing {
  /** Whether what is drawn says which field it comes from, as previews do. */
  marks?: boolean;
  /** Whether nothing of its text need be remembered, for it is not drawn again soon. */
  once?: boolean;
}
