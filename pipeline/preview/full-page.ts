/** Matches the addresses of links to the site, which must stay within the preview. Addresses of files do not match. */
const links = /(<a\b[^>]*?\shref=")(\/(?!\/)[^"]*)/g;

/**
 * Prefixes the addresses of a page's links with `below`. A regular expression suffices, because the templates write
 * every attribute in double quotes and escape all text.
 */
export const linksWithin = (html: string, below: string): string => html.replaceAll(links, `$1${below}$2`);

/** The site's policy without analytics: viewers of a draft are not visitors. */
export const previewPolicy = (policy: string): string =>
  policy
    .split(';')
    .map((directive) => directive.trim().split(/\s+/).filter(isNotAnalytics).join(' '))
    .join('; ');

const isNotAnalytics = (source: string): boolean => !/google|gstatic/.test(source);
