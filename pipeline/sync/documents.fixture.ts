import type { JsonObject } from './source.ts';

const provenance = {
  rev: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: 'ada',
  updated_at: '2026-01-02T00:00:00.000Z',
  updated_by: 'ada',
};

/** A published page; `fields` say what is different. */
export const aPage = (fields: JsonObject = {}): JsonObject => ({
  title: 'About',
  slug: 'about',
  body: 'Hello *there*.',
  meta_title: null,
  meta_description: null,
  og_image_url: null,
  is_published: true,
  parent_id: null,
  show_in_menu: true,
  menu_order: 0,
  nav_label: null,
  ...provenance,
  ...fields,
});

/** A published demo without a password. Its embed code is a document of its own. */
export const aDemo = (fields: JsonObject = {}): JsonObject => ({
  heading: 'Ada speaks',
  slug: 'ada-speaks',
  is_password_protected: false,
  ga_tracking_enabled: true,
  meta_title: null,
  meta_description: null,
  og_image_url: null,
  is_published: true,
  ...provenance,
  ...fields,
});

export const anEmbed = (iframe_url = 'https://demo.example/ada'): JsonObject => ({ iframe_url });

/** A published, visible section. */
export const aSection = (fields: JsonObject = {}): JsonObject => ({
  section_key: 'hero',
  title: 'Meet Ada',
  content: 'A digital human.',
  cta_text: null,
  cta_url: null,
  image_url: null,
  order_index: 0,
  is_visible: true,
  is_published: true,
  ...provenance,
  ...fields,
});

/** One stored setting. */
export const aSetting = (value: JsonObject | string | null): JsonObject => ({
  value,
  updated_at: '2026-01-02T00:00:00.000Z',
  rev: 1,
  updated_by: 'ada',
});
