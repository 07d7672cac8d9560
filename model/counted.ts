/** Formats a number with its noun: '1 page', '2,000 pages'. `several` is the plural, by default the noun plus "s". */
export const counted = (many: number, one: string, several = `${one}s`): string =>
  `${many.toLocaleString('en')} ${many === 1 ? one : several}`;
