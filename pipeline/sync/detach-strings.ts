/**
 * Copies strings so that they do not retain their source. V8 substrings reference the original: a stored address would
 * keep the whole body in memory.
 */
export const detachStrings = <Value extends object>(cut: Value): Value => JSON.parse(JSON.stringify(cut)) as Value;

/**
 * Copies a text into one flat string: concatenated and sliced strings retain their parts, which
 * increases memory per page by half.
 */
export const detachString = (text: string): string => (text.isWellFormed() ? Buffer.from(text).toString() : text);
