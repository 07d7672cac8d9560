/** Number of UTF-16 units of the source text that suffice for an excerpt of `length` characters. */
export const excerptedFrom = (length: number): number => 2 * length + 2;

/** The first `length` characters of a text without splitting one, with an ellipsis if the text is longer. */
export function excerpt(text: string, length: number): string {
  if (text.length <= length) return text;
  if (!/[\ud800-\udfff]/.test(text.slice(0, length + 1))) return `${text.slice(0, length).trimEnd()}…`;
  // A character has at most two UTF-16 units.
  const characters = [...text.slice(0, excerptedFrom(length))];
  return characters.length <= length ? text : `${characters.slice(0, length).join('').trimEnd()}…`;
}
