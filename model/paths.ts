import type { Video } from './blocks.ts';
/** Firestore collections by their stored names. */
export const collections = {
  userRoles: 'user_roles',
  profiles: 'profiles',
  sections: 'homepage_sections',
  pages: 'pages',
  demos: 'demo_pages',
  demoEmbeds: 'demo_embeds',
  demoSecrets: 'demo_secrets',
  slugs: 'slugs',
  redirects: 'redirects',
  settings: 'site_settings',
  drafts: 'drafts',
  draftEmbeds: 'draft_embeds',
  invites: 'invites',
  recoveryCodes: 'recovery_codes',
  passwordRequests: 'password_requests',
  trash: 'trash',
  revisions: 'revisions',
  revisionEmbeds: 'revision_embeds',
  tombstones: 'tombstones',
  audit: 'audit',
  system: 'system',
  releases: 'releases',
  buildState: 'build_state',
  rateLimits: 'rate_limits',
  sealedHashes: 'sealed_hashes',
  presence: 'presence',
  schedules: 'schedules',
  launches: 'launches',
  launchVersions: 'launch_versions',
  launchComments: 'launch_comments',
  previewLinks: 'preview_links',
  mail: 'mail',
  media: 'media',
  unusedUploads: 'unused_uploads',
  uploadStates: 'upload_states',
  // Kept for open tabs of the previous version; `frontage migrate` empties them.
  summaries: 'summaries',
  search: 'search',
  searchPeople: 'search_people',
} as const;

/** Whether Firestore accepts a document id. Check ids first: one invalid id makes Firestore reject a whole request. */
export function isDocumentId(id: string): boolean {
  return (
    id !== '' &&
    id !== '.' &&
    id !== '..' &&
    !id.includes('/') &&
    !/^__.*__$/s.test(id) &&
    id.isWellFormed() &&
    encodeURIComponent(id).replaceAll(/%../g, '_').length <= 1_500
  );
}

/** Storage buckets by their names in the code. */
export const buckets = {
  homepageImages: 'homepage-images',
  demoImages: 'demo-images',
  brandingAssets: 'branding-assets',
} as const;

export type Bucket = (typeof buckets)[keyof typeof buckets];

/** Id of the document that reserves a slug for one kind. */
export const slugId = (kind: string, slug: string): string => `${kind}:${slug}`;

/** Id of the trash document of a deleted document. */
export const trashId = (collection: string, id: string): string => `${collection}_${id}`;

/** Id of the draft of a document. */
export const draftId = (collection: string, id: string): string => `${collection}_${id}`;
/** Whether a document can have a draft: the draft's id, which contains the document's, must not be too long. */
export const isDraftable = (collection: string, id: string): boolean => isDocumentId(draftId(collection, id));
/** Id of a revision of a document. */
export const revisionId = (collection: string, id: string, rev: number): string => `${collection}_${id}_${rev}`;

/** Id of the schedule of an action on a document. */
export const scheduleId = (collection: string, id: string, action: string): string => `${collection}_${id}_${action}`;

/**
 * Whether drafts, versions, schedules and the trash can name a document: their ids contain its id, and the longest one,
 * that of a schedule, must not be too long.
 */
export const isNameable = (collection: string, id: string): boolean =>
  isDocumentId(scheduleId(collection, id, 'publish_draft'));

/** Id of the presence of a user in a document. */
export const presenceId = (collection: string, id: string, uid: string): string => `${collection}_${id}_${uid}`;

/** Id of the `build_state` document that reports whether a document's newest change is live. */
export const buildStateId = (collection: string, id: string): string => `${collection}_${id}`;

/** Paths of the public site, without a trailing slash. */
export const sitePaths = {
  home: '/',
  demos: '/demos',
  sitemap: '/sitemap.xml',
  /** One file of a sitemap that consists of several files. */
  sitemapPart: (part: string): string => `/sitemap-${part}.xml`,
  robots: '/robots.txt',
  search: '/search',
  /** One file of the search index. */
  searchShard: (name: string): string => `/search/${name}.txt`,
  feed: '/feed.xml',
  /** The only stylesheet, including the brand colors. It is served at its `versionedPath`. */
  styles: '/assets/site.css',
  page: (slug: string): string => `/page/${slug}`,
  shortPage: (slug: string): string => `/${slug}`,
  demo: (slug: string): string => `/demo/${slug}`,
} as const;

/** The player of a video on the embed origin. */
export function playerPath({ provider, id, hash, start, list, title }: Video & { title: string }): string {
  const rest = { h: hash, list, t: start };
  const query = Object.entries(rest).flatMap(([name, value]) => (value ? [`&${name}=${String(value)}`] : []));
  return `/video?${provider}=${id}${query.join('')}&title=${encodeURIComponent(title)}`;
}

/** Whether a file is served with immutable caching. */
export const isVersioned = (path: string): boolean => path.startsWith('/assets/');

/** Adds the start of a SHA-256 to a path: `/assets/site.css` becomes `/assets/site.0123456789.css`. */
export const versionedPath = (path: string, sha256: string): string =>
  path.replace(/(\.[a-z0-9]+)$/, `.${sha256.slice(0, 10)}$1`);

/** Paths on the admin's origin. Ids of documents may have any characters but a slash. */
export const adminPaths = {
  login: '/auth/login',
  signUp: '/auth/signup',
  signOut: '/auth/signout',
  forgotPassword: '/auth/forgot',
  /** Target of the links in Firebase's emails. */
  emailAction: '/auth/action',
  /** Shows the emails of a local project. A hosted project has none there. */
  localMail: '/local-mail',
  setup: '/admin/setup',
  dashboard: '/admin',
  homepage: '/admin/homepage',
  section: (id: string): string => `/admin/homepage/${encodeURIComponent(id)}`,
  pages: '/admin/pages',
  page: (id: string): string => `/admin/pages/${encodeURIComponent(id)}`,
  demos: '/admin/demos',
  demo: (id: string): string => `/admin/demos/${encodeURIComponent(id)}`,
  users: '/admin/users',
  settings: '/admin/settings',
  redirects: '/admin/settings/redirects',
  trash: '/admin/trash',
  media: '/admin/media',
  health: '/admin/health',
  audit: '/admin/audit',
  schedule: '/admin/schedule',
  launches: '/admin/launches',
  launch: (id: string): string => `/admin/launches/${encodeURIComponent(id)}`,
  account: '/admin/account',
} as const;
