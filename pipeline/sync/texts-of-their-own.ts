/**
 * The same, of strings that hold on to no others. What is cut out of a text refers to it: an address that is kept would
 * keep the whole body in which it was found.
 */
export const textsOfTheirOwn = <Value extends object>(cut: Value): Value => JSON.parse(JSON.stringify(cut)) as Value;

/**
 * The same text, in one piece that holds on to no others: what was joined from pieces or cut out of a text refers to them.
 * Of what is kept for each page that is half as much again.
 */
export const textOfItsOwn = (text: string): string => (text.isWellFormed() ? Buffer.from(text).toString() : text);
