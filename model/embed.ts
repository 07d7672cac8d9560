import { invalid } from './messages.ts';
import { isHttpUrl } from './url.ts';

export type EmbedType = 'url' | 'iframe' | 'script';

const hasIframe = (code: string): boolean => /<iframe[\s>]/i.test(code);
const hasScript = (code: string): boolean => /<script[\s>]/i.test(code);
const hasLink = (code: string): boolean => /<link[\s>]/i.test(code);
const isPlainUrl = (code: string): boolean => code.startsWith('http') && !code.includes('<');

/** How an embed code is shown: a plain URL, script-based markup, or iframe markup. */
export function embedType(code: string): EmbedType {
  const trimmed = code.trim();
  if (isPlainUrl(trimmed)) return 'url';
  if (hasScript(trimmed) || (hasLink(trimmed) && !hasIframe(trimmed))) return 'script';
  return 'iframe';
}

/** The address inside iframe markup, entities decoded; null when there is none or it is not http(s). */
export function iframeSource(code: string): string | null {
  const attribute = /<iframe\s(?:[^>]*?\s)?src\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(code);
  const source = (attribute?.[1] ?? attribute?.[2] ?? attribute?.[3] ?? '').trim().replaceAll('&amp;', '&');
  return isHttpUrl(source) ? source : null;
}

/** What is wrong with an embed code that is not empty; null when nothing is. */
export function embedProblem(code: string): string | null {
  const isMarkup = /<iframe[\s>][\s\S]*<\/iframe>/i.test(code) || hasScript(code) || hasLink(code);
  if (isPlainUrl(code) ? !isHttpUrl(code) : !isMarkup) return invalid.embedFormat;
  if (hasIframe(code) && !/<iframe\s(?:[^>]*?\s)?src\s*=/i.test(code)) return invalid.embedIframeSrc;
  if (embedType(code) === 'iframe' && iframeSource(code) === null) return invalid.embedIframeSrc;
  return null;
}

/** What a viewer frames: `url` is set for url and iframe embeds, `code` for script embeds. */
export type Embed = { type: Exclude<EmbedType, 'script'>; url: string } | { type: 'script'; code: string };

/** The embed a code stands for; null when it holds no usable address. */
export function toEmbed(code: string): Embed | null {
  const type = embedType(code);
  if (type === 'script') return { type, code };
  const url = type === 'url' ? code.trim() : iframeSource(code);
  return url !== null && isHttpUrl(url) ? { type, url } : null;
}
