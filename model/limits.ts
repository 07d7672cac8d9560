/** Business constants of the product: lengths in UTF-16 code units, sizes in bytes, durations in milliseconds. */
export const limits = {
  title: 200,
  slug: 100,
  tag: 50,
  /** The tags of one document. */
  tags: 20,
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
  mediaTitle: 200,
  mediaAlt: 500,
  blockingRules: 1_000,
  // Keeps a page and its companions well inside Firestore's 1 MiB document and a page under a second to render.
  body: 200_000,
  embedCode: 50_000,
  accountPassword: 6,
  demoPassword: 8,
  passwordMaximum: 128,
  recoveryCodes: 10,
  /** Accounts per call of `describeAccounts`: the maximum of one Authentication lookup. */
  describedAccounts: 100,
  heroImageBytes: 5 * 1024 * 1024,
  ogImageBytes: 5 * 1024 * 1024,
  logoBytes: 500 * 1024,
  /** Pixels of an image: a small file can decode to gigabytes. Photographs of cameras have fewer. */
  imagePixels: 100_000_000,
  /** An editor's note to the author of a returned draft. */
  reviewNote: 2_000,
  /** An author's message to the reviewer. */
  reviewMessage: 2_000,
  /** Changed addresses in an impact preview; up to this number of pages are rendered to list them exactly. */
  plannedChanges: 200,
  launchName: 100,
  launchDescription: 2_000,
  /** Documents of one launch, which are published in one transaction. */
  launchMembers: 100,
  /** Proposals of one author that wait in a launch. */
  launchProposals: 20,
  bodyPreview: 150,
  contentPreview: 120,
  metaDescriptionPreview: 100,
  activityItems: 10,
  /** Entries of a sitemap in one file. */
  sitemapUrls: 2_000,
  /** Entries of one file of a larger sitemap: each edit of a page rewrites its file. */
  sitemapPartUrls: 250,
  /** Documents that the search finds by a word in the same part of a document. */
  searchPostings: 1_000,
} as const;

/** Limits of the pipeline and the functions, which the admin does not load. */
export const serverLimits = {
  /** Number of newest revisions of a document that are kept as long as the document. */
  revisionsKept: 100,
  /** The newest pages in the feed. */
  feedPages: 50,
  /** Uploaded images of one document that the site resizes; further ones are shown as uploaded. */
  documentImages: 200,
  /** Maximum number of image files that are still served although no page references them; the newest are kept. */
  keptImageFiles: 1_000,
} as const;

const second = 1_000;
const hour = 60 * 60 * second;

export const durations = {
  setupAlreadyAdmin: 1_000,
  setupBecameAdmin: 1_500,
  copiedShown: 2_000,
  demoAccess: 24 * hour,
  inviteValidity: 7 * 24 * hour,
  /** Maximum age of a sign-in that may create recovery codes. */
  freshSignIn: 15 * 60 * second,
  /** Time for which a user without access sees the reason before the redirect to the site. */
  noAccessShown: 3_000,
  trashKept: 30 * 24 * hour,
  /** Validity of the admin's tokens for the pipeline. */
  pipelineToken: 10 * 60 * second,
  /** Time for which an unused upload is kept. */
  unusedUploadKept: 30 * 24 * hour,
  /** Time for which a revision is kept that is not among the newest `revisionsKept`. */
  revisionKept: 180 * 24 * hour,
  /** Time for which a launch can be taken back. */
  launchKept: 180 * 24 * hour,
  /** Time for which scripts, styles and images are served after the last page that references them was removed. */
  assetsKept: 24 * hour,
} as const;

/** Durations of the functions, which the admin does not load. */
export const serverDurations = {
  /** Time for which sending a password link is retried. */
  passwordRequest: hour,
  /** Time for which a second email about the same event is suppressed. */
  mailRemembered: 30 * 24 * hour,
  /** Maximum age of an event for which an email is still sent. */
  newsWorthTelling: 24 * hour,
} as const;

export const recommendedSizes = {
  hero: { width: 1200, height: 800 },
  ogImage: { width: 1200, height: 630 },
} as const;
