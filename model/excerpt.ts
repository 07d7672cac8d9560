/** The first `length` characters of a text, cut with an ellipsis when there are more. */
export function excerpt(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).trimEnd()}…`;
}
