import { isHttpUrl } from './url.ts';

export type EmbedType = 'url' | 'iframe' | 'script';

// Reads embed codes. `embed.ts` adds the decoder of character references for programs that need not be small.

/** Decodes the character references of an attribute's value as HTML does. */
export type Decode = (text: string) => string;

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
const tag = (name: string): string => `<${anyCase(name)}${gap.replace(']', '>]')}`;
const anywhere = (pattern: string): string => `[\\s\\S]*${pattern}[\\s\\S]*`;

// These patterns are also valid in RE2: firestore.rules contains the same ones. The rules check only the rough shape.
export const scriptPattern = anywhere(tag('script'));
export const linkPattern = anywhere(tag('link'));
export const iframePattern = anywhere(tag('iframe'));
export const sourcePattern = anywhere(`${anyCase('src')}${space}*=`);
/** A source that may be an address: `http`, two slashes or a character reference. */
export const webSourcePattern = anywhere(`${anyCase('src')}${space}*=${space}*["\\x27]?${space}*(?:[hH]|/[/&]|&)`);

/**
 * Matches markup whose first iframe has a source and is closed. Groups: the markup before the tag, its attributes
 * before the source, the quoted source with the attributes after it or both of an unquoted source, and the rest of the
 * markup. Each text has at most one reading, so that the time to read it grows with its length only.
 */
const framePattern =
  `([^<]*(?:<(?:[^<iI]|[iI][^<fF])[^<]*)*)<${anyCase('iframe')}${gap}+((?:${attribute(notSource)})*)${anyCase('src')}` +
  `${assigned}(?:(${quoted})(${gap}*${attributes})|(${unquoted})((?:${space}${gap}*${attributes})?))>` +
  `([\\s\\S]*</${anyCase('iframe')}${space}*>[\\s\\S]*)`;

const whole = (pattern: string): RegExp => new RegExp(`^${pattern}$`, 'u');
const script = whole(scriptPattern);
const link = whole(linkPattern);
const iframe = whole(iframePattern);
const frame = whole(framePattern);

/** The type of an embed code: a plain URL, script-based markup, or iframe markup. */
export function embedType(code: string): EmbedType {
  const trimmed = code.trim();
  if (/^http[^<]*$/i.test(trimmed)) return 'url';
  if (script.test(trimmed) || (link.test(trimmed) && !iframe.test(trimmed))) return 'script';
  return 'iframe';
}

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
export function parseEmbed(code: string, decode: Decode): Embed | null {
  const type = embedType(code);
  const trimmed = code.trim();
  if (type === 'script') return { type, code };
  if (type === 'url') return isHttpUrl(trimmed) ? { type, url: trimmed } : null;
  const read = readFrame(code, decode);
  return read && isHttpUrl(read.source) ? { type, url: read.source, settings: read.settings } : null;
}

interface ReadFrame {
  /** The source. One without a scheme gets https, so that it does not depend on the page's scheme. */
  source: string;
  settings: FrameSettings;
  /** The parts of the markup that are not kept, for a list. */
  dropped: string[];
}

/** Reads the first iframe of markup; null if it has no source or is not closed. */
export function readFrame(code: string, decode: Decode): ReadFrame | null {
  const groups = frame.exec(code.trim());
  if (!groups) return null;
  const [, before = '', first = '', inQuotes, afterQuotes = '', bare = '', afterBare = '', rest = ''] = groups;
  const settings: FrameSettings = {};
  const dropped: string[] = [];
  const seen = new Set(['src']);
  for (const [attribute, text] of attributesOf(`${first} ${afterQuotes}${afterBare}`, decode)) {
    // Browsers use the first of several attributes with the same name.
    if (seen.has(attribute)) continue;
    seen.add(attribute);
    dropped.push(...applyAttribute(settings, attribute, text));
  }
  const around = before + rest.replace(/^[^<]*<\/iframe\s*>/i, '');
  if (around.trim() !== '') dropped.push('the markup around it');
  const source = decode(inQuotes?.slice(1, -1) ?? bare).replace(/^[ \t\n\f\r]+|[ \t\n\f\r]+$/g, '');
  return { source: source.replace(/^\/\//, 'https://'), settings, dropped };
}

/** Stores an attribute in `settings`; returns the parts of it that are dropped. */
function applyAttribute(settings: FrameSettings, attribute: string, text: string): string[] {
  const normalized = text.trim().toLowerCase();
  switch (attribute) {
    case 'title':
      if (text.trim() !== '') settings.title = text.trim();
      return [];
    case 'allow': {
      const directives = normalized.split(';').map(readDirective);
      settings.allow = [...new Set(directives.map(({ kept }) => kept))].filter((kept) => kept !== '').join('; ');
      return directives.flatMap(({ dropped }) => (dropped === '' ? [] : [`allow ${dropped}`]));
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

const origin = /^(?:\*|'(?:self|src|none)'|https:\/\/(?:\*\.)?[^\s/?#@;,"'*\\]+\/?)$/;

/** Reads a directive of an `allow` attribute: the part that is kept and the part that is dropped. */
function readDirective(directive: string): { kept: string; dropped: string } {
  const [feature = '', ...origins] = directive.trim().split(/\s+/);
  if (!features.has(feature)) return { kept: '', dropped: feature };
  const kept = origins.filter((each) => origin.test(each));
  const dropped = origins.filter((each) => !origin.test(each));
  // Without any origin the feature would be allowed for the frame's own.
  if (kept.length === 0 && dropped.length > 0) return { kept: '', dropped: [feature, ...dropped].join(' ') };
  return {
    kept: [feature, ...kept].join(' '),
    dropped: dropped.length === 0 ? '' : [feature, ...dropped].join(' '),
  };
}

function attributesOf(text: string, decode: Decode): [name: string, text: string][] {
  const nameAndValue = new RegExp(`(${inName}+)(${value})`, 'gu');
  return [...text.matchAll(nameAndValue)].map(([, name = '', assigned = '']) => [
    name.toLowerCase(),
    decode(assigned.replace(/^\s*=\s*/, '').replace(/^(["'])([^]*)\1$/, '$2')),
  ]);
}
