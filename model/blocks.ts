import { foldText } from './fold.ts';
import { isHttpUrl, isSitePath } from './url.ts';

/** A block as it is written: `::name[text]{key="value"}`, or with three or more colons if it has content. */
export interface Directive {
  name: string;
  /** The text in brackets; null without brackets. */
  text: string | null;
  attributes: Record<string, string>;
}

export type AttributeKind = 'text' | 'url' | 'image' | 'video' | 'demo' | 'choice' | 'number' | 'boolean';

export interface BlockAttribute {
  name: string;
  /** Label for editors. */
  label: string;
  kind: AttributeKind;
  required?: true;
  /** For a choice: the values with their labels. */
  choices?: Readonly<Record<string, string>>;
  /** For a choice or number: the value that is used when the attribute is missing or invalid. */
  default?: string;
  /** For a text: the maximum number of characters. For a number: its range. */
  limit?: number | readonly [minimum: number, maximum: number];
}

/** The text in brackets: plain text, or Markdown within a line. */
interface BlockText {
  label: string;
  kind: 'text' | 'markdown';
  required?: true;
  limit: number;
}

/** Blocks of one kind, at least `least` and at most `most`. */
interface BlockList {
  block: string;
  least: number;
  most: number;
}

export interface BlockDefinition {
  name: string;
  /** Label, description and other words of searches for editors. */
  label: string;
  description: string;
  words?: string;
  text: BlockText | null;
  /** The content between the fences. Only blocks with content are written with three or more colons. */
  content: 'none' | 'markdown' | BlockList;
  /** The block that contains this one, if it stands only there. */
  within?: string;
  attributes: readonly BlockAttribute[];
}

const title = (label: string): BlockText => ({ label, kind: 'text', limit: 200 });
const caption: BlockText = { label: 'Caption', kind: 'markdown', limit: 500 };
const alt: BlockAttribute = { name: 'alt', label: 'Description of the image', kind: 'text', limit: 300 };
const link: BlockAttribute = { name: 'href', label: 'Link', kind: 'url' };
const columns = (preset: string): BlockAttribute => ({
  name: 'columns',
  label: 'Columns on wide screens',
  kind: 'number',
  limit: [2, 4],
  default: preset,
});
const width: BlockAttribute = {
  name: 'width',
  label: 'Width',
  kind: 'choice',
  choices: { text: 'As wide as the text', wide: 'Wider than the text', full: 'As wide as the window' },
  default: 'text',
};

/** The blocks of a text. Editors, validation, documentation and the site's renderer read this table. */
export const blocks: readonly BlockDefinition[] = [
  {
    name: 'callout',
    label: 'Callout',
    description: 'A highlighted note',
    words: 'note tip warning',
    text: title('Title'),
    content: 'markdown',
    attributes: [
      {
        name: 'type',
        label: 'Type',
        kind: 'choice',
        choices: { info: 'Information', tip: 'Tip', warning: 'Warning' },
        default: 'info',
      },
    ],
  },
  {
    name: 'columns',
    label: 'Columns',
    description: 'Two or three columns of text',
    text: null,
    content: { block: 'column', least: 2, most: 3 },
    attributes: [],
  },
  {
    name: 'column',
    label: 'Column',
    description: 'One column',
    text: null,
    content: 'markdown',
    within: 'columns',
    attributes: [],
  },
  {
    name: 'cards',
    label: 'Cards',
    description: 'A grid of cards with a title, a text, an image and a link',
    words: 'grid',
    text: null,
    content: { block: 'card', least: 1, most: 24 },
    attributes: [columns('3')],
  },
  {
    name: 'card',
    label: 'Card',
    description: 'One card',
    text: { ...title('Title'), required: true },
    content: 'markdown',
    within: 'cards',
    attributes: [link, { name: 'src', label: 'Image', kind: 'image' }, alt],
  },
  {
    name: 'button',
    label: 'Button',
    description: 'A link that looks like a button',
    words: 'cta action',
    text: { label: 'Text', kind: 'text', required: true, limit: 100 },
    content: 'none',
    attributes: [
      { ...link, required: true },
      {
        name: 'style',
        label: 'Style',
        kind: 'choice',
        choices: { primary: 'Filled', secondary: 'Outlined' },
        default: 'primary',
      },
    ],
  },
  {
    name: 'quote',
    label: 'Quote with source',
    description: 'A quotation and its author',
    words: 'testimonial',
    text: title('Source'),
    content: 'markdown',
    attributes: [{ ...link, label: 'Link of the source' }],
  },
  {
    name: 'questions',
    label: 'Questions and answers',
    description: 'Questions that open to show their answers',
    words: 'faq accordion details',
    text: null,
    content: { block: 'question', least: 1, most: 50 },
    attributes: [],
  },
  {
    name: 'question',
    label: 'Question',
    description: 'One question and its answer',
    text: { label: 'Question', kind: 'text', required: true, limit: 300 },
    content: 'markdown',
    within: 'questions',
    attributes: [{ name: 'open', label: 'Show the answer at first', kind: 'boolean' }],
  },
  {
    name: 'image',
    label: 'Image with caption',
    description: 'An image, its caption and its width',
    words: 'figure caption',
    text: caption,
    content: 'none',
    attributes: [{ name: 'src', label: 'Image', kind: 'image', required: true }, alt, width],
  },
  {
    name: 'gallery',
    label: 'Gallery',
    description: 'A grid of images with captions',
    words: 'images photos',
    text: null,
    content: { block: 'image', least: 2, most: 48 },
    attributes: [columns('3')],
  },
  {
    name: 'video',
    label: 'Video',
    description: 'A video on YouTube or Vimeo, loaded after a click',
    words: 'youtube vimeo',
    text: { ...title('Title'), required: true },
    content: 'none',
    attributes: [
      { name: 'url', label: 'Address of the video', kind: 'video', required: true },
      { name: 'poster', label: 'Image before the video plays', kind: 'image' },
      width,
    ],
  },
  {
    name: 'demo',
    label: 'Demo',
    description: 'A published demo of this site',
    text: caption,
    content: 'none',
    attributes: [{ name: 'id', label: 'Demo', kind: 'demo', required: true }, width],
  },
  {
    name: 'logos',
    label: 'Logo row',
    description: 'The logos of customers or partners',
    words: 'customers partners',
    text: title('Heading'),
    content: { block: 'logo', least: 1, most: 24 },
    attributes: [],
  },
  {
    name: 'logo',
    label: 'Logo',
    description: 'One logo',
    text: { label: 'Name', kind: 'text', required: true, limit: 100 },
    content: 'none',
    within: 'logos',
    attributes: [{ name: 'src', label: 'Image', kind: 'image', required: true }, link],
  },
  {
    name: 'numbers',
    label: 'Figures in numbers',
    description: 'A row of large numbers with their meanings',
    words: 'statistics metrics',
    text: null,
    content: { block: 'number', least: 1, most: 6 },
    attributes: [],
  },
  {
    name: 'number',
    label: 'Number',
    description: 'One number',
    text: { label: 'Meaning', kind: 'text', required: true, limit: 200 },
    content: 'none',
    within: 'numbers',
    attributes: [{ name: 'value', label: 'Number', kind: 'text', required: true, limit: 20 }],
  },
];

const definitions: ReadonlyMap<string, BlockDefinition> = new Map(blocks.map((block) => [block.name, block]));

/** The definition of a block; undefined for an unknown name. */
export const blockDefinition = (name: string): BlockDefinition | undefined => definitions.get(name);

/** The blocks that can stand alone in a text, of which a word begins with each typed one. */
export function findBlocks(typed: string): BlockDefinition[] {
  const wanted = foldText(typed).split(/\s+/).filter(Boolean);
  return blocks.filter(({ within, name, label, words = '' }) => {
    const text = ` ${foldText(`${label} ${name} ${words}`)}`;
    return within === undefined && wanted.every((word) => text.includes(` ${word}`));
  });
}

/** Values of a new block. Links, images, videos and demos have no value that could be assumed. */
export function newDirective(name: string): Directive {
  const { text, attributes = [], content, within } = definitions.get(name) ?? {};
  const required = attributes.filter((attribute) => attribute.required);
  // Its form asks for the values.
  if (content === 'none' && within === undefined) return { name, text: null, attributes: {} };
  const values = required.flatMap(({ name: key, kind }) =>
    kind === 'url' ? [[key, '/']] : kind === 'text' ? [[key, '100']] : [],
  );
  return {
    name,
    text: text?.required ? text.label : null,
    attributes: Object.fromEntries(values) as Directive['attributes'],
  };
}

/** The Markdown of a new block with the least content. Required values that cannot be assumed are empty. */
export function blockTemplate(name: string): string {
  const { content = 'none', attributes = [] } = definitions.get(name) ?? {};
  const directive = newDirective(name);
  const isTextRequired = definitions.get(name)?.text?.required === true;
  const values = attributes.flatMap(({ name: key, required }) =>
    required ? [[key, directive.attributes[key] ?? '']] : [],
  );
  const inside =
    typeof content === 'object'
      ? Array.from({ length: content.least }, () => blockTemplate(content.block)).join('\n')
      : content === 'markdown'
        ? 'Text'
        : '';
  const text = directive.text ?? (isTextRequired ? '' : null);
  return formatDirective(
    { ...directive, text, attributes: Object.fromEntries(values) as Directive['attributes'] },
    inside,
  );
}

/** The first line of a block. */
export interface DirectiveLine extends Directive {
  /** The number of colons: 2 for a block without content, at least 3 for one that a line of as many colons closes. */
  colons: number;
}

/** Parses the first line of a block; null if the line is anything else. Takes linear time. */
export function parseDirective(line: string): DirectiveLine | null {
  const [start, colons = '', name = ''] = /^ {0,3}(:{2,})([a-z][a-z0-9-]*)(?=[\s[{]|$)/.exec(line) ?? [];
  if (start === undefined) return null;
  let rest = line.slice(start.length);
  let text: string | null = null;
  if (rest.startsWith('[')) {
    const end = closingBracket(rest);
    if (end === -1) return null;
    text = rest.slice(1, end);
    if (definitions.get(name)?.text?.kind !== 'markdown') text = text.replace(/\\([[\]\\])/g, '$1');
    rest = rest.slice(end + 1);
  }
  const attributes = parseAttributes(rest);
  return attributes && { colons: colons.length, name, text, attributes };
}

/** The position of the bracket that closes the one at the start; -1 if there is none. */
function closingBracket(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '[') depth += 1;
    else if (text[at] === ']' && (depth -= 1) === 0) return at;
  }
  return -1;
}

function parseAttributes(source: string): Record<string, string> | null {
  if (source.trim() === '') return {};
  const attribute = /\s*([a-z][a-z0-9-]*)(?:="([^"]*)"|='([^']*)')?(?=[\s}])/y;
  if (!source.startsWith('{')) return null;
  const attributes: Record<string, string> = {};
  let at = 1;
  for (;;) {
    attribute.lastIndex = at;
    const [match, name = '', double, single] = attribute.exec(source) ?? [];
    if (match === undefined) break;
    attributes[name] ??= decode(double ?? single ?? 'true');
    at += match.length;
  }
  return /^\s*\}\s*$/.test(source.slice(at)) ? attributes : null;
}

const decode = (value: string): string => value.replace(/&(quot|amp);/g, (_, name) => (name === 'amp' ? '&' : '"'));
const encode = (value: string): string =>
  value
    .replace(/(?<!\s)\s*[\r\n]\s*/g, ' ')
    .replace(/&(?=(?:quot|amp);)/g, '&amp;')
    .replaceAll('"', '&quot;');

/**
 * Writes a block: its first line and, for one with content, the content between fences that are longer than those in
 * it. The result is one block of Markdown without a line break at the end.
 */
export function formatDirective({ name, text, attributes }: Directive, content = ''): string {
  const definition = definitions.get(name);
  const label = text === null ? '' : `[${formatText(text, definition)}]`;
  const pairs = Object.entries(attributes).map(([key, value]) => {
    const isFlag = definition?.attributes.find((attribute) => attribute.name === key)?.kind === 'boolean';
    return isFlag && value === 'true' ? key : `${key}="${encode(value)}"`;
  });
  const line = `${name}${label}${pairs.length === 0 ? '' : `{${pairs.join(' ')}}`}`;
  if (definition?.content === 'none') return `::${line}`;
  const fences = [...content.matchAll(/^[ \t]*(:{3,})/gm)].map(([, colons = '']) => colons.length);
  const fence = ':'.repeat(Math.max(2, ...fences) + 1);
  const inner = content.replace(/^(?:[ \t]*\n)+|(?<!\s)\s+$/g, '');
  return [`${fence}${line}`, ...(inner === '' ? [] : [inner]), fence].join('\n');
}

function formatText(text: string, definition: BlockDefinition | undefined): string {
  const line = text.replace(/(?<!\s)\s*[\r\n]\s*/g, ' ');
  const isMarkdown = definition?.text?.kind === 'markdown';
  if (isMarkdown && closingBracket(`[${line}]`) === line.length + 1) return line;
  if (!isMarkdown) return line.replace(/[[\]\\]/g, '\\$&');
  return line.replace(/\\.|[[\]\\]/g, (found) => (found.length === 2 ? found : `\\${found}`));
}

/** A mistake in a block. With an error, the site shows the block as text; a warning means that a default is used. */
export interface BlockProblem {
  severity: 'error' | 'warning';
  /** The attribute, `text` for the text in brackets, or null for the whole block. */
  field: string | null;
  message: string;
}

/** A block with valid values: unknown attributes and invalid values are replaced by defaults or empty texts. */
export interface ReadBlock {
  definition: BlockDefinition;
  text: string;
  values: Readonly<Record<string, string>>;
}

/** Reads a block that was parsed or edited. `block` is null if the block has an error. */
export function readBlock(directive: Directive): { block: ReadBlock | null; problems: BlockProblem[] } {
  const definition = definitions.get(directive.name);
  if (!definition) {
    return { block: null, problems: [error(null, `There is no block with the name "${directive.name}"`)] };
  }
  const text = directive.text?.trim() ?? '';
  const problems = bracketProblems(text, definition);
  const values: Record<string, string> = {};
  for (const attribute of definition.attributes) {
    const written = (directive.attributes[attribute.name] ?? '').trim();
    const message = written === '' ? null : checks[attribute.kind](written, attribute);
    const isLong = attribute.kind === 'text';
    values[attribute.name] = written === '' || (message !== null && !isLong) ? (attribute.default ?? '') : written;
    if (attribute.required && values[attribute.name] === '') {
      problems.push(error(attribute.name, message ?? `${attribute.label} is required`));
    } else if (message !== null) problems.push(warning(attribute.name, message));
  }
  for (const name of Object.keys(directive.attributes)) {
    if (values[name] === undefined) problems.push(warning(name, `${definition.label} has no attribute "${name}"`));
  }
  const isBroken = problems.some(({ severity }) => severity === 'error');
  return { block: isBroken ? null : { definition, text, values }, problems };
}

function bracketProblems(text: string, { label, text: allowed }: BlockDefinition): BlockProblem[] {
  if (!allowed) return text === '' ? [] : [warning('text', `${label} has no text in brackets`)];
  if (allowed.required && text === '') return [error('text', `${allowed.label} is required`)];
  return text.length > allowed.limit ? [warning('text', tooLong(allowed.label, allowed.limit))] : [];
}

const error = (field: string | null, message: string): BlockProblem => ({ severity: 'error', field, message });
const warning = (field: string | null, message: string): BlockProblem => ({ severity: 'warning', field, message });

const tooLong = (label: string, limit: number): string => `${label} must be at most ${String(limit)} characters`;

// The message about an invalid value; null for a valid one.
const checks: Record<AttributeKind, (value: string, attribute: BlockAttribute) => string | null> = {
  text: (value, { label, limit }) => (typeof limit === 'number' && value.length > limit ? tooLong(label, limit) : null),
  url: (value, { label }) => (isBlockLink(value) ? null : `${label} must be a URL, a path or an anchor`),
  image: (value, { label }) => (isHttpUrl(value) || isSitePath(value) ? null : `${label} must be a URL or path`),
  video: (value, { label }) => (videoOf(value) ? null : `${label} must be a video on YouTube or Vimeo`),
  demo: (value, { label }) => (/^[\w-]{1,128}$/.test(value) ? null : `${label} must be the id of a demo`),
  choice: (value, { label, choices = {} }) =>
    Object.hasOwn(choices, value) ? null : `${label} must be one of: ${Object.keys(choices).join(', ')}`,
  number: (value, { label, limit }) => {
    const [least, most] = typeof limit === 'object' ? limit : [0, Infinity];
    const isValid = /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most;
    return isValid ? null : `${label} must be a whole number from ${String(least)} to ${String(most)}`;
  },
  boolean: (value, { label }) => (/^(true|false)$/.test(value) ? null : `${label} must be true or false`),
};

const visibleTail = '[^\\s"<>\\\\]';
const otherLink = new RegExp(
  `^(?:#${visibleTail}+|mailto:${visibleTail}+|tel:[+\\d][\\d().-]*|(?:page|demo):[\\w-]+)$`,
  'i',
);

/** Whether a block may link to an address: http(s), a path, an anchor, mailto, tel, or a document by its id. */
const isBlockLink = (address: string): boolean => isHttpUrl(address) || isSitePath(address) || otherLink.test(address);

/** A video of a provider. */
export interface Video {
  provider: 'youtube' | 'vimeo';
  id: string;
  /** The key of an unlisted Vimeo video. */
  hash: string | null;
  /** Seconds after which it starts; missing for the beginning. */
  start?: number;
  /** The YouTube playlist that continues after it. */
  list?: string;
}

const youtubeHost = /^(?:(?:www|m|music|gaming)\.)?youtube(?:-nocookie)?\.com$/;
const youtubePath = /^\/(?:watch|embed|shorts|live|v|e)\/([\w-]{11})\/?$/i;
const vimeoPath =
  /^\/(?:(?:channels\/[\w-]+|groups\/[\w-]+\/videos|(?:album|showcase)\/\d+\/video|ondemand\/[\w-]+|manage\/videos|videos?)\/)?(\d{5,12})(?:\/([\da-f]{8,16}))?\/?$/i;
const isYoutubeId = (text: string): boolean => /^[\w-]{11}$/.test(text);

/** The id by which YouTube's player shows a playlist from its first video. */
const wholePlaylist = 'videoseries';

/** The video at an address; null if it is none of YouTube or Vimeo. */
export function videoOf(address: string): Video | null {
  if (!isHttpUrl(address)) return null;
  const { hostname, pathname, searchParams, hash } = new URL(address);
  const start = startOf(searchParams, new URLSearchParams(hash.slice(1)));
  const host = hostname.replace(/^www\.(?=vimeo|youtu\.be)/, '');
  if (host === 'vimeo.com' || host === 'player.vimeo.com') {
    const [, id, key = searchParams.get('h')] = vimeoPath.exec(pathname) ?? [];
    if (id === undefined || (key !== null && !/^[\da-f]{8,16}$/i.test(key))) return null;
    return { provider: 'vimeo', id, hash: key, ...start };
  }
  if (host !== 'youtu.be' && !youtubeHost.test(host)) return null;
  const list = listOf(searchParams);
  const id =
    youtubeIdOf(host, pathname, searchParams) ??
    (list && /^\/(?:playlist|watch)\/?$/.test(pathname) ? wholePlaylist : null);
  if (id === null || (id === wholePlaylist && !list)) return null;
  return { provider: 'youtube', id, hash: null, ...start, ...list };
}

function youtubeIdOf(host: string, path: string, query: URLSearchParams): string | null {
  const inPath = host === 'youtu.be' ? path.slice(1).replace(/\/$/, '') : youtubePath.exec(path)?.[1];
  const id = inPath ?? (/^\/(?:watch\/?)?$/i.test(path) ? query.get('v') : null);
  return id !== null && isYoutubeId(id) ? id : null;
}

function listOf(query: URLSearchParams): { list: string } | undefined {
  const list = query.get('list') ?? '';
  return /^[\w-]{12,64}$/.test(list) ? { list } : undefined;
}

/** Reads a time such as `90`, `90s`, `1h2m3s` or `1:02:03`. */
function startOf(query: URLSearchParams, fragment: URLSearchParams): { start: number } | undefined {
  const text = query.get('t') ?? query.get('start') ?? query.get('time_continue') ?? fragment.get('t') ?? '';
  const units = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/i.exec(text);
  const [, hours = 0, minutes = 0, seconds = 0] = units ?? /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  const start = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return start === 0 ? undefined : { start };
}

/** The address of a picture of a video, which only editors load; null if the provider has none at a known address. */
export const videoPicture = ({ provider, id }: Video): string | null =>
  provider === 'youtube' && id !== wholePlaylist ? `https://i.ytimg.com/vi/${id}/hqdefault.jpg` : null;
