/** Whether the long sizes are asked for, by `FULL=1`. */
export const isFull = process.env['FULL'] !== undefined;

/** The full size of a test, or the part of it that every run affords. */
export const sized = <Size>(full: Size, everyday: Size): Size => (isFull ? full : everyday);

/** Every third row of a table, spread over all of it, or with FULL=1 each. */
export const sampled = <Row>(rows: readonly Row[]): Row[] => rows.filter((_, index) => isFull || index % 3 === 0);
