import type { ContentCollection } from '@frontage/model/paths';
import { detachStrings } from './detach-strings.ts';
import type { ValueOf } from './validate.ts';

// Targets of Markdown's links, of the definitions of links, and of addresses between angle brackets. None begins another:
// a text of nothing but beginnings is read once, not once for each.
const targets = /\]\(\s*<?([^\s)>]+)|^ {0,3}\[[^\]\n]+\]:\s*<?([^\s>]+)|<(https?:[^\s<>]+)>/gm;
const isAddress = (target: string): boolean => /^(?:\/(?!\/)|https?:\/\/)/.test(target);

/** The addresses that a document links to, as they are written, each once; undefined where there are none. */
export function addressesLinked(value: ValueOf[ContentCollection]): readonly string[] | undefined {
  if (typeof value === 'string') return undefined;
  const text = 'body' in value ? value.body : 'section_key' in value ? value.content : null;
  const button = 'cta_url' in value ? value.cta_url : null;
  const found =
    text === null ? [] : [...text.matchAll(targets)].map(([, link, defined, bare]) => link ?? defined ?? bare);
  const linked = new Set([...found, button].filter((target) => typeof target === 'string').filter(isAddress));
  return linked.size === 0 ? undefined : detachStrings([...linked]);
}
