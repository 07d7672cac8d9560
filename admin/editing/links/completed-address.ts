/**
 * A typed address with its scheme: an email address gets `mailto:`, a phone number `tel:`, and a host `https:`. Other
 * texts are returned as they are.
 */
export function completedAddress(value: string): string {
  if (/^[a-z][a-z\d+.-]*:/i.test(value) && !isHost(value)) return value;
  if (/^[\p{L}\p{N}.!#$%&'*+=?^_`{|}~-]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(\?\S*)?$/u.test(value))
    return `mailto:${value}`;
  if (isPhoneNumber(value)) return `tel:${value.replace(/\(0\)/g, '').replace(/[^\d+*#]/g, '')}`;
  return isHost(value) ? `https://${value}` : value;
}

const isHost = (value: string): boolean =>
  /^(?:[\p{L}\p{N}_-]+\.)+\p{L}[\p{L}\p{N}-]+\.?(?::\d+)?(?:[/?#]\S*)?$/u.test(value);

/** Digits with the marks of a phone number. Plain numbers of up to 6 digits, and years, are words. */
function isPhoneNumber(value: string): boolean {
  if (!/^\+?[\d\s().\/\u2010-\u2015\u00a0-]+$/u.test(value)) return false;
  const digits = value.replace(/\D/g, '').length;
  if (digits > 15 || /^\d{4}([-./]\d{1,2}){2}$|^\d{1,2}[-./]\d{1,2}[-./]\d{4}$|^\d+(\.\d+){3}$/.test(value))
    return false;
  return /^\+/.test(value) ? digits >= 5 : digits >= 7 || (digits >= 5 && /^[0(]/.test(value));
}
