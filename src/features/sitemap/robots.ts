import { sitePaths } from '@frontage/model/paths';

/**
 * robots.txt: allows everything for every user agent, then the rules from the settings. Rules that name a user agent
 * form separate groups; others join the general group.
 */
export function robotsFile({ origin, customRules }: { origin: string; customRules: string | null }): string {
  const rules = (customRules ?? '').replaceAll(/\r\n?/g, '\n').trim();
  const isGroup = /^\s*user-agent\s*:/im.test(rules);
  const everyone = ['User-agent: *', 'Allow: /', ...(rules && !isGroup ? [rules] : [])];
  const groups = [everyone.join('\n'), ...(isGroup ? [rules] : []), `Sitemap: ${origin}${sitePaths.sitemap}`];
  return `${groups.join('\n\n')}\n`;
}
