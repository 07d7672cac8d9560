import type { SettingInput, SettingKey } from '@frontage/model/kinds/settings';
import type { PictureAddress } from './images.ts';

/** The values of every settings tab, for the invented brand. */
export const settings = (picture: PictureAddress): { [Key in SettingKey]: SettingInput<Key> } => ({
  // A made-up measurement id could belong to a real site, so none is set and nothing is measured.
  ga4_id: '',
  social_links: {
    facebook: 'https://facebook.example/parhelion',
    twitter: 'https://twitter.example/parhelion',
    linkedin: 'https://linkedin.example/parhelion',
    instagram: 'https://instagram.example/parhelion',
    youtube: 'https://youtube.example/parhelion',
    github: 'https://github.example/parhelion',
  },
  branding: {
    site_name: 'Parhelion',
    logo_url: picture('logo'),
    // Readable as a link color on light pages, and bright enough on the dark hero.
    primary_color: '#3563E9',
    favicon_url: picture('logo'),
  },
  general: {
    site_description:
      'Meet digital humans that listen, think and answer. Parhelion is a made-up brand with example content for Frontage.',
    contact_email: 'hello@parhelion.example',
    default_og_image: picture('share'),
    // Empty means the origin that serves the site.
    site_url: '',
  },
  seo: {
    sitemap_frequency: 'weekly',
    google_site_verification: '',
    bing_site_verification: '',
    robots_custom_rules: 'Disallow: /api/',
  },
  visitors: { search_enabled: true, feed_enabled: true, language: 'en' },
  content: { news: false },
  security: { require_second_factor: false },
  launches: { approval_documents: 0, approval_site_wide: false },
});
