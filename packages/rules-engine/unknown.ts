/** The placeholder for the document in the path of a `list`: `pages/{document}`. */
export const UNKNOWN_ID = '{document}';

/** The placeholder for the ancestors in the path of a collection group's `list`: `{ancestors=**}/pages/{document}`. */
export const UNKNOWN_ANCESTORS = '{ancestors=**}';
