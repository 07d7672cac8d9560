import type { APIRoute } from 'astro';
import type { Content } from '@frontage/model/content';

interface TextFile {
  contentType: string;
  text: string;
}

/** Creates a file that is not a page; null if it does not exist. Endpoints export it as `file`. */
export type MakeTextFile = (content: Content, params: Readonly<Record<string, string | undefined>>) => TextFile | null;

/**
 * The endpoint that serves a file. The pipeline's renderer calls `file` directly, because a response costs as much as a
 * page.
 */
export const answering =
  (file: MakeTextFile): APIRoute =>
  ({ locals: { content }, params }) => {
    const made = file(content, params);
    return made === null
      ? new Response(null, { status: 404 })
      : new Response(made.text, { headers: { 'content-type': made.contentType } });
  };

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Text escaped for XML, without the control characters that XML forbids. */
export const escapeXml = (text: string): string =>
  /[&<>"'\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/.test(text)
    ? text.replaceAll(/[&<>"'\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g, (character) => entities[character] ?? '')
    : text;

export const xmlType = 'application/xml; charset=utf-8';
