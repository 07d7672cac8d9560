import { sitePaths } from '@frontage/model/paths';

/**
 * robots.txt: everyone may read everything, then the rules from the settings. Rules that name a user agent stand as
 * groups of their own; others join the group of everyone.
 */
export function robotsFile({ origin, customRules }: { origin: string; customRules: string | null }): string {
  const rules = (customRules ?? '').replaceAll(/\r\n?/g, '\n').trim();
  const isGroup = /^\s*user-agent\s*:/im.test(rules);
  const everyone = ['User-agent: *', 'Allow: /', ...(rules && !isGroup ? [rules] : [])];
  const groups = [everyone.join('\n'), ...(isGroup ? [rules] : []), `Sitemap: ${origin}${sitePaths.sitemap}`];
  return `${groups.join('\n\n')}\n`;
}
