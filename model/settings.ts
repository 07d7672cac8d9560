import type { ChangeFreq } from '@astrojs/sitemap';
import { z } from 'zod';
import { contentStamps, optionalImage, optionalText, optionalUrl, moment, requiredText } from './fields.ts';
import { limits } from './limits.ts';
import { invalid } from './messages.ts';
import { securitySetting } from './user.ts';

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

export const sitemapFrequencies = ['daily', 'weekly', 'monthly'] as const satisfies ChangeFreq[];

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

/** Pattern of an email address, valid in JavaScript and RE2: firestore.rules contains the same one. */
export const emailPattern =
  '(?:[A-Za-z0-9_+\\x27-]+\\.)*[A-Za-z0-9_+\\x27-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}';
const emailAddress = new RegExp(`^${emailPattern}$`);

const optionalEmail = z
  .string()
  .nullish()
  .refine((value) => !value || (value.length <= limits.email && emailAddress.test(value)), invalid.email)
  .transform((value) => (value ? value : null));

const optionalColor = z
  .string()
  .nullish()
  .refine((value) => !value || /^#[0-9a-fA-F]{6}$/.test(value), invalid.hexColor)
  .transform((value) => (value ? value : null));

/** Pattern of a BCP 47 tag of language, script and region, such as `zh-Hant-TW`; valid in JavaScript and RE2. */
export const languagePattern = '[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?';
const languageTag = new RegExp(`^${languagePattern}$`);

/** The language of a site without the setting. */
export const defaultLanguage = 'en';

const optionalLanguage = z
  .string()
  .nullish()
  .refine((value) => !value || languageTag.test(value), invalid.language)
  .transform((value) => (value ? value : null));

/** The pairs of typefaces and the kinds of corners, which `theme.ts` describes. */
export const typefaceNames = ['jost', 'grotesk', 'serif', 'bricolage', 'book'] as const;
export const cornerNames = ['square', 'soft', 'round'] as const;

export type Typeface = (typeof typefaceNames)[number];
export type CornerRadius = (typeof cornerNames)[number];

/** One of `options`; `usual` for a missing or empty value. */
const choice = <const Option extends string>(options: readonly Option[], usual: Option) =>
  z
    .enum(options)
    .or(z.literal(''))
    .nullish()
    .transform((value): Option => value || usual);

const documentCount = `Enter a whole number from 0 to ${limits.launchMembers}`;

/** One schema per key of `site_settings`. */
export const settingSchemas = {
  ga4_id: settingText.transform((id) => id && id.trim()),
  social_links: z.object({
    facebook: optionalUrl,
    twitter: optionalUrl,
    linkedin: optionalUrl,
    instagram: optionalUrl,
    youtube: optionalUrl,
    github: optionalUrl,
  }),
  branding: z.object({
    site_name: requiredText(limits.siteName, { missing: invalid.siteNameRequired, tooLong: invalid.siteNameTooLong }),
    logo_url: optionalImage,
    primary_color: optionalColor,
    favicon_url: optionalImage,
    // Values of earlier versions lack the following fields.
    accent_color: optionalColor,
    typeface: choice(typefaceNames, 'jost'),
    corner_radius: choice(cornerNames, 'round'),
    logo_dark_url: optionalImage,
  }),
  general: z.object({
    site_description: optionalText(limits.siteDescription, invalid.descriptionTooLong),
    contact_email: optionalEmail,
    default_og_image: optionalImage,
    site_url: siteUrl,
  }),
  seo: z.object({
    sitemap_frequency: z.enum(sitemapFrequencies),
    google_site_verification: verification,
    bing_site_verification: verification,
    robots_custom_rules: settingText,
    /** Health rules whose new findings prevent publishing, separated by commas. Unknown names have no effect. */
    blocking_rules: optionalText(limits.blockingRules, invalid.settingTooLong),
  }),
  visitors: z.object({ search_enabled: z.boolean(), feed_enabled: z.boolean(), language: optionalLanguage }),
  security: securitySetting,
  launches: z.object({
    /** Launches with at least this number of documents need the approval of a second person; 0 for none. */
    approval_documents: z.int(documentCount).min(0, documentCount).max(limits.launchMembers, documentCount),
    /** Whether launches with homepage sections or settings need it. */
    approval_site_wide: z.boolean(),
  }),
};

export type SettingKey = keyof typeof settingSchemas;
export type Settings = { [Key in SettingKey]: z.output<(typeof settingSchemas)[Key]> };
export type SettingInput<Key extends SettingKey> = z.input<(typeof settingSchemas)[Key]>;

export const settingKeys = Object.keys(settingSchemas) as SettingKey[];

/** The names of the form's fields of each setting: those of its value, or its key. */
export const settingFields = Object.fromEntries(
  Object.entries(settingSchemas).map(([key, schema]) => [
    key,
    schema instanceof z.ZodObject ? Object.keys(schema.shape) : [key],
  ]),
) as Record<SettingKey, string[]>;

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
  security: { require_second_factor: false },
  launches: { approval_documents: 0, approval_site_wide: false },
};

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
