import { invalid } from './messages.ts';
import { hostPattern, isHttpUrl, tailPattern } from './url.ts';

export type EmbedType = 'url' | 'iframe' | 'script';

// Patterns for both JavaScript (with the flag `u`) and RE2: firestore.rules contains the same ones.

const anyCase = (word: string): string => word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

const space = '[ \\t\\n\\f\\r]';
const gap = '[ \\t\\n\\f\\r/]';
const inName = `[^ \\t\\n\\f\\r"\\x27<>/=]`;
const value = `(?:${space}*=${space}*(?:"[^"]*"|\\x27[^\\x27]*\\x27|[^ \\t\\n\\f\\r"\\x27=<>]+))?`;
const notSource =
  `(?:[^ \\t\\n\\f\\r"\\x27<>/=sS]${inName}*|[sS](?:[^ \\t\\n\\f\\r"\\x27<>/=rR]${inName}*)?` +
  `|[sS][rR](?:[^ \\t\\n\\f\\r"\\x27<>/=cC]${inName}*)?|[sS][rR][cC]${inName}+)`;
// In markup an apostrophe may end the URL, so a URL contains none.
const source = `(?:${anyCase('http')}[sS]?:)?//${hostPattern}${tailPattern('\\x27')}`;
const tag = (name: string): string => `<${anyCase(name)}${gap.replace(']', '>]')}`;
const anywhere = (pattern: string): string => `[\\s\\S]*${pattern}[\\s\\S]*`;

export const scriptPattern = anywhere(tag('script'));
export const linkPattern = anywhere(tag('link'));
export const iframePattern = anywhere(tag('iframe'));

/** Any markup that contains an iframe with any source. */
export const sourcedIframePattern = anywhere(`<${anyCase('iframe')}${gap}(?:[^<>]*${gap})?${anyCase('src')}${space}*=`);

/**
 * Markup whose first iframe has an http(s) source and is closed. Groups: the markup before the tag, its attributes before
 * the source, the source, the attributes after it, and the rest of the markup.
 */
export const framePattern =
  `([^<]*(?:<(?:[^<iI]|[iI][^<fF])[^<]*)*)<${anyCase('iframe')}((?:${gap}+${notSource}${value})*)${gap}+${anyCase('src')}` +
  `${space}*=${space}*["\\x27]?${space}*(${source})${space}*["\\x27]?((?:${gap}+${inName}+${value})*)${gap}*>` +
  `([\\s\\S]*</${anyCase('iframe')}${space}*>[\\s\\S]*)`;

const whole = (pattern: string): RegExp => new RegExp(`^${pattern}$`, 'u');
const script = whole(scriptPattern);
const link = whole(linkPattern);
const iframe = whole(iframePattern);
const sourcedIframe = whole(sourcedIframePattern);
const frame = whole(framePattern);
// Pages of the site forbid framing, so a frame of a path would show the browser's error page.
const ownPathFrame = /<iframe[\s/](?:[^<>]*[\s/])?src\s*=\s*["']?\s*\/(?![/\\])[^<>]*>[\s\S]*<\/iframe/i;

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
      if (ownPathFrame.test(trimmed)) return invalid.embedOwnPage;
      return hasIframe && /<\/iframe/i.test(trimmed) ? invalid.embedIframeSrc : invalid.embedFormat;
  }
}

/** Whether an embed code frames a page of one of these origins, which forbid framing. */
export function framesOwnPage(code: string, ownOrigins: readonly string[]): boolean {
  const embed = toEmbed(code);
  if (embed === null || embed.type === 'script') return false;
  const host = hostOf(embed.url);
  return host !== null && ownOrigins.some((origin) => hostOf(origin) === host);
}

/** The host of an http(s) address with a port that is not the default, as browsers compare it. */
const hostOf = (address: string): string | null =>
  /^https?:\/\/([^/?#]*)/i
    .exec(address)?.[1]
    ?.toLowerCase()
    .replace(/:(80|443)$/, '')
    .replace(/\.(?=$|:)/, '') ?? null;

/** The attributes that are kept of iframe markup, by their names in React. */
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

/** The browser features that a frame may be allowed to use. */
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

/** A parsed embed: the URL with the attributes of its frame, or for script embeds the code. */
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

/** The parts of iframe markup that are dropped, as a sentence; null if nothing is dropped, or the code is no iframe markup. */
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
    dropped.push(...keep(settings, attribute, text));
  }
  const around = before + rest.replace(/^[^<]*<\/iframe\s*>/i, '');
  if (around.trim() !== '') dropped.push('the markup around it');
  return { url: addressOf(source), settings, dropped };
}

/** Stores an attribute in `settings`; returns the parts of it that are dropped. */
function keep(settings: FrameSettings, attribute: string, text: string): string[] {
  const word = text.trim().toLowerCase();
  switch (attribute) {
    case 'title':
      if (text.trim() !== '') settings.title = text.trim();
      return [];
    case 'allow': {
      const asked = word.split(';').flatMap((directive) => directive.trim().split(/\s+/, 1).filter(Boolean));
      settings.allow = [...new Set(asked)].filter((feature) => features.has(feature)).join('; ');
      return asked.filter((feature) => !features.has(feature)).map((feature) => `allow ${feature}`);
    }
    case 'allowfullscreen':
      settings.allowFullScreen = true;
      return [];
    case 'loading':
      if (word !== 'lazy' && word !== 'eager') return [attribute];
      settings.loading = word;
      return [];
    case 'referrerpolicy': {
      const policy = referrerPolicies.find((known) => known === word);
      if (policy) settings.referrerPolicy = policy;
      return policy ? [] : [attribute];
    }
    case 'width':
    case 'height': {
      const [, size] = /^(\d{1,4}%?)(?:px)?$/.exec(word) ?? [];
      if (size !== undefined) settings[attribute] = size;
      return size === undefined ? [attribute] : [];
    }
    default:
      return [attribute];
  }
}

function attributesOf(text: string): [name: string, text: string][] {
  const attribute = new RegExp(`(${inName}+)(${value})`, 'gu');
  return [...text.matchAll(attribute)].map(([, name = '', assigned = '']) => [
    name.toLowerCase(),
    decoded(assigned.replace(/^\s*=\s*/, '').replace(/^(["'])([^]*)\1$/, '$2')),
  ]);
}

/** The URL of a source; one without a scheme gets https, independent of the page's scheme. */
const addressOf = (source: string): string => decoded(source).replace(/^\/\//, 'https://');

const entities: Record<string, string> = { amp: '&', '#38': '&', '#038': '&', quot: '"', '#39': "'", lt: '<', gt: '>' };

const decoded = (text: string): string =>
  text.replace(/&(amp|#0?38|quot|#39|lt|gt);/g, (entity, name: string) => entities[name] ?? entity);
