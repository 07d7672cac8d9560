/** Whether `FULL=1` requests the full sizes of tests. */
export const isFull = process.env['FULL'] !== undefined;

/** Whether tests with the tag `ci` run too. */
export const isCi = isFull || Boolean(process.env['CI']);

/** The full size of a test with FULL=1, otherwise the reduced size. */
export const sized = <Size>(full: Size, everyday: Size): Size => (isFull ? full : everyday);

/** Every sixth row of a table; with FULL=1, all rows. */
export const sampled = <Row>(rows: readonly Row[]): Row[] => rows.filter((_, index) => isFull || index % 6 === 0);
