/** Returns the first string that was passed with the same content, so that equal strings are in memory once. */
export type InternString = <Text extends string | null>(text: Text) => Text;

export function openStringInterner(): InternString {
  const known = new Map<string | null, string | null>();
  return <Text extends string | null>(text: Text): Text => {
    const found = known.get(text);
    if (found !== undefined) return found as Text;
    known.set(text, text);
    return text;
  };
}
