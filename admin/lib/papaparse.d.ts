/** What of papaparse is used here: its published types bring those of Node along. */
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
