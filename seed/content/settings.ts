import type { SettingInput, SettingKey } from '@frontage/model/settings';
import type { PictureAddress } from './images.ts';

/** Every settings tab of the invented brand. */
export const settings = (picture: PictureAddress): { [Key in SettingKey]: SettingInput<Key> } => ({
  // A made-up measurement id might be somebody's: none is set, so nothing is measured.
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
    primary_color: '#0F284C',
    favicon_url: picture('logo'),
  },
  general: {
    site_description:
      'Meet digital humans that listen, think and answer. Parhelion is an invented brand: everything here is example content.',
    contact_email: 'hello@parhelion.example',
    default_og_image: picture('share'),
    // Empty: the origin that serves the site.
    site_url: '',
  },
  seo: {
    sitemap_frequency: 'weekly',
    google_site_verification: '',
    bing_site_verification: '',
    robots_custom_rules: 'Disallow: /api/',
  },
  security: { require_second_factor: false },
});
