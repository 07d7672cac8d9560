import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Distinct page bodies in Markdown, generated or read on demand: a hundred thousand do not fit in memory. */
export interface Bodies {
  /** The number of bodies; Infinity if they are generated. */
  count: number;
  /** The body with this index, from 0. Every call returns the same one. */
  at(index: number): { title: string; body: string };
}

/** About 5 KB of Markdown each, with typical content: headings, emphasis, links, lists, quotes, tables and code. */
export const syntheticBodies: Bodies = {
  count: Infinity,
  at: (index) => {
    const random = randomFrom(index + 1);
    const parts: string[] = [];
    let length = 0;
    while (length < 4_900) {
      const part = pick(shapes, random)(random);
      parts.push(part);
      length += part.length + 2;
    }
    return { title: `${titled(words(random, 3))} ${String(index)}`, body: parts.join('\n\n') };
  },
};

/**
 * The Markdown files below a folder, by path. Two opening braces are separated in them, because Hugo reads them as a
 * shortcode and stops at unknown ones; every contender gets the same text.
 */
export function bodiesIn(folder: string): Bodies {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(md|markdown)$/.test(file),
  );
  files.sort();
  return {
    count: files.length,
    at: (index) => {
      const file = files[index] ?? '';
      const body = readFileSync(join(folder, file), 'utf8').replace(frontMatter, '').replaceAll('{{', '{ {');
      const heading = /^# (.+)$/m.exec(body)?.[1] ?? basename(file).replace(/\.\w+$/, '');
      return { title: heading.slice(0, 200), body: body.slice(0, 200_000) };
    },
  };
}

const frontMatter = /^---\n[\s\S]*?\n---\n/;

type Random = () => number;

/** A generator of numbers from 0 to below 1. Equal seeds yield equal sequences (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const syllables = [
  'ar',
  'be',
  'con',
  'da',
  'el',
  'fin',
  'go',
  'hal',
  'in',
  'ko',
  'lu',
  'mer',
  'no',
  'or',
  'pre',
  'sa',
  'ti',
  'vo',
];

const between = (random: Random, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1));
const pick = <Item>(items: readonly [Item, ...Item[]], random: Random): Item =>
  items[Math.floor(random() * items.length)] ?? items[0];
// Not `Array.from`: it takes six times as long, and generating pages would outweigh the measurement.
const repeat = (count: number, make: (index: number) => string): string[] => {
  const made: string[] = [];
  for (let index = 0; index < count; index += 1) made.push(make(index));
  return made;
};

const word = (random: Random): string => {
  let made = '';
  for (let left = between(random, 1, 4); left > 0; left -= 1)
    made += syllables[Math.floor(random() * syllables.length)] ?? '';
  return made;
};
const words = (random: Random, count: number): string => repeat(count, () => word(random)).join(' ');
const titled = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const emphases = [
  (text: string) => `*${text}*`,
  (text: string) => `**${text}**`,
  (text: string) => `\`${text}\``,
  (text: string) => `[${text}](https://example.com/${text.replaceAll(' ', '-')})`,
] as const;

const sentence = (random: Random): string => {
  const start = titled(words(random, between(random, 4, 10)));
  const middle = random() < 0.4 ? ` ${pick(emphases, random)(words(random, 2))}` : '';
  return `${start}${middle} ${words(random, between(random, 2, 8))}.`;
};
const paragraph = (random: Random): string => repeat(between(random, 3, 7), () => sentence(random)).join(' ');

/** The shapes of a body's parts. Paragraphs are the most frequent. */
const shapes: readonly [(random: Random) => string, ...((random: Random) => string)[]] = [
  paragraph,
  paragraph,
  paragraph,
  (random) => `## ${titled(words(random, between(random, 2, 5)))}\n\n${paragraph(random)}`,
  (random) => repeat(between(random, 3, 6), () => `- ${sentence(random)}`).join('\n'),
  (random) => repeat(between(random, 3, 6), (index) => `${String(index + 1)}. ${sentence(random)}`).join('\n'),
  (random) => `> ${sentence(random)} ${sentence(random)}`,
  (random) => {
    const row = (): string => `| ${words(random, 2)} | ${words(random, 1)} | ${String(between(random, 1, 9_999))} |`;
    return `| ${words(random, 1)} | ${words(random, 1)} | ${words(random, 1)} |\n| --- | --- | ---: |\n${repeat(4, row).join('\n')}`;
  },
  (random) => `\`\`\`\n${repeat(3, () => words(random, 6)).join('\n')}\n\`\`\``,
];
