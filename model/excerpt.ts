/** How much of a longer text an excerpt of `length` characters is made from. */
export const excerptedFrom = (length: number): number => 2 * length + 2;

/** The first `length` characters of a text, none of them cut in two, with an ellipsis when there are more. */
export function excerpt(text: string, length: number): string {
  if (text.length <= length) return text;
  if (!/[\ud800-\udfff]/.test(text.slice(0, length + 1))) return `${text.slice(0, length).trimEnd()}…`;
  // A character takes at most two units of a string.
  const characters = [...text.slice(0, excerptedFrom(length))];
  return characters.length <= length ? text : `${characters.slice(0, length).join('').trimEnd()}…`;
}
