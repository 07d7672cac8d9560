import { currentFields, fieldsOfType, type Kind, kinds } from './kinds/kinds.ts';
import { limits } from './limits.ts';
import { parseMarkdown } from './markdown.ts';
import { mediaInText, mediaOfAddress } from './media.ts';
import type { LaunchFailure } from './launch.ts';
import type { Data } from './changes/write.ts';

/**
 * The health rules that depend on the document alone. The other rules depend on the rest of the site, which may be
 * another one at the time of a schedule, or while several documents are published.
 */
export const documentRules = ['image-alt', 'title-long', 'description-missing'] as const satisfies LaunchFailure[];

export type DocumentRule = (typeof documentRules)[number];

export interface Publication {
  kind: Kind;
  /** The stored document; null if there is none. */
  before: Data | null;
  /** The document as it would be published. */
  after: Data;
  /** The names of the rules that prevent publishing, see `blockingRules`. */
  rules: readonly string[];
  /** Reads documents of the media library, whose alt texts count where a text has none. Null for missing ones. */
  readMedia: (ids: readonly string[]) => Promise<readonly (Data | null | undefined)[]>;
}

/**
 * The first rule that prevents this publication; null if there is none. It is one of the reasons of `planChange`
 * (`changes/plan-change.ts`), which decides whether a document may be published. As in the editors, problems that are live already
 * prevent nothing.
 */
export async function blockingRule({
  kind,
  before,
  after,
  rules,
  readMedia,
}: Publication): Promise<DocumentRule | null> {
  const active = documentRules.filter((rule) => rules.includes(rule));
  if (active.length === 0 || !isPublic(after)) return null;
  const stored = before && isPublic(before) ? [before, after] : [after];
  const versions = stored.map((data) => currentFields(kind, data));
  const ids = active.includes('image-alt')
    ? [...mediaInText(versions.map((data) => textOf(kind, data)).join('\n'))]
    : [];
  const found = ids.length === 0 ? [] : await readMedia(ids);
  const media = new Map(ids.map((id, index) => [id, found[index]]));
  const [problems = [], live = []] = versions.map((data) => problemsOf(kind, data, media)).reverse();
  const known = new Set(live.map(({ at }) => at));
  return active.find((rule) => problems.some((one) => one.rule === rule && !known.has(one.at))) ?? null;
}

const isPublic = (data: Data): boolean => data['is_published'] === true && data['is_visible'] !== false;

interface Problem {
  rule: DocumentRule;
  /** Identifies the problem among those of another version. */
  at: string;
}

type MediaData = ReadonlyMap<string, Data | null | undefined>;

function problemsOf(kind: Kind, data: Data, media: MediaData): Problem[] {
  const text = parseMarkdown(textOf(kind, data));
  const images = imagesWithoutAlt(text.html({ images: { find: (address) => describe(address, media), sizes: '' } }));
  const problems: Problem[] = images.map((src) => ({ rule: 'image-alt', at: `image ${src}` }));
  if (kinds[kind].address === null) return problems;
  const title = wordsIn(data['meta_title']) || wordsIn(data[kinds[kind].nameField]);
  if (title.length > limits.metaTitle) problems.push({ rule: 'title-long', at: `title ${title}` });
  const isDescribed = !('meta_description' in kinds[kind].fields) || wordsIn(data['meta_description']) !== '';
  if (!isDescribed) problems.push({ rule: 'description-missing', at: 'description' });
  return problems;
}

const wordsIn = (value: unknown): string => (typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : '');

function textOf(kind: Kind, data: Data): string {
  const texts = fieldsOfType(kinds[kind].collection, ['markdown']).map((field) => data[field]);
  return texts.filter((text) => typeof text === 'string').join('\n\n');
}

/** An image with the description that the library has for it. */
function describe(address: string, media: MediaData) {
  const { alt, is_decorative } = media.get(mediaOfAddress(address) ?? '') ?? {};
  const known = typeof alt === 'string' && alt !== '' ? { alt } : {};
  return { src: address, width: 1, height: 1, sources: [], isDecorative: is_decorative === true, ...known };
}

const tags = /<(\/?)(a|img)(?=[\s>])([^>]*)>|<[^>]*>|([^<]+)/g;

/**
 * The addresses of images without alternative text in HTML that `parseMarkdown` rendered. Beside the text of a link, an
 * image is decoration.
 */
function imagesWithoutAlt(html: string): string[] {
  const found = new Set<string>();
  let link: { text: string; images: string[] } | null = null;
  for (const [, end, name, attributes = '', text = ''] of html.matchAll(tags)) {
    if (name === 'a') {
      if (link?.text.trim() === '') for (const src of link.images) found.add(src);
      link = end === '/' ? null : { text: '', images: [] };
    } else if (name === 'img') {
      const valueOf = (attribute: string) => new RegExp(` ${attribute}="([^"]*)"`).exec(attributes)?.[1] ?? '';
      const [src, alt] = [valueOf('src'), valueOf('alt')];
      if (link) link.text += alt;
      if (alt !== '' || src === '' || valueOf('role') === 'presentation') continue;
      if (link) link.images.push(src);
      else found.add(src);
    } else if (link) link.text += text;
  }
  return [...found];
}
