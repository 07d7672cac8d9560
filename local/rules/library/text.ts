/** The characters (code points) of a string. */
export function characters(text: string): readonly string[] {
  return [...text];
}

export function characterCount(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) count--;
  }
  return count;
}

/** Order by code points: below zero when `left` comes first. */
export function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a === b) continue;
    // Surrogates stand for code points above every other unit.
    const aIsSurrogate = (a & 0xf800) === 0xd800;
    const bIsSurrogate = (b & 0xf800) === 0xd800;
    if (aIsSurrogate !== bIsSurrogate) return aIsSurrogate ? 1 : -1;
    return a - b;
  }
  return left.length - right.length;
}
