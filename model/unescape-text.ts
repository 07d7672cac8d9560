// Maximum number of nested escapes. Deeper nesting does not occur in practice.
const maxDepth = 4;

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

/** The text, followed by variants with one more level of URL, HTML, Markdown and script escapes removed each. */
export function unescapeVariants(text: string): string[] {
  const variants = [text];
  for (let depth = 0; depth < maxDepth; depth += 1) {
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

/** Decodes percent escapes. Bytes that are not UTF-8 stay escaped. */
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
