import { adminOrigin } from '../params.ts';

/** A URL of the admin, for links in emails. */
export const adminUrl = (path: string): string => adminOrigin.value().replace(/\/+$/, '') + path;
