import { limits } from '@frontage/model/limits';
import { reservedSlugs } from '@frontage/model/slug';
import { double, now, type Plain } from './attack-case.ts';

/** A value of a field, whether it is valid, and optionally why only the engine can test it. */
export type Case = [value: Plain, passes: boolean, engineOnly?: string];

export const textOfLength = (length: number): string => 'x'.repeat(length);

// Lengths count UTF-16 code units, like in JavaScript: these characters count as two.
const astral = (max: number): Case[] => [
  ['🙂'.repeat(max / 2), true],
  [`${'🙂'.repeat(max / 2)}x`, false],
];

const notText: Case[] = [
  [5, false],
  [true, false],
  [['text'], false],
  [{ text: 'text' }, false],
];

export const requiredText = (max: number): Case[] => [
  ...notText,
  [null, false],
  ['', false],
  [' \n\u00a0\ufeff', false],
  ['\u00ad\u200b\u200d\u2060', false],
  ['\u115f\u2800\u3164\ufe0f\uffa0', false],
  ['\u200ba\u200b', true],
  [textOfLength(max), true],
  [textOfLength(max + 1), false],
  ['a\u0000b', false],
  ['\u0000', false],
  ...astral(max),
];

export const optionalText = (max: number): Case[] => [
  ...notText,
  [[], false],
  [null, true],
  ['', true],
  ['a\n\tb', true],
  [textOfLength(max), true],
  [textOfLength(max + 1), false],
  ['a\u0000b', false],
  ...astral(max),
];

const urls: Case[] = [
  ...notText,
  [null, true],
  ['', true],
  ['https://example.com/a.png?b=c#d', true],
  ['http://example.com', true],
  ['HTTPS://EXAMPLE.COM', true],
  ['https://example.com?q', true],
  [`https://example.com/${textOfLength(2048 - 20)}`, true],
  [`https://example.com/${textOfLength(2048 - 19)}`, false],
  ['javascript:alert(1)', false],
  ['data:text/html,hello', false],
  ['ftp://example.com', false],
  ['https://', false],
  ['https:///path', false],
  ['https://name:secret@example.com', false],
  ['https://exa\nmple.com', false],
  ['https://example.com/\u0007', false],
  ['https://example.com/\u0000', false],
  ['https://example.com\\@evil.example', false],
  ['//evil.example', false],
  ['/\\evil.example', false],
  [' https://example.com', false],
  ['example.com', false],
  ['#', false],
];

export const optionalUrl: Case[] = [...urls, ['/a.png', false], ['/', false]];

export const optionalImage: Case[] = [
  ...urls,
  ['/a.png', true],
  ['/', true],
  [`/${textOfLength(2047)}`, true],
  [`/${textOfLength(2048)}`, false],
  ['/a\tb', false],
  ['/a\\b', false],
  ['/a\u0000b', false],
];

export const optionalTarget: Case[] = [
  ...optionalImage.filter(([value]) => value !== '#'),
  ['#', true],
  ['#top', false],
];

export const flag: Case[] = [
  [null, false],
  ['true', false],
  [1, false],
];

export const position: Case[] = [
  [0, true],
  [7, true],
  [Number.MAX_SAFE_INTEGER, true],
  [Number.MAX_SAFE_INTEGER + 1, false],
  [-Number.MAX_SAFE_INTEGER, false],
  [-1, false],
  [1.5, false],
  ['1', false],
  [null, false],
  [double(2), false, 'SDKs for JavaScript send whole numbers as integers'],
];

export const color: Case[] = [
  [null, true],
  ['', true],
  ['#0F284C', true],
  ['#0f284', false],
  ['#0f284cc', false],
  ['red', false],
  [5, false],
];

export const email: Case[] = [
  ...optionalText(limits.email).filter(([value]) => typeof value !== 'string' || value === ''),
  ['hello@example.com', true],
  ['hello', false],
  ['a b@example.com', false],
  ['a@b@c', false],
  ['a@b', false],
  ['a..b@example.com', false],
  [`${'x'.repeat(limits.email - 5)}@b.co`, true],
  [`${'x'.repeat(limits.email - 4)}@b.co`, false],
];

export const language: Case[] = [
  [null, true],
  ['', true],
  ['pt-BR', true],
  ['zh-Hant-TW', true],
  ['es-419', true],
  ['english', false],
  ['en_US', false],
  [5, false],
];

export const date: Case[] = [
  [null, true],
  ['', true],
  ['2026-11-29', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-11-31', false],
  ['2026-1-1', false],
  ['2026-11-29T00:00:00Z', false],
  [20261129, false],
];

export const time: Case[] = [
  [null, true],
  ['', true],
  ['2026-11-29T08:30:00Z', true],
  ['2024-02-29T23:59:59.999Z', true],
  ['2026-02-29T08:30:00Z', false],
  ['2026-11-29T24:00:00Z', false],
  ['2026-11-29T08:60:00Z', false],
  ['2026-11-29T08:30Z', false],
  ['2026-11-29T08:30:00', false],
  ['2026-11-29T08:30:00+01:00', false],
  ['2026-11-29', false],
  [1764405000000, false],
  [now, false],
];

export const number = (min: number, max: number): Case[] => [
  [null, true],
  [min, true],
  [max, true],
  [double((min + max) / 2 + 0.25), true],
  [min - 1, false],
  [max + 1, false],
  [double(Number.NaN), false],
  [double(Number.POSITIVE_INFINITY), false],
  [double(Number.NEGATIVE_INFINITY), false],
  [String(min), false],
  ['', false],
  [true, false],
  [[min], false],
];

export const choices = (known: readonly string[]): Case[] => [
  [null, true],
  [[], true],
  [[...known], true],
  [known.toReversed(), true],
  [known.slice(1), true],
  [[...known, 'no-such-choice'], false],
  [['no-such-choice'], false],
  [[...known, ...known.slice(0, 1)], false],
  [[null], false],
  [[5], false],
  [known[0] ?? '', false],
  ['', false],
  [5, false],
  [{ 0: known[0] ?? '' }, false],
];

export const tags = (max: number): Case[] => {
  const many = Array.from({ length: max }, (_, index) => `tag ${String(index)}`);
  return [
    [null, true],
    [[], true],
    [['Launch', 'R&D', 'Über uns'], true],
    [['Launch', 'launch'], true],
    [['x'.repeat(limits.tag)], true],
    [['🙂1'.repeat(limits.tag / 2)], true],
    [['x'.repeat(limits.tag + 1)], false],
    [many, true],
    [[...many, 'one more'], false],
    [['a,b'], false],
    [['a', 'b\u0000'], false],
    [['a\tb'], false],
    [['a', ''], false],
    [['', 'a'], false],
    ['launch', false],
    ['', false],
    [5, false],
    [true, false],
    [{ 0: 'launch' }, false],
  ];
};

/** Lists of tags that only the schema refuses, because rules cannot loop. */
export const tagsOfSchema: Plain[] = [[''], [5], ['a\nb'], [null], ['…'], ['日本']];

const slugs: Case[] = [
  ['about-us-2', true],
  [textOfLength(100), true],
  [textOfLength(101), false],
  ['', false],
  ['About', false],
  ['a_b', false],
  ['a b', false],
  ['..', false],
  ['å', false],
  ['_next', false],
  ...reservedSlugs.map((slug): Case => [slug, false]),
];

export const pageSlug: Case[] = [...slugs, ['a--b', false], ['-a', false], ['a-', false]];
export const demoSlug: Case[] = [...slugs, ['a--b', true], ['-a-', true]];

/** Links to documents of some kinds. */
export const documentLinks = (to: readonly string[] = []): Case[] => [
  ...notText,
  [null, true],
  ['', true],
  ...to.map((kind): Case => [`${kind}:a1-_.~`, true]),
  [`${to[0]}:%C3%9Cber%20uns`, true],
  [`${to[0]}:${textOfLength(limits.url - `${to[0]}:`.length)}`, true],
  [`${to[0]}:${textOfLength(limits.url - `${to[0]}:`.length + 1)}`, false],
  [`${to[0]}:`, false],
  [`${to[0]}:a#part`, false],
  [`${to[0]}:a b`, false],
  [`${to[0]}:a/b`, false],
  [`${to[0]}:Ü`, false],
  [`${to[0]}:%c3`, false],
  [`${to[0]}:a\n`, false],
  [`x${to[0]}:a`, false],
  ['other:a', false],
  ['a', false],
];

/** Lists of links to documents of some kinds. */
export const linkLists = ({ to = [], max = 0 }: { to?: readonly string[]; max?: number }): Case[] => {
  const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `${to[0]}:a${String(index)}`);
  return [
    [null, true],
    [[], true],
    [many(1), true],
    [to.map((kind) => `${kind}:a`), true],
    [many(max), true],
    [many(max + 1), false],
    [[`${to[0]}:a`, `${to[0]}:a`], false],
    // Elements that have the pattern of a list once they are joined.
    [[`${to[0]}:a ${to[0]}:b`], false],
    [[`${to[0]}:a`, ''], false],
    [[''], false],
    [[null], false],
    [[[`${to[0]}:a`]], false],
    [[5], false],
    [['other:a'], false],
    [[`${to[0]}:${textOfLength(limits.url * max + 1)}`], false],
    [`${to[0]}:a`, false],
    [{ [`${to[0]}`]: 'a' }, false],
    [5, false],
    [true, false],
  ];
};
