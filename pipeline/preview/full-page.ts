/** Links of a page, which lead on within the preview. Those to files that pages name stay. */
const links = /(<a\b[^>]*?\shref=")(\/(?!\/)[^"]*)/g;

/** A page whose links stay below an address: our templates write every attribute in double quotes and escape all text. */
export const linksWithin = (html: string, below: string): string => html.replaceAll(links, `$1${below}$2`);

/** The site's own policy, without whoever counts visitors: nobody who looks at a draft is one. */
export const previewPolicy = (policy: string): string =>
  policy
    .split(';')
    .map((directive) => directive.trim().split(/\s+/).filter(countsNobody).join(' '))
    .join('; ');

const countsNobody = (source: string): boolean => !/google|gstatic/.test(source);
