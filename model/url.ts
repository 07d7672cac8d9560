// The one grammar of addresses, as pattern texts that JavaScript (with the flag `u`) and RE2, the language of the rules,
// read alike: firestore.rules carries the same texts. Platforms' own parsers disagree with each other, so none is asked.
// What they all refuse is refused here too, and so is what nobody means: credentials, and IPv6 addresses for hosts.

const inLabel = '\\p{L}\\p{M}\\p{Nd}_';
const endOfLabel = `(?:[${inLabel}-]*[${inLabel}])?`;
// A last label that began with a digit could be read as a part of an IPv4 address.
const name = `(?:[\\p{L}\\p{Nd}_]${endOfLabel}\\.)*\\p{L}${endOfLabel}\\.?`;
const octet = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const port = '(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5]?[0-9]{1,4})';

/** A host with or without a port. */
export const hostPattern = `(?:${name}|(?:${octet}\\.){3}${octet})(?::${port})?`;

// No spaces, nothing invisible, nothing that ends an attribute, no backslash (browsers read it as a slash), and no
// percent sign but before two hexadecimal digits.
const visible = (but: string): string => `(?:[^\\p{Z}\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\\\"<>%${but}]|%[0-9A-Fa-f]{2})`;

/** What may follow the host of a web address; none of the characters `but` is in it. */
export const tailPattern = (but = ''): string => `(?:[/?#]${visible(but)}*)?`;

/** An absolute http or https address. */
export const webAddressPattern = `[hH][tT][tT][pP][sS]?://${hostPattern}${tailPattern()}`;

/** A path on this site, where a second slash would name another host; none of the characters `but` is in it. */
export const sitePathPattern = (but = ''): string => `/(?:${visible(`/${but}`)}${visible(but)}*)?`;

const webAddress = new RegExp(`^${webAddressPattern}$`, 'u');
const sitePath = new RegExp(`^${sitePathPattern()}$`, 'u');

/** Whether `value` is an absolute http or https address. */
export const isHttpUrl = (value: string): boolean => webAddress.test(value);

/** Whether `value` is a path on this site: exactly one leading slash, no backslash, nothing invisible. */
export const isSitePath = (value: string): boolean => sitePath.test(value);
