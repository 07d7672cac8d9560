import type { Content } from '@frontage/model/content';

export type Rendered =
  | { ok: true; status: number; contentType: string; body: Uint8Array }
  /** The template threw. */
  | { ok: false; message: string };

/** What turns a route and content into bytes; the same input gives the same bytes. */
export interface Renderer {
  /** Identifies the templates. */
  fingerprint: string;
  /** `path` has no trailing slash. Templates see `content` and nothing else. */
  render(path: string, content: Content): Promise<Rendered>;
}
