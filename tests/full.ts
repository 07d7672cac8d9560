/** Whether the long sizes are asked for, by `FULL=1`. */
export const isFull = process.env['FULL'] !== undefined;

/** The full size of a test, or the part of it that every run affords. */
export const sized = <Size>(full: Size, everyday: Size): Size => (isFull ? full : everyday);
