import type { ContentCollection } from '@frontage/model/paths';
import { detachStrings } from './detach-strings.ts';
import type { ValueOf } from './validate.ts';

// Targets of Markdown links, of link definitions, and of addresses in angle brackets. Matching takes linear time: no
// match can start inside a failed one, even in a text of only opening characters.
const targets = /\]\(\s*<?([^\s)>]+)|^ {0,3}\[[^\]\n]+\]:\s*<?([^\s>]+)|<(https?:[^\s<>]+)>/gm;
const isAddress = (target: string): boolean => /^(?:\/(?!\/)|https?:\/\/)/.test(target);

/** The addresses that a document links to, as written, without duplicates; undefined if there are none. */
export function linkedAddresses(value: ValueOf[ContentCollection]): readonly string[] | undefined {
  if (typeof value === 'string') return undefined;
  const text = 'body' in value ? value.body : 'section_key' in value ? value.content : null;
  const button = 'cta_url' in value ? value.cta_url : null;
  const found =
    text === null ? [] : [...text.matchAll(targets)].map(([, link, defined, bare]) => link ?? defined ?? bare);
  const linked = new Set([...found, button].filter((target) => typeof target === 'string').filter(isAddress));
  return linked.size === 0 ? undefined : detachStrings([...linked]);
}
