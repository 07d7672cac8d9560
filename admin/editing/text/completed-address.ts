/** An address in a text, and the punctuation after it. */
interface FoundAddress {
  href: string;
  /** The address as shown, without `mailto:` and `tel:`. */
  text: string;
  after: string;
}

/**
 * A typed address with its scheme: an email address gets `mailto:`, a phone number `tel:`, and a host `https:`. Other
 * texts are returned as they are.
 */
export function completedAddress(value: string): string {
  if (hasScheme(value) && !isHost(value)) return value;
  const { address } = split(value);
  if (emailAddress.test(address)) return `mailto:${address}`;
  if (isPhoneNumber(address)) return `tel:${digitsOf(address)}`;
  return isHost(address) ? `https://${address}` : value;
}

// Longer texts are no addresses, and need not be read.
const longest = 2_000;

/**
 * The address that a pasted text is; null for any other text. Numbers and names of files are addresses in the field of
 * a link, and words in a text.
 */
export function pastedAddress(pasted: string): FoundAddress | null {
  if (pasted.length > longest || /\n/.test(pasted.trim())) return null;
  const { address, after } = split(pasted);
  if (address === '') return null;
  const found = (href: string, text = address): FoundAddress => ({ href, text, after });
  if (/^https?:\/\/\S+$/i.test(address)) return URL.canParse(address) ? found(address) : null;
  const [, scheme = '', rest = ''] = /^(mailto|tel):(.+)$/i.exec(address) ?? [];
  if (scheme.toLowerCase() === 'mailto') return emailAddress.test(rest) ? found(address, rest.split('?')[0]) : null;
  if (scheme !== '') return isPhoneNumber(rest) ? found(`tel:${digitsOf(rest)}`, rest) : null;
  const isFound = emailAddress.test(address) || isCertainPhoneNumber(address) || isCertainHost(address);
  return isFound ? found(completedAddress(address)) : null;
}

// The lengths are limited, so that a search takes linear time. A phone number between words is one with a plus sign.
const addressInText =
  /(?<![\p{L}\p{N}@/:._+-])(?:(?:https?:\/\/|www\.)[^\s<>"]+|[\p{L}\p{N}.!#$%&'*+=?^_`{|}~-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+|\+\d[\d\s().\/\u2010-\u2015-]{5,20}\d(?![\p{L}\p{N}]))/giu;

/** The addresses in a pasted text, with their positions. */
export function addressesIn(text: string): (FoundAddress & { from: number; to: number })[] {
  return [...text.matchAll(addressInText)].flatMap(({ 0: match, index }) => {
    const found = pastedAddress(match);
    return found ? [{ ...found, from: index, to: index + match.length - found.after.length }] : [];
  });
}

const hasScheme = (value: string): boolean => /^[a-z][a-z\d+.-]*:/i.test(value);

/** An address without the spaces, invisible signs and angle brackets around it, and the punctuation after it. */
function split(value: string): { address: string; after: string } {
  const plain = value.replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '').trim();
  let address = /^<([^<>]+)>$/.exec(plain)?.[1]?.trim() ?? plain;
  const whole = address;
  for (;;) {
    const last = address.at(-1) ?? '';
    const isOpen = last === ')' && address.split('(').length >= address.split(')').length;
    if (!/[.,;:!?'"»”’…)\]]/.test(last) || isOpen) break;
    address = address.slice(0, -1);
  }
  return { address, after: whole.slice(address.length) };
}

const emailAddress = /^[\p{L}\p{N}.!#$%&'*+=?^_`{|}~-]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(\?\S*)?$/u;

const isHost = (value: string): boolean =>
  /^(?:[\p{L}\p{N}_-]+\.)+\p{L}[\p{L}\p{N}-]+\.?(?::\d+)?(?:[/?#]\S*)?$/u.test(value);

const commonDomain =
  /\.(?:com|org|net|edu|gov|info|biz|eu|at|au|be|br|ca|ch|cn|cz|de|dk|es|fi|fr|gr|hu|ie|in|it|jp|kr|nl|no|nz|pt|ru|se|uk|us|za)$/i;

/** A host that is no name of a file and no two sentences. */
const isCertainHost = (value: string): boolean =>
  isHost(value) && (/^www\./i.test(value) || commonDomain.test(value.split(/[:/?#]/, 1)[0] ?? ''));

const digitsOf = (value: string): string => value.replace(/\(0\)/g, '').replace(/[^\d+*#]/g, '');

/** Digits with the marks of a phone number. Plain numbers of up to 6 digits, and years, are words. */
function isPhoneNumber(value: string): boolean {
  if (!/^\+?[\d\s().\/\u2010-\u2015\u00a0-]+$/u.test(value)) return false;
  const digits = value.replace(/\D/g, '').length;
  if (digits > 15 || /^\d{4}([-./]\d{1,2}){2}$|^\d{1,2}[-./]\d{1,2}[-./]\d{4}$|^\d+(\.\d+){3}$/.test(value))
    return false;
  return /^\+/.test(value) ? digits >= 5 : digits >= 7 || (digits >= 5 && /^[0(]/.test(value));
}

const dates = /(?<![\d./-])\d{1,2}([./-])\d{1,2}\1\d{2}(?:\d{2})?(?![\d./-])/;

/** A phone number with its country or area, which is no other number and no date. */
const isCertainPhoneNumber = (value: string): boolean =>
  isPhoneNumber(value) &&
  value.replace(/\D/g, '').length >= 7 &&
  (/^\+/.test(value) ||
    (!dates.test(value) &&
      /^\(?0\d.*\d{3}|^0\d([ .-]\d\d){4}$|^\(\d{2,4}\) ?\d|^\d{3}([-. ])\d{3}\2\d{4}$/.test(value)));
