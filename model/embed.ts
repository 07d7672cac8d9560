import { decodeHTMLAttribute } from 'entities/lib/decode.js';
import { type Embed, embedType, iframePattern, parseEmbed, readFrame } from './embed-parser.ts';
import { invalid } from './messages.ts';
import { isHttpUrl } from './url.ts';

export type { Embed } from './embed-parser.ts';
export { embedType } from './embed-parser.ts';

const iframe = new RegExp(`^${iframePattern}$`, 'u');
// A script may set the source later from an attribute such as `data-src`.
const sourcedIframe = /<iframe[\s/](?:[^<>]*[\s/-])?src\s*=/i;
const frameEnd = /<\/iframe/i;

/** Parses an embed code; null if it has no usable URL. */
export const toEmbed = (code: string): Embed | null => parseEmbed(code, decodeHTMLAttribute);

/** The validation error of an embed code that is not empty; null if it is valid. */
export function embedProblem(code: string): string | null {
  const trimmed = code.trim();
  const hasIframe = iframe.test(trimmed);
  switch (embedType(trimmed)) {
    case 'url':
      return isHttpUrl(trimmed) ? null : invalid.embedFormat;
    case 'script':
      return hasIframe && !sourcedIframe.test(trimmed) ? invalid.embedIframeSrc : null;
    case 'iframe': {
      const source = readFrame(trimmed, decodeHTMLAttribute)?.source;
      if (source !== undefined && isHttpUrl(source)) return null;
      // Pages of the site forbid framing, so a path on the site would show the browser's error page.
      if (source !== undefined && /^\/(?![/\\])/.test(source)) return invalid.embedOwnPage;
      return hasIframe && frameEnd.test(trimmed) ? invalid.embedIframeSrc : invalid.embedFormat;
    }
  }
}

/** Whether an embed code frames a page of one of these origins, which forbid framing. */
export function framesOwnPage(code: string, ownOrigins: readonly string[]): boolean {
  const embed = toEmbed(code);
  if (embed === null || embed.type === 'script') return false;
  const host = hostOf(embed.url);
  return host !== null && ownOrigins.some((origin) => hostOf(origin) === host);
}

/** Host and non-default port of an http(s) URL, normalized for comparison; null for other URLs. */
const hostOf = (address: string): string | null =>
  /^https?:\/\/([^/?#]*)/i
    .exec(address)?.[1]
    ?.toLowerCase()
    .replace(/:(80|443)$/, '')
    .replace(/\.(?=$|:)/, '') ?? null;

/**
 * A sentence that lists the dropped parts of iframe markup; null if none are dropped or the code is not iframe markup.
 */
export function embedLoss(code: string): string | null {
  const dropped = embedType(code) === 'iframe' ? (readFrame(code, decodeHTMLAttribute)?.dropped ?? []) : [];
  return dropped.length === 0 ? null : `Not kept from the iframe code: ${dropped.join(', ')}.`;
}
