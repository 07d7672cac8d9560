/** Links of a page, rewritten to stay within the preview. Links to files stay. */
const links = /(<a\b[^>]*?\shref=")(\/(?!\/)[^"]*)/g;

/** A page whose links stay below an address: our templates write every attribute in double quotes and escape all text. */
export const linksWithin = (html: string, below: string): string => html.replaceAll(links, `$1${below}$2`);

/** The site's policy without analytics: viewers of a draft are not visitors. */
export const previewPolicy = (policy: string): string =>
  policy
    .split(';')
    .map((directive) => directive.trim().split(/\s+/).filter(countsNobody).join(' '))
    .join('; ');

const countsNobody = (source: string): boolean => !/google|gstatic/.test(source);
