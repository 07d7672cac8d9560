import { isHttpUrl, isSitePath } from '@frontage/model/url';

/** The URL a preview loads a stored image from: paths on the site's origin, URLs unchanged; null for anything else. */
export function imageAddress(stored: string, siteOrigin: string): string | null {
  if (isSitePath(stored)) return siteOrigin + stored;
  return isHttpUrl(stored) ? stored : null;
}
