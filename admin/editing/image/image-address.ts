import { isHttpUrl, isSitePath } from '@frontage/model/url';

/** Where a preview loads a stored image from: paths from the site, addresses as they are; null for what is neither. */
export function imageAddress(stored: string, siteOrigin: string): string | null {
  if (isSitePath(stored)) return siteOrigin + stored;
  return isHttpUrl(stored) ? stored : null;
}
