import { invalid } from './messages.ts';
import { hostPattern, isHttpUrl, sitePathPattern, tailPattern } from './url.ts';

export type EmbedType = 'url' | 'iframe' | 'script';

// Pattern texts for JavaScript (with the flag `u`) and RE2 alike: firestore.rules carries the same ones.

const anyCase = (word: string): string => word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

const space = '[ \\t\\n\\f\\r]';
const gap = '[ \\t\\n\\f\\r/]';
const inName = `[^ \\t\\n\\f\\r"\\x27<>/=]`;
const value = `(?:${space}*=${space}*(?:"[^"]*"|\\x27[^\\x27]*\\x27|[^ \\t\\n\\f\\r"\\x27=<>]+))?`;
const notSource =
  `(?:[^ \\t\\n\\f\\r"\\x27<>/=sS]${inName}*|[sS](?:[^ \\t\\n\\f\\r"\\x27<>/=rR]${inName}*)?` +
  `|[sS][rR](?:[^ \\t\\n\\f\\r"\\x27<>/=cC]${inName}*)?|[sS][rR][cC]${inName}+)`;
// In markup an apostrophe may end the address, so none is in it.
const source = `(?:${anyCase('http')}[sS]?:)?//${hostPattern}${tailPattern('\\x27')}|${sitePathPattern('\\x27')}`;
const tag = (name: string): string => `<${anyCase(name)}${gap.replace(']', '>]')}`;
const anywhere = (pattern: string): string => `[\\s\\S]*${pattern}[\\s\\S]*`;

export const scriptPattern = anywhere(tag('script'));
export const linkPattern = anywhere(tag('link'));
export const iframePattern = anywhere(tag('iframe'));

/** An iframe, in whatever markup, that has a source of whatever kind. */
export const sourcedIframePattern = anywhere(`<${anyCase('iframe')}${gap}(?:[^<>]*${gap})?${anyCase('src')}${space}*=`);

/**
 * Markup whose first iframe shows an http(s) address, or a path on this site, and is closed. Groups: what stands before the
 * tag, its attributes before the source, the source, the attributes after it, and the rest of the markup.
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

const isPlainUrl = (code: string): boolean => /^http[^<]*$/i.test(code);

/** How an embed code is shown: a plain URL, script-based markup, or iframe markup. */
export function embedType(code: string): EmbedType {
  const trimmed = code.trim();
  if (isPlainUrl(trimmed)) return 'url';
  if (script.test(trimmed) || (link.test(trimmed) && !iframe.test(trimmed))) return 'script';
  return 'iframe';
}

/** What is wrong with an embed code that is not empty; null when nothing is. */
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
      return hasIframe && /<\/iframe/i.test(trimmed) ? invalid.embedIframeSrc : invalid.embedFormat;
  }
}

/** What iframe markup may say of its frame, in the names React has for it. */
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

/** What a frame may be allowed to use. */
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

/** What a viewer frames: an address with what its markup said of the frame, or for script embeds the code. */
export type Embed =
  | { type: 'url'; url: string }
  | { type: 'iframe'; url: string; settings: FrameSettings }
  | { type: 'script'; code: string };

/** The embed a code stands for; null when it holds no usable address. */
export function toEmbed(code: string): Embed | null {
  const type = embedType(code);
  const url = code.trim();
  if (type === 'script') return { type, code };
  if (type === 'url') return isHttpUrl(url) ? { type, url } : null;
  const read = readFrame(code);
  return read && { type, url: read.url, settings: read.settings };
}

/** What iframe markup says that its frame will not keep, in words; null when nothing is lost, or it is no such markup. */
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
    // To a browser the first of several counts.
    if (seen.has(attribute)) continue;
    seen.add(attribute);
    dropped.push(...keep(settings, attribute, text));
  }
  const around = before + rest.replace(/^[^<]*<\/iframe\s*>/i, '');
  if (around.trim() !== '') dropped.push('what stands around it');
  return { url: addressOf(source), settings, dropped };
}

/** Notes an attribute in `settings`; returns what of it is not kept. */
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

/** A source as an address: without a scheme it is read as https, wherever the page itself stands. */
const addressOf = (source: string): string => decoded(source).replace(/^\/\//, 'https://');

const entities: Record<string, string> = { amp: '&', '#38': '&', '#038': '&', quot: '"', '#39': "'", lt: '<', gt: '>' };

const decoded = (text: string): string =>
  text.replace(/&(amp|#0?38|quot|#39|lt|gt);/g, (entity, name: string) => entities[name] ?? entity);
