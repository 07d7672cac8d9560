import { parseDocumentLink } from '@frontage/model/document-link';
import { type FieldType, textsOf } from '@frontage/model/kinds/field';
import { kindOf, kinds } from '@frontage/model/kinds/kinds';
import type { ContentCollection } from '@frontage/model/content-collections';
import { collections } from '@frontage/model/paths';
import { detachStrings } from './detach-strings.ts';
import type { ValueOf } from './validate.ts';

/** The address of an uploaded image in content, with the bucket and object that it names. */
export interface ImageAddress {
  address: string;
  bucket: string;
  object: string;
}

// Firebase download addresses, on any host: hosted Storage and local ones share the path.
const downloadAddress = /https?:\/\/[^\s"'<>()/]+\/v0\/b\/([^\s"'<>()/]+)\/o\/([^\s"'<>()/?#]+)(?:\?[^\s"'<>()#]*)?/g;

/** The upload addresses in a text, without duplicates. */
function uploadAddresses(text: string): ImageAddress[] {
  if (!text.includes('/v0/b/')) return [];
  const found = new Map<string, ImageAddress>();
  for (const [address, bucket = '', encoded = ''] of text.matchAll(downloadAddress)) {
    const object = decode(encoded);
    if (object !== null) found.set(address, { address, bucket, object });
  }
  return [...found.values()];
}

/** The uploads that a document names; undefined if there are none. */
export function namedUploads<C extends ContentCollection>(
  collection: C,
  value: ValueOf[C],
): readonly ImageAddress[] | undefined {
  // Any field of a setting may name an upload.
  const isSetting = collection === collections.settings;
  const texts = isSetting ? [JSON.stringify(value)] : textsIn(collection, value, ['markdown', 'image']);
  const named = texts.flatMap(uploadAddresses);
  if (named.length === 0) return undefined;
  return detachStrings([...new Map(named.map((image) => [image.address, image])).values()]);
}

/** The texts in the fields of some types; none for collections whose fields are no table in `model/kinds/`. */
function textsIn(collection: ContentCollection, value: unknown, types: readonly FieldType[]): string[] {
  const kind = kindOf(collection);
  return kind === null ? [] : textsOf(kinds[kind].fields, value, types).map(({ text }) => text);
}

function decode(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

// Targets of Markdown links, of link definitions, of addresses in angle brackets and of blocks. Matching takes linear time: no
// match can start inside a failed one, even in a text of only opening characters.
const targets =
  /\]\(\s*<?([^\s)>]+)|^ {0,3}\[[^\]\n]+\]:\s*<?([^\s>]+)|<(https?:[^\s<>]+)>|[{\s]href=(?:"([^"\n]+)"|'([^'\n]+)')/gm;
const shownDemos = /^ {0,3}::demo\b[^\n]*?[{\s]id=(?:"([^"\n]+)"|'([^'\n]+)')/gm;
const isAddress = (target: string): boolean =>
  /^(?:\/(?!\/)|https?:\/\/)/.test(target) || parseDocumentLink(target) !== null;

/** The addresses and document ids that a document links to, as written, without duplicates; undefined if there are none. */
export function linkedAddresses<C extends ContentCollection>(
  collection: C,
  value: ValueOf[C],
): readonly string[] | undefined {
  const inTexts = textsIn(collection, value, ['markdown']).flatMap(targetsIn);
  const linked = new Set([...inTexts, ...textsIn(collection, value, ['target', 'link', 'links'])].filter(isAddress));
  return linked.size === 0 ? undefined : detachStrings([...linked]);
}

function targetsIn(text: string): string[] {
  const links = [...text.matchAll(targets)].map((match) => match.slice(1).find((target) => target !== undefined) ?? '');
  const demos = text.includes('::demo') ? [...text.matchAll(shownDemos)] : [];
  return [...links, ...demos.map(([, double, single]) => `demo:${double ?? single ?? ''}`)];
}
