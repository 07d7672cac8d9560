import type { Random } from './random.ts';

const PIECES = [
  'allow', 'match', 'function', 'service', 'let', 'return', 'if', 'in', 'is', 'read', 'request', 'resource.data', 'true',
  'null', '{', '}', '(', ')', '[', ']', ';', ':', ',', '.', '/', '//', '/*', '*/', '=', '==', '&&', '||', '!', '-', '%', '?',
  '$(', '{a=**}', "'", '"', "b'", '\\', '\n', '\t', '\0', '\u2028', '😀', '\ud800', '0x1', '1e999', '9223372036854775808',
  '99999999999999999999', '1.', '.5', '((((((((', '[[[[[[', '!!!!!!!!', '--------', 'a.a.a.a.a', "rules_version = '2';",
]; // prettier-ignore

/** The text with a few random edits. */
export function corruptSource(source: string, random: Random): string {
  let text = source;
  for (const _ of random.many(1, 4, () => null)) {
    const at = random.int(text.length + 1);
    const length = random.chance(0.5) ? 0 : random.int(random.chance(0.2) ? 200 : 8);
    const repeat = random.chance(0.03) ? 300 : 1;
    const inserted = random.chance(0.7) ? random.pick(PIECES).repeat(repeat) : '';
    text = text.slice(0, at) + inserted + text.slice(at + length);
  }
  return text;
}
