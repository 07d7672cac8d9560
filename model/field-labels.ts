import type { DemoInput } from './demo-form.ts';
import type { PageInput } from './page.ts';
import { collections, type ContentCollection } from './paths.ts';
import type { SectionInput } from './section.ts';

const demoLabels = {
  heading: 'Heading',
  slug: 'Slug',
  iframe_url: 'Embed code',
  is_password_protected: 'Password protection',
  password: 'Password',
  ga_tracking_enabled: 'Google Analytics',
  meta_title: 'Meta title',
  meta_description: 'Meta description',
  og_image_url: 'OG image',
  is_published: 'Publish',
} as const satisfies Record<keyof DemoInput, string>;

/** Every field of a form has a label. */
type Labels = Record<ContentCollection, Record<string, string>> & {
  [collections.sections]: Record<keyof SectionInput, string>;
  [collections.pages]: Record<keyof PageInput, string>;
};

/** The labels of form fields, by the collection of their document. */
export const fieldLabels = {
  [collections.sections]: {
    section_key: 'Section key',
    title: 'Title',
    content: 'Content',
    cta_text: 'CTA text',
    cta_url: 'CTA URL',
    image_url: 'Hero image',
    order_index: 'Order index',
    is_visible: 'Visible',
    is_published: 'Published',
  },
  [collections.pages]: {
    title: 'Title',
    slug: 'URL slug',
    body: 'Body',
    meta_title: 'Meta title',
    meta_description: 'Meta description',
    og_image_url: 'Social image URL',
    is_published: 'Publish',
    parent_id: 'Parent page',
    show_in_menu: 'Show in navigation',
    menu_order: 'Menu order',
    nav_label: 'Navigation label',
  },
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
} as const satisfies Labels;

/**
 * The form label of a field, given the document's path. For a nested field, the label of the innermost labeled part.
 */
export function fieldLabel(document: string, field: string): string {
  const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = fieldLabels;
  const known = labels[document.split('/', 1)[0] ?? ''] ?? {};
  const name = field.split('.').findLast((part) => Object.hasOwn(known, part));
  return (name === undefined ? undefined : known[name]) ?? field;
}
