// Of an escape within an escape within an address; more is nobody's.
const deepest = 4;

const percent = /(?:%[0-9a-f]{2})+/gi;
const reference = /&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));?/gi;
const script = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\})/gi;
const markdown = /\\([!-/:-@[-`{-~])/g;
/** Characters of addresses that HTML has a name for, as one would write them. */
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

/** A text, and what it may say to whoever takes it for an address, Markdown, HTML or a script: each once more unescaped. */
export function readingsOf(text: string): string[] {
  const readings = [text];
  for (let depth = 0; depth < deepest; depth += 1) {
    const last = readings.at(-1) ?? '';
    if (!/[%&\\]/.test(last)) break;
    const next = unescape(last);
    if (next === last) break;
    readings.push(next);
  }
  return readings;
}

const unescape = (text: string): string =>
  text
    .replaceAll(percent, decoded)
    .replaceAll(reference, (all, hex?: string, decimal?: string) => character(all, hex, decimal))
    .replaceAll(name, (all, of: string) => named[of] ?? all)
    .replaceAll(script, (all, ...[byte, unit, point]: (string | undefined)[]) => character(all, byte ?? unit ?? point))
    .replaceAll(markdown, '$1');

/** Bytes that are no UTF-8 stay as they are. */
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
