import { invalid } from './messages.ts';
import { hostPattern, isHttpUrl, tailPattern } from './url.ts';

export type EmbedType = 'url' | 'iframe' | 'script';

// These patterns are valid in JavaScript (with flag `u`) and RE2: firestore.rules contains the same ones.

const anyCase = (word: string): string => word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

const space = '[ \\t\\n\\f\\r]';
const gap = '[ \\t\\n\\f\\r/]';
const inName = `[^ \\t\\n\\f\\r"\\x27<>/=]`;
const assigned = `${space}*=${space}*`;
const quoted = `"[^"]*"|\\x27[^\\x27]*\\x27`;
const unquoted = `[^ \\t\\n\\f\\r"\\x27=<>][^ \\t\\n\\f\\r"\\x27<>]*`;
const value = `(?:${assigned}(?:${quoted}|${unquoted}))?`;
// With the separator after it. A slash belongs to an unquoted value, as in browsers: if it could also separate two
// attributes, the number of ways to read a text would double with each value.
const attribute = (name: string): string =>
  `${name}(?:(?:${assigned}(?:${quoted}))?${gap}+|${assigned}${unquoted}${space}${gap}*)`;
const attributes = `(?:${attribute(`${inName}+`)})*(?:${inName}+${value})?`;
const notSource =
  `(?:[^ \\t\\n\\f\\r"\\x27<>/=sS]${inName}*|[sS](?:[^ \\t\\n\\f\\r"\\x27<>/=rR]${inName}*)?` +
  `|[sS][rR](?:[^ \\t\\n\\f\\r"\\x27<>/=cC]${inName}*)?|[sS][rR][cC]${inName}+)`;
// In markup an apostrophe may delimit the URL, so the URL must not contain one.
const source = `(?:${anyCase('http')}[sS]?:)?//${hostPattern}${tailPattern('\\x27')}`;
const tag = (name: string): string => `<${anyCase(name)}${gap.replace(']', '>]')}`;
const anywhere = (pattern: string): string => `[\\s\\S]*${pattern}[\\s\\S]*`;

export const scriptPattern = anywhere(tag('script'));
export const linkPattern = anywhere(tag('link'));
export const iframePattern = anywhere(tag('iframe'));

/** Matches markup that contains an iframe with a `src` attribute. */
export const sourcedIframePattern = anywhere(`<${anyCase('iframe')}${gap}(?:[^<>]*${gap})?${anyCase('src')}${space}*=`);

/**
 * Matches markup whose first iframe has an http(s) source and is closed. Groups: the markup before the tag, its
 * attributes before the source, the source, the end of its quotes and the attributes after it, and the rest of the
 * markup. Each text has at most one reading, so that the time to read it grows with its length only.
 */
export const framePattern =
  `([^<]*(?:<(?:[^<iI]|[iI][^<fF])[^<]*)*)<${anyCase('iframe')}${gap}+((?:${attribute(notSource)})*)${anyCase('src')}` +
  `${assigned}["\\x27]?${space}*(${source})` +
  `((?:(?:${space}*["\\x27]${gap}|${space})${gap}*${attributes}|${space}*["\\x27])?)>` +
  `([\\s\\S]*</${anyCase('iframe')}${space}*>[\\s\\S]*)`;

const whole = (pattern: string): RegExp => new RegExp(`^${pattern}$`, 'u');
const script = whole(scriptPattern);
const link = whole(linkPattern);
const iframe = whole(iframePattern);
const sourcedIframe = whole(sourcedIframePattern);
const frame = whole(framePattern);
// Matches a frame of a path on the site. Pages of the site forbid framing, so it would show the browser's error page.
const ownPathFrame = /<iframe[\s/](?:[^<>]*[\s/])?src\s*=\s*["']?\s*\/(?![/\\])[^<>]*>/i;
const frameEnd = /<\/iframe/i;
const framesOwnPath = (code: string): boolean => {
  const found = ownPathFrame.exec(code);
  return found !== null && frameEnd.test(code.slice(found.index));
};

const isPlainUrl = (code: string): boolean => /^http[^<]*$/i.test(code);

/** The type of an embed code: a plain URL, script-based markup, or iframe markup. */
export function embedType(code: string): EmbedType {
  const trimmed = code.trim();
  if (isPlainUrl(trimmed)) return 'url';
  if (script.test(trimmed) || (link.test(trimmed) && !iframe.test(trimmed))) return 'script';
  return 'iframe';
}

/** The validation error of an embed code that is not empty; null if it is valid. */
export function embedProblem(code: string): string | null {
  const trimmed = code.trim();
  const hasIframe = iframe.test(trimmed);
  switch (embedType(trimmed)) {
    case 'url':
      return isHttpUrl(trimmed) ? null : invalid.embedFormat;
    case 'script':
      return hasIframe && !sourcedIframe.test(trimmed) ? invalid.embedIframeSrc : null;
    case 'iframe':
      if (frame.test(trimmed)) return null;
      if (framesOwnPath(trimmed)) return invalid.embedOwnPage;
      return hasIframe && frameEnd.test(trimmed) ? invalid.embedIframeSrc : invalid.embedFormat;
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

/** The attributes that are kept from iframe markup, with their names in React. */
interface FrameSettings {
  title?: string;
  allow?: string;
  allowFullScreen?: true;
  loading?: 'eager' | 'lazy';
  referrerPolicy?: ReferrerPolicy;
  width?: string;
  height?: string;
}

const referrerPolicies = [
  'no-referrer',
  'no-referrer-when-downgrade',
  'origin',
  'origin-when-cross-origin',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
] as const;
type ReferrerPolicy = (typeof referrerPolicies)[number];

/** The browser features that an `allow` attribute may contain. */
const features = new Set([
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-write',
  'encrypted-media',
  'fullscreen',
  'gyroscope',
  'microphone',
  'picture-in-picture',
  'screen-wake-lock',
  'web-share',
  'xr-spatial-tracking',
]);

/** A parsed embed: a URL, a URL with frame attributes, or script code. */
export type Embed =
  | { type: 'url'; url: string }
  | { type: 'iframe'; url: string; settings: FrameSettings }
  | { type: 'script'; code: string };

/** Parses an embed code; null if it has no usable URL. */
export function toEmbed(code: string): Embed | null {
  const type = embedType(code);
  const url = code.trim();
  if (type === 'script') return { type, code };
  if (type === 'url') return isHttpUrl(url) ? { type, url } : null;
  const read = readFrame(code);
  return read && { type, url: read.url, settings: read.settings };
}

/**
 * A sentence that lists the dropped parts of iframe markup; null if none are dropped or the code is not iframe markup.
 */
export function embedLoss(code: string): string | null {
  const dropped = embedType(code) === 'iframe' ? (readFrame(code)?.dropped ?? []) : [];
  return dropped.length === 0 ? null : `Not kept from the iframe code: ${dropped.join(', ')}.`;
}

interface ReadFrame {
  url: string;
  settings: FrameSettings;
  dropped: string[];
}

function readFrame(code: string): ReadFrame | null {
  const groups = frame.exec(code.trim());
  if (!groups) return null;
  const [, before = '', first = '', source = '', last = '', rest = ''] = groups;
  const settings: FrameSettings = {};
  const dropped: string[] = [];
  const seen = new Set(['src']);
  for (const [attribute, text] of attributesOf(first + last)) {
    // Browsers use the first of several attributes with the same name.
    if (seen.has(attribute)) continue;
    seen.add(attribute);
    dropped.push(...applyAttribute(settings, attribute, text));
  }
  const around = before + rest.replace(/^[^<]*<\/iframe\s*>/i, '');
  if (around.trim() !== '') dropped.push('the markup around it');
  return { url: addressOf(source), settings, dropped };
}

/** Stores an attribute in `settings`; returns the parts of it that are dropped. */
function applyAttribute(settings: FrameSettings, attribute: string, text: string): string[] {
  const normalized = text.trim().toLowerCase();
  switch (attribute) {
    case 'title':
      if (text.trim() !== '') settings.title = text.trim();
      return [];
    case 'allow': {
      const requested = normalized.split(';').flatMap((directive) => directive.trim().split(/\s+/, 1).filter(Boolean));
      settings.allow = [...new Set(requested)].filter((feature) => features.has(feature)).join('; ');
      return requested.filter((feature) => !features.has(feature)).map((feature) => `allow ${feature}`);
    }
    case 'allowfullscreen':
      settings.allowFullScreen = true;
      return [];
    case 'loading':
      if (normalized !== 'lazy' && normalized !== 'eager') return [attribute];
      settings.loading = normalized;
      return [];
    case 'referrerpolicy': {
      const policy = referrerPolicies.find((known) => known === normalized);
      if (policy) settings.referrerPolicy = policy;
      return policy ? [] : [attribute];
    }
    case 'width':
    case 'height': {
      const [, size] = /^(\d{1,4}%?)(?:px)?$/.exec(normalized) ?? [];
      if (size !== undefined) settings[attribute] = size;
      return size === undefined ? [attribute] : [];
    }
    default:
      return [attribute];
  }
}

function attributesOf(text: string): [name: string, text: string][] {
  const nameAndValue = new RegExp(`(${inName}+)(${value})`, 'gu');
  return [...text.matchAll(nameAndValue)].map(([, name = '', assigned = '']) => [
    name.toLowerCase(),
    decoded(assigned.replace(/^\s*=\s*/, '').replace(/^(["'])([^]*)\1$/, '$2')),
  ]);
}

/** The URL in a `src` attribute. A URL without a scheme gets https, so that it does not depend on the page's scheme. */
const addressOf = (source: string): string => decoded(source).replace(/^\/\//, 'https://');

const entities: Record<string, string> = { amp: '&', '#38': '&', '#038': '&', quot: '"', '#39': "'", lt: '<', gt: '>' };

const decoded = (text: string): string =>
  text.replace(/&(amp|#0?38|quot|#39|lt|gt);/g, (entity, name: string) => entities[name] ?? entity);
