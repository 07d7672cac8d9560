// An escape within an escape within a URL; deeper nesting does not occur.
const deepest = 4;

const percent = /(?:%[0-9a-f]{2})+/gi;
const reference = /&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));?/gi;
const script = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\})/gi;
const markdown = /\\([!-/:-@[-`{-~])/g;
/** Characters of URLs that have a named reference in HTML. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  bsol: '\\',
  colon: ':',
  dash: '-',
  hyphen: '-',
  lowbar: '_',
  percnt: '%',
  period: '.',
  sol: '/',
};
const name = new RegExp(`&(${Object.keys(named).join('|')});`, 'g');

/** A text and its meanings as a URL, Markdown, HTML or a script: each entry is the previous one, unescaped once more. */
export function unescapeVariants(text: string): string[] {
  const variants = [text];
  for (let depth = 0; depth < deepest; depth += 1) {
    const last = variants.at(-1) ?? '';
    if (!/[%&\\]/.test(last)) break;
    const next = unescape(last);
    if (next === last) break;
    variants.push(next);
  }
  return variants;
}

const unescape = (text: string): string =>
  text
    .replaceAll(percent, decoded)
    .replaceAll(reference, (all, hex?: string, decimal?: string) => character(all, hex, decimal))
    .replaceAll(name, (all, of: string) => named[of] ?? all)
    .replaceAll(script, (all, ...[byte, unit, point]: (string | undefined)[]) => character(all, byte ?? unit ?? point))
    .replaceAll(markdown, '$1');

/** Bytes that are not UTF-8 stay escaped. */
function decoded(bytes: string): string {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return bytes;
  }
}

function character(all: string, hex: string | undefined, decimal?: string): string {
  const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : all;
}
