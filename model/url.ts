// The grammar of URLs, as patterns for both JavaScript (with the flag `u`) and RE2, which the rules use: firestore.rules contains
// the same patterns. No platform's parser is used, because they disagree. Texts that all of them refuse are refused here too, and
// so are credentials and IPv6 hosts, which content does not need.

const inLabel = '\\p{L}\\p{M}\\p{Nd}_';
const endOfLabel = `(?:[${inLabel}-]*[${inLabel}])?`;
// A last label that starts with a digit could be parsed as a part of an IPv4 address.
const name = `(?:[\\p{L}\\p{Nd}_]${endOfLabel}\\.)*\\p{L}${endOfLabel}\\.?`;
const octet = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const port = '(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5]?[0-9]{1,4})';

/** A host with an optional port. */
export const hostPattern = `(?:${name}|(?:${octet}\\.){3}${octet})(?::${port})?`;

// No spaces, no invisible characters, none that ends an attribute, no backslash (browsers treat it as a slash), and percent signs
// only before two hexadecimal digits.
const visible = (but: string): string => `(?:[^\\p{Z}\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\\\"<>%${but}]|%[0-9A-Fa-f]{2})`;

/** The optional path, query and fragment after the host, without the characters `but`. */
export const tailPattern = (but = ''): string => `(?:[/?#]${visible(but)}*)?`;

/** An absolute http or https address. */
export const webAddressPattern = `[hH][tT][tT][pP][sS]?://${hostPattern}${tailPattern()}`;

/** A path on this site, without the characters `but`. A second slash at the start would name another host. */
export const sitePathPattern = (but = ''): string => `/(?:${visible(`/${but}`)}${visible(but)}*)?`;

const webAddress = new RegExp(`^${webAddressPattern}$`, 'u');
const sitePath = new RegExp(`^${sitePathPattern()}$`, 'u');

/** Whether `value` is an absolute http or https address. */
export const isHttpUrl = (value: string): boolean => webAddress.test(value);

/** Whether `value` is a path on this site: exactly one leading slash, no backslash, nothing invisible. */
export const isSitePath = (value: string): boolean => sitePath.test(value);
