import { parseDocumentLink } from '@frontage/model/document-link';
import type { ContentCollection } from '@frontage/model/paths';
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
export function namedUploads(value: ValueOf[ContentCollection]): readonly ImageAddress[] | undefined {
  const named = textsOf(value).flatMap((text) => (text === null ? [] : uploadAddresses(text)));
  if (named.length === 0) return undefined;
  return detachStrings([...new Map(named.map((image) => [image.address, image])).values()]);
}

/** The texts of a document that may contain upload addresses; null for empty fields. */
function textsOf(value: ValueOf[ContentCollection]): (string | null)[] {
  // Embed code, redirects and descriptions of uploads.
  if (typeof value === 'string' || 'kind' in value || 'from' in value || 'md5' in value) return [];
  if ('section_key' in value) return [value.content, value.image_url];
  if ('body' in value) return [value.body, value.og_image_url];
  return 'og_image_url' in value ? [value.og_image_url] : [JSON.stringify(value)];
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
export function linkedAddresses(value: ValueOf[ContentCollection]): readonly string[] | undefined {
  if (typeof value === 'string') return undefined;
  const text = 'body' in value ? value.body : 'section_key' in value ? value.content : null;
  const button = 'cta_url' in value ? value.cta_url : null;
  const linked = new Set([...targetsIn(text ?? ''), button].filter((target) => target !== null).filter(isAddress));
  return linked.size === 0 ? undefined : detachStrings([...linked]);
}

function targetsIn(text: string): string[] {
  const links = [...text.matchAll(targets)].map((match) => match.slice(1).find((target) => target !== undefined) ?? '');
  const demos = text.includes('::demo') ? [...text.matchAll(shownDemos)] : [];
  return [...links, ...demos.map(([, double, single]) => `demo:${double ?? single ?? ''}`)];
}
