import { createHash } from 'node:crypto';
import { bareDemo, barePage, bareSection } from '@frontage/model/content.fixture';
import type { SettingKey } from '@frontage/model/kinds/settings';
import { now, requestTime, storedTime, type Fields, type InitialState, type Write } from './attack-case.ts';

// Valid documents and the admin's batches that create, change and delete them.

const stored = (owner: string) => ({
  rev: 3,
  created_at: storedTime,
  created_by: owner,
  updated_at: storedTime,
  updated_by: owner,
});
export const created = (uid: string) => ({
  rev: 1,
  created_at: now,
  created_by: uid,
  updated_at: now,
  updated_by: uid,
});
/** A new slug document. */
export const slugOf = (id: string): Fields => ({ id, updated_at: now });
const updated = (uid: string) => ({ rev: 4, updated_at: now, updated_by: uid });

export const sectionFields: Fields = {
  ...bareSection,
  section_key: 'hero',
  title: 'Meet Ada',
  cta_text: 'Start',
  cta_url: '/demos',
  is_published: false,
};

export const pageFields: Fields = { ...barePage, body: 'Who we are', is_published: false };

export const demoFields: Fields = { ...bareDemo, is_published: false };

export const settingValues: { [Key in SettingKey]: Fields[string] } = {
  ga4_id: 'G-ABC123',
  social_links: {
    facebook: null,
    twitter: 'https://twitter.com/frontage',
    linkedin: null,
    instagram: null,
    youtube: null,
    github: null,
  },
  branding: { site_name: 'Frontage', logo_url: '/logo.svg', primary_color: '#0F284C', favicon_url: null },
  general: { site_description: 'A site', contact_email: 'hello@example.com', default_og_image: null, site_url: null },
  seo: {
    sitemap_frequency: 'weekly',
    google_site_verification: null,
    bing_site_verification: null,
    robots_custom_rules: null,
    blocking_rules: null,
  },
  visitors: { search_enabled: true, feed_enabled: false, language: 'en' },
  content: { news: true },
  security: { require_second_factor: false },
  launches: { approval_documents: 3, approval_site_wide: true },
};

export const embed: Fields = { iframe_url: 'https://demo.example.com/ada' };
export const otherEmbed: Fields = { iframe_url: '<iframe src="https://demo.example.com/eve"></iframe>' };

/** A password hash from the server for this user, with the `sealed_hashes` document that allows storing it. */
export function sealedHash(uid: string, { expires = new Date(requestTime.getTime() + 60_000), text = 'new' } = {}) {
  const hash = `$argon2id$v=19$m=19456,t=2,p=1$${text}`;
  const digest = createHash('sha256').update(hash).digest('hex');
  const initialState: InitialState = { [`sealed_hashes/${digest}`]: { uid, expires_at: expires } };
  return { hash, initialState };
}

interface Owned {
  owner: string;
  published?: boolean;
  protected?: boolean;
}

/** Stored documents with their companions; demos may have a password. */
export const storedSection = ({ owner, published = false }: Owned): InitialState => ({
  'homepage_sections/s1': { ...sectionFields, ...stored(owner), is_published: published },
});
export const storedPage = ({ owner, published = false }: Owned): InitialState => ({
  'pages/p1': { ...pageFields, ...stored(owner), is_published: published },
  'slugs/page:about': { id: 'p1' },
});
export const storedDemo = ({ owner, published = false, protected: isProtected = false }: Owned): InitialState => ({
  'demo_pages/d1': {
    ...demoFields,
    ...stored(owner),
    is_published: published,
    is_password_protected: isProtected,
  },
  'slugs/demo:ada': { id: 'd1' },
  'demo_embeds/d1': embed,
  ...(isProtected && { 'demo_secrets/d1': { password_hash: 'old' } }),
});

/** The path of the redirect document of an address. */
export const redirectPath = (from: string): string => `redirects/${createHash('sha256').update(from).digest('hex')}`;
export const redirectData = (uid: string, over: Fields = {}): Fields => ({
  from: '/old',
  to: '/new',
  status: 301,
  updated_at: now,
  updated_by: uid,
  ...over,
});

export const createSection = (uid: string, data: Fields = {}): Write[] => [
  { set: 'homepage_sections/s1', data: { ...sectionFields, ...created(uid), ...data } },
];
export const createPage = (uid: string, data: Fields = {}): Write[] => [
  { set: 'pages/p1', data: { ...pageFields, ...created(uid), ...data } },
  { set: `slugs/page:${String(data['slug'] ?? 'about')}`, data: slugOf('p1') },
];
export const createDemo = (uid: string, data: Fields = {}, hash?: string): Write[] => [
  { set: 'demo_pages/d1', data: { ...demoFields, ...created(uid), ...data } },
  { set: `slugs/demo:${String(data['slug'] ?? 'ada')}`, data: slugOf('d1') },
  { set: 'demo_embeds/d1', data: embed },
  ...(hash === undefined ? [] : [{ set: 'demo_secrets/d1', data: { password_hash: hash } }]),
];

export const updateSection = (uid: string, data: Fields = {}): Write[] => [
  { update: 'homepage_sections/s1', data: { ...updated(uid), ...data } },
];
export const updatePage = (uid: string, data: Fields = {}): Write[] => [
  { update: 'pages/p1', data: { ...updated(uid), ...data } },
];
export const updateDemo = (uid: string, data: Fields = {}, companions: Write[] = []): Write[] => [
  { update: 'demo_pages/d1', data: { ...updated(uid), ...data } },
  ...companions,
];

const trash = (
  uid: string,
  { path, initialState, embed: code }: { path: string; initialState: InitialState; embed?: string },
): Write => {
  const [collection = '', id = ''] = path.split('/');
  return {
    set: `trash/${collection}_${id}`,
    data: {
      collection,
      id,
      data: initialState[path] ?? {},
      ...(code !== undefined && { embed: code }),
      deleted_by: uid,
      deleted_at: now,
    },
  };
};

export const deleteSection = (uid: string, initialState: InitialState): Write[] => [
  { delete: 'homepage_sections/s1' },
  trash(uid, { path: 'homepage_sections/s1', initialState }),
];
export const deletePage = (uid: string, initialState: InitialState): Write[] => [
  { delete: 'pages/p1' },
  trash(uid, { path: 'pages/p1', initialState }),
];
export const deleteDemo = (uid: string, initialState: InitialState): Write[] => [
  { delete: 'demo_pages/d1' },
  { delete: 'demo_embeds/d1' },
  trash(uid, { path: 'demo_pages/d1', initialState, embed: String(embed['iframe_url']) }),
];

/** The documents and batches of a kind without companions, with valid fields. */
export function batchesWith(kind: string, { collection, fields }: { collection: string; fields: Fields }) {
  const path = `${collection}/k1`;
  const slugsOf = (data: Fields): Write[] =>
    typeof data['slug'] === 'string' ? [{ set: `slugs/${kind}:${data['slug']}`, data: slugOf('k1') }] : [];
  return {
    fields,
    path,
    stored: ({ owner, published = false }: Owned): InitialState => ({
      [path]: { ...fields, ...stored(owner), is_published: published },
      ...('slug' in fields && { [`slugs/${kind}:${String(fields['slug'])}`]: { id: 'k1' } }),
    }),
    create: (uid: string, data: Fields = {}): Write[] => [
      { set: path, data: { ...fields, ...created(uid), ...data } },
      ...slugsOf({ ...fields, ...data }),
    ],
    update: (uid: string, data: Fields = {}): Write[] => [{ update: path, data: { ...updated(uid), ...data } }],
    remove: (uid: string, initialState: InitialState): Write[] => [
      { delete: path },
      trash(uid, { path, initialState }),
    ],
  };
}
