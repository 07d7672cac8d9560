import type { ChangeFreq } from '@astrojs/sitemap';
import { z } from 'zod';
import { contentStamps, moment, optionalText, optionalUrl } from '../fields.ts';
import {
  choice,
  color,
  count,
  email,
  formShape,
  image,
  language,
  option,
  required,
  text,
  toggle,
  url,
} from './field.ts';
import { limits, recommendedSizes } from '../limits.ts';
import { invalid } from '../messages.ts';
import { sitePaths } from '../paths.ts';
import { securitySetting } from '../user.ts';

/** Social platforms in display order, each with its label. */
export const socialPlatforms = {
  facebook: 'Facebook',
  twitter: 'Twitter',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
  youtube: 'YouTube',
  github: 'GitHub',
} as const;

export type SocialPlatform = keyof typeof socialPlatforms;

/** A site URL as the base of addresses: without query, fragment and index file, with an ASCII host. */
function cleanSiteUrl(address: string): string {
  const url = URL.parse(address);
  return url === null ? address : url.origin + url.pathname.replace(/\/+(?:index\.html?)?\/*$/i, '');
}

const siteUrl = optionalUrl.transform((address) => address && cleanSiteUrl(address));

/** The code of a verification: search engines show it in a whole tag or record, from which it is taken. */
function verificationCode(typed: string): string {
  const [, double, single, bare] = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/i.exec(typed) ?? [];
  const user = /<user>([^<]*)<\/user>/i.exec(typed)?.[1];
  const code =
    double ?? single ?? bare ?? user ?? typed.replace(/^\s*(?:google-site-verification|msvalidate\.01)\s*[=:]/i, '');
  return code.trim();
}

const settingText = optionalText(limits.settingText, invalid.settingTooLong);

const verification = settingText.transform((typed) => (typed === null ? null : verificationCode(typed) || null));

/** The language of a site without the setting. */
export const defaultLanguage = 'en';

/** The pairs of typefaces and the kinds of corners, which `theme.ts` describes. */
export const typefaceNames = ['jost', 'grotesk', 'serif', 'bricolage', 'book'] as const;
export const cornerNames = ['square', 'soft', 'round'] as const;

export type Typeface = (typeof typefaceNames)[number];
export type CornerRadius = (typeof cornerNames)[number];

const { width, height } = recommendedSizes.ogImage;

const code = { max: limits.settingText, tooLong: invalid.settingTooLong, help: 'The code, or the whole tag with it' };

/** The fields of each setting, in the order of its form. The value of `ga4_id` is that of its only field. */
export const settingFields = {
  ga4_id: {
    ga4_id: {
      ...text({ label: 'Measurement ID', max: limits.settingText }),
      schema: settingText.transform((id) => id && id.trim()),
    },
  },
  social_links: {
    facebook: url({ label: socialPlatforms.facebook }),
    twitter: url({ label: socialPlatforms.twitter }),
    linkedin: url({ label: socialPlatforms.linkedin }),
    instagram: url({ label: socialPlatforms.instagram }),
    youtube: url({ label: socialPlatforms.youtube }),
    github: url({ label: socialPlatforms.github }),
  },
  branding: {
    site_name: required({
      label: 'Site name',
      max: limits.siteName,
      missing: invalid.siteNameRequired,
      tooLong: invalid.siteNameTooLong,
    }),
    logo_url: image({ label: 'Logo', help: 'PNG, JPEG or SVG, under 500KB' }),
    primary_color: color({ label: 'Primary color' }),
    accent_color: color({ label: 'Accent color', addedLater: true }),
    typeface: option(typefaceNames, {
      label: 'Typefaces',
      help: 'For headings and for text. Visitors load the chosen fonts only.',
      usual: 'jost',
      addedLater: true,
    }),
    corner_radius: option(cornerNames, {
      label: 'Corners',
      help: 'Applies to cards, images, buttons and fields',
      usual: 'round',
      addedLater: true,
    }),
    logo_dark_url: image({ label: 'Logo for dark backgrounds', addedLater: true }),
    favicon_url: image({
      label: 'Favicon URL',
      help: 'The small icon in browser tabs. PNG, JPEG or SVG, under 500KB',
    }),
  },
  general: {
    site_description: text({
      label: 'Site description',
      max: limits.siteDescription,
      tooLong: invalid.descriptionTooLong,
    }),
    contact_email: email({ label: 'Contact email' }),
    default_og_image: image({
      label: 'Default social image URL',
      help: `Shown when a page without an image is shared. Recommended size: ${String(width)}x${String(height)} px. JPG, PNG or WEBP, up to 5MB.`,
    }),
    site_url: {
      ...url({ label: 'Site URL', help: 'The address of the public site, for canonical links and the sitemap' }),
      schema: siteUrl,
    },
  },
  seo: {
    sitemap_frequency: choice(
      { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' } satisfies Partial<Record<ChangeFreq, string>>,
      { label: 'Sitemap frequency', help: 'How often the homepage and the gallery change' },
    ),
    google_site_verification: { ...text({ label: 'Google site verification', ...code }), schema: verification },
    bing_site_verification: { ...text({ label: 'Bing site verification', ...code }), schema: verification },
    robots_custom_rules: text({
      label: 'Custom robots rules',
      help: 'Added to robots.txt, one rule per line',
      max: limits.settingText,
      tooLong: invalid.settingTooLong,
    }),
    // Health rules separated by commas. Unknown names have no effect.
    blocking_rules: text({
      label: 'Problems that prevent publishing',
      help: 'A change that adds one of these problems cannot be published. Lists, schedules, launches and imports check only alternative texts, long titles and missing descriptions.',
      max: limits.blockingRules,
      tooLong: invalid.settingTooLong,
      addedLater: true,
    }),
  },
  visitors: {
    search_enabled: toggle({
      label: 'Search page',
      help: 'Adds a search of all published pages and demos to the site.',
    }),
    feed_enabled: toggle({
      label: 'Feed',
      help: `An Atom feed of the newest pages at ${sitePaths.feed}, for feed readers.`,
    }),
    language: language({
      label: 'Language',
      help: 'The language of the content as a tag, such as en, pt-BR or zh-Hant. Empty means English.',
    }),
  },
  // The kinds that are off unless they are switched on: `switchedBy` of the kind names its switch.
  content: {
    news: toggle({ label: 'News', help: 'Entries with a date, each with its own page.' }),
  },
  security: {
    require_second_factor: toggle({
      label: 'Require a second factor for administrators',
      help: 'Without one, they keep their other roles but lose administrator access.',
    }),
  },
  launches: {
    // 0 for none.
    approval_documents: count({
      label: 'Documents that need approval',
      help: 'A launch with at least this many documents needs an approval. 0 means never.',
      max: limits.launchMembers,
    }),
    approval_site_wide: toggle({
      label: 'Sections and settings need approval',
      help: 'A launch that changes them needs an approval, however small it is.',
    }),
  },
};

/** One schema per key of `site_settings`. */
export const settingSchemas = {
  ga4_id: settingFields.ga4_id.ga4_id.schema,
  social_links: z.object(formShape(settingFields.social_links)),
  branding: z.object(formShape(settingFields.branding)),
  general: z.object(formShape(settingFields.general)),
  seo: z.object(formShape(settingFields.seo)),
  visitors: z.object(formShape(settingFields.visitors)),
  content: z.object(formShape(settingFields.content)),
  security: securitySetting,
  launches: z.object(formShape(settingFields.launches)),
};

/** A switch of an optional kind of content. */
export type ContentSwitch = keyof typeof settingFields.content;

export type SettingKey = keyof typeof settingSchemas;
export type Settings = { [Key in SettingKey]: z.output<(typeof settingSchemas)[Key]> };
export type SettingInput<Key extends SettingKey> = z.input<(typeof settingSchemas)[Key]>;

export const settingKeys = Object.keys(settingSchemas) as SettingKey[];

/**
 * A stored `site_settings` document. `value` is not checked here, but with the schema of its key in `settingSchemas`.
 */
export const settingDocument = z.object({
  value: z.unknown(),
  updated_at: moment,
  rev: z.int().min(1),
  updated_by: z.string().min(1),
  from_draft: contentStamps.from_draft,
});

/** The label of each setting, and its tab on the settings screen. */
export const settingTabs: Record<SettingKey, { title: string; tab: string }> = {
  ga4_id: { title: 'Analytics', tab: 'analytics' },
  social_links: { title: 'Social', tab: 'social' },
  branding: { title: 'Branding', tab: 'branding' },
  seo: { title: 'SEO', tab: 'seo' },
  general: { title: 'General', tab: 'general' },
  visitors: { title: 'Search, feed and language', tab: 'general' },
  content: { title: 'Content', tab: 'general' },
  security: { title: 'Security', tab: 'general' },
  launches: { title: 'Approval of launches', tab: 'general' },
};

/** The values of settings that were never saved. */
export const defaultSettings: Settings = {
  ga4_id: null,
  social_links: { facebook: null, twitter: null, linkedin: null, instagram: null, youtube: null, github: null },
  branding: {
    site_name: 'Frontage',
    logo_url: '/logo.svg',
    primary_color: '#0F284C',
    favicon_url: '/favicon.svg',
    accent_color: null,
    typeface: 'jost',
    corner_radius: 'round',
    logo_dark_url: null,
  },
  general: { site_description: null, contact_email: null, default_og_image: null, site_url: null },
  seo: {
    sitemap_frequency: 'weekly',
    google_site_verification: null,
    bing_site_verification: null,
    robots_custom_rules: null,
    blocking_rules: null,
  },
  visitors: { search_enabled: false, feed_enabled: false, language: null },
  content: { news: false },
  security: { require_second_factor: false },
  launches: { approval_documents: 0, approval_site_wide: false },
};

/** The switches of optional kinds, from the stored setting: off if it cannot be read. */
export const contentSwitches = (stored: Readonly<Record<string, unknown>> | null): Settings['content'] =>
  settingSchemas.content.safeParse(stored?.['value']).data ?? defaultSettings.content;

/** The stored approval setting of launches. A value that cannot be read must not turn approvals off. */
export const approvalRules = (stored: Readonly<Record<string, unknown>> | null): Settings['launches'] =>
  stored === null
    ? defaultSettings.launches
    : (settingSchemas.launches.safeParse(stored['value']).data ?? { approval_documents: 1, approval_site_wide: true });

/** The health rules whose new findings prevent publishing. */
export const blockingRules = ({ blocking_rules }: Pick<Settings['seo'], 'blocking_rules'>): string[] =>
  (blocking_rules ?? '').split(',').filter(Boolean);

/** The same rules of a stored SEO setting; none if it cannot be read. */
export const storedBlockingRules = (stored: Readonly<Record<string, unknown>> | null | undefined): string[] =>
  blockingRules(settingSchemas.seo.safeParse(stored?.['value']).data ?? defaultSettings.seo);

/** The analytics id without spaces around it if it consists of `G-` and capitals or digits, else null. Other ids must not be in a page. */
export function usableAnalyticsId(ga4Id: string | null): string | null {
  const id = ga4Id?.trim() ?? '';
  return /^G-[A-Z0-9]+$/.test(id) ? id : null;
}
