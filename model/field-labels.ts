import { demoFields } from './demo.ts';
import { labelsOf } from './kinds/field.ts';
import { pageFields } from './page.ts';
import { collections, type ContentCollection } from './paths.ts';
import { sectionFields } from './section.ts';

const demoLabels = labelsOf(demoFields);

/** The labels of form fields, by the collection of their document. */
export const fieldLabels = {
  [collections.sections]: labelsOf(sectionFields),
  [collections.pages]: labelsOf(pageFields),
  [collections.demos]: demoLabels,
  [collections.demoEmbeds]: demoLabels,
  [collections.settings]: {
    ga4_id: 'Measurement ID',
    facebook: 'Facebook',
    twitter: 'Twitter',
    linkedin: 'LinkedIn',
    instagram: 'Instagram',
    youtube: 'YouTube',
    github: 'GitHub',
    site_name: 'Site name',
    logo_url: 'Logo',
    primary_color: 'Primary color',
    favicon_url: 'Favicon URL',
    accent_color: 'Accent color',
    typeface: 'Typefaces',
    corner_radius: 'Corners',
    logo_dark_url: 'Logo for dark backgrounds',
    site_description: 'Site description',
    contact_email: 'Contact email',
    default_og_image: 'Default social image URL',
    site_url: 'Site URL',
    sitemap_frequency: 'Sitemap frequency',
    google_site_verification: 'Google site verification',
    bing_site_verification: 'Bing site verification',
    blocking_rules: 'Problems that prevent publishing',
    robots_custom_rules: 'Custom robots rules',
    search_enabled: 'Search page',
    feed_enabled: 'Feed',
    language: 'Language',
    require_second_factor: 'Require a second factor for administrators',
    approval_documents: 'Documents that need approval',
    approval_site_wide: 'Sections and settings need approval',
  },
  [collections.slugs]: {},
  [collections.redirects]: { from: 'From', to: 'To', status: 'Status' },
  [collections.media]: { title: 'Title', alt: 'Alt text', is_decorative: 'Decorative', focal: 'Focal point' },
} as const satisfies Record<ContentCollection, Record<string, string>>;

/**
 * The form label of a field, given the document's path. For a nested field, the label of the innermost labeled part.
 */
export function fieldLabel(document: string, field: string): string {
  const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = fieldLabels;
  const known = labels[document.split('/', 1)[0] ?? ''] ?? {};
  const name = field.split('.').findLast((part) => Object.hasOwn(known, part));
  return (name === undefined ? undefined : known[name]) ?? field;
}
