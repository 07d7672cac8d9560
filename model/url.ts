// The grammar of URLs as patterns that are valid in JavaScript (with flag `u`) and RE2: firestore.rules contains the
// same patterns. The parsers of the platforms are not used, because they disagree. Texts that all of them reject are
// rejected here too, as are credentials and IPv6 hosts, which content does not need.

const inLabel = '\\p{L}\\p{M}\\p{Nd}_';
const endOfLabel = `(?:[${inLabel}-]*[${inLabel}])?`;
// The last label starts with a letter: with a digit it could be parsed as part of an IPv4 address.
const name = `(?:[\\p{L}\\p{Nd}_]${endOfLabel}\\.)*\\p{L}${endOfLabel}\\.?`;
const octet = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const port = '(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5]?[0-9]{1,4})';

/** A host with an optional port. */
export const hostPattern = `(?:${name}|(?:${octet}\\.){3}${octet})(?::${port})?`;

// Excludes spaces, invisible characters, characters that end an attribute, and backslashes, which browsers treat as
// slashes. A percent sign must precede two hexadecimal digits.
const visible = (but: string): string => `(?:[^\\p{Z}\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\\\"<>%${but}]|%[0-9A-Fa-f]{2})`;

/** The optional path, query and fragment after the host, without the characters `but`. */
export const tailPattern = (but = ''): string => `(?:[/?#]${visible(but)}*)?`;

/** Pattern of an absolute http or https URL. */
export const webAddressPattern = `[hH][tT][tT][pP][sS]?://${hostPattern}${tailPattern()}`;

/** Pattern of a path on this site, without the characters `but`. Two leading slashes would mean another host. */
export const sitePathPattern = (but = ''): string => `/(?:${visible(`/${but}`)}${visible(but)}*)?`;

/**
 * Pattern of a link to a document of some kinds by its id, in texts only. Other characters of an id are percent-encoded,
 * so that none ends a Markdown link.
 */
export const documentLinkPattern = (kinds: readonly string[]): string =>
  `(?:${kinds.join('|')}):(?:[A-Za-z0-9_.~-]|%[0-9A-F]{2})+(?:#${visible('')}*)?`;

const webAddress = new RegExp(`^${webAddressPattern}$`, 'u');
const sitePath = new RegExp(`^${sitePathPattern()}$`, 'u');

/** Whether `value` is an absolute http or https URL. */
export const isHttpUrl = (value: string): boolean => webAddress.test(value);

/** Whether `value` is a path on this site: exactly one leading slash, no backslash, no invisible characters. */
export const isSitePath = (value: string): boolean => sitePath.test(value);
