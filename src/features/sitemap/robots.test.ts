import { expect, test } from 'vitest';
import { robotsFile } from './robots.ts';

const origin = 'https://brand.example';

test.each([
  ['no rules', null, 'User-agent: *\nAllow: /\n\nSitemap: https://brand.example/sitemap.xml\n'],
  [
    'plain rules',
    'Disallow: /demo/\r\nCrawl-delay: 2\n',
    'User-agent: *\nAllow: /\nDisallow: /demo/\nCrawl-delay: 2\n\nSitemap: https://brand.example/sitemap.xml\n',
  ],
  [
    'groups of rules',
    'User-agent: Crawler\nDisallow: /',
    'User-agent: *\nAllow: /\n\nUser-agent: Crawler\nDisallow: /\n\nSitemap: https://brand.example/sitemap.xml\n',
  ],
])('writes robots.txt with %s', (_name, customRules, file) => {
  expect(robotsFile({ origin, customRules })).toBe(file);
});
