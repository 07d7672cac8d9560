import { adminOrigin } from '../params.ts';

/** An address of the back office, for links in e-mails. */
export const adminUrl = (path: string): string => adminOrigin.value().replace(/\/+$/, '') + path;
