import { collections } from './paths.ts';

/** Collections that a backup leaves out, each with what it is instead. */
export const notBackedUp = {
  [collections.recoveryCodes]: 'open second factors, which no backup holds',
  [collections.passwordRequests]: 'hold for an hour',
  [collections.tombstones]: 'tell a pipeline what it once read; the one of a new project has read nothing',
  [collections.releases]: 'the pipeline makes them of the content',
  [collections.buildState]: 'the pipeline makes it of the content',
  [collections.rateLimits]: 'hold for minutes',
  [collections.sealedHashes]: 'hold for minutes',
  [collections.presence]: 'holds for seconds',
  [collections.mail]: 'says what was sent',
  [collections.unusedUploads]: 'is found again',
  [collections.summaries]: 'are made of the content',
  [collections.previewLinks]: 'hold for a week, and show drafts where they were made',
} as const;

/**
 * Collections that a backup holds, in the order in which they are put back: nobody can become the first administrator
 * meanwhile, a protected demo comes after what protects it, and nothing is carried out or purged before all is there.
 */
export const backedUp = [
  collections.system,
  collections.userRoles,
  collections.profiles,
  collections.invites,
  collections.audit,
  collections.demoSecrets,
  collections.demoEmbeds,
  collections.slugs,
  collections.redirects,
  collections.revisions,
  collections.revisionEmbeds,
  collections.draftEmbeds,
  collections.drafts,
  collections.settings,
  collections.sections,
  collections.demos,
  collections.pages,
  collections.trash,
  collections.schedules,
] as const;

/**
 * Where a restore says that it is under way, or is done: documents that appeared between its creation and its last change
 * are no news to the audit trail or the history, which came with them. No backup holds it.
 */
export const restoreMarker = `${collections.system}/restore`;
