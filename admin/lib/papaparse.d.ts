/** The part of papaparse's API in use: its published types depend on Node's. */
declare module 'papaparse' {
  interface Parsed {
    data: string[][];
    errors: { message: string; row?: number }[];
  }
  const Papa: {
    parse(text: string, options: { skipEmptyLines: boolean; delimiter?: string }): Parsed;
    unparse(rows: readonly (readonly string[])[], options: { newline: string; escapeFormulae: boolean }): string;
  };
  export default Papa;
}
