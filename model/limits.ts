/** Business constants of the product: lengths in UTF-16 code units, sizes in bytes, durations in milliseconds. */
export const limits = {
  title: 200,
  slug: 100,
  ctaText: 100,
  metaTitle: 60,
  metaDescription: 160,
  navLabel: 50,
  siteName: 100,
  siteDescription: 500,
  name: 100,
  email: 254,
  url: 2048,
  documentId: 1_500,
  settingText: 5_000,
  // Keeps a page and its companions well inside Firestore's 1 MiB document and a page under a second to render.
  body: 200_000,
  embedCode: 50_000,
  accountPassword: 6,
  demoPassword: 8,
  passwordMaximum: 128,
  recoveryCodes: 10,
  /** Accounts that are described in one call: as many as Authentication looks up at once. */
  describedAccounts: 100,
  heroImageBytes: 5 * 1024 * 1024,
  ogImageBytes: 5 * 1024 * 1024,
  logoBytes: 500 * 1024,
  /** What an editor tells whoever proposed a change. */
  reviewNote: 2_000,
  /** Changed addresses that are listed before a publish; up to as many pages are rendered to tell them exactly. */
  plannedChanges: 200,
  bodyPreview: 150,
  contentPreview: 120,
  metaDescriptionPreview: 100,
  activityItems: 10,
  /** Entries of a sitemap that is one file. */
  sitemapUrls: 2_000,
  /** Entries of one file of a larger sitemap: every edit that makes a page newer writes its file anew. */
  sitemapPartUrls: 250,
  /** Uploaded images of one document that the site makes files of; further ones are shown as they were uploaded. */
  documentImages: 200,
  /** Newest revisions of a document, which are kept for as long as it is. */
  revisionsKept: 100,
} as const;

const second = 1_000;
const hour = 60 * 60 * second;

export const durations = {
  setupAlreadyAdmin: 1_000,
  setupBecameAdmin: 1_500,
  copiedShown: 2_000,
  demoAccess: 24 * hour,
  inviteValidity: 7 * 24 * hour,
  /** How old a sign-in may be that asks for new recovery codes. */
  freshSignIn: 15 * 60 * second,
  /** How long somebody without access reads why before they are on the site. */
  noAccessShown: 3_000,
  trashKept: 30 * 24 * hour,
  /** Of what the back office shows the pipeline. */
  pipelineToken: 10 * 60 * second,
  /** Of a link to a draft for people without an account. */
  previewLink: 7 * 24 * hour,
  /** How long an upload stays that nothing names. */
  unusedUploadKept: 30 * 24 * hour,
  /** How long a link to a new password is tried to be sent. */
  passwordRequest: hour,
  /** How long an event is not told of by e-mail again. */
  mailRemembered: 30 * 24 * hour,
  /** How old what happened may be when somebody is told of it. */
  newsWorthTelling: 24 * hour,
  /** Of a revision that is none of the newest. */
  revisionKept: 180 * 24 * hour,
  /** How long scripts and styles are served after the last page that names them. */
  assetsKept: 24 * hour,
} as const;

export const recommendedSizes = {
  hero: { width: 1200, height: 800 },
  ogImage: { width: 1200, height: 630 },
} as const;
