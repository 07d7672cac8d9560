import { kindNames, kinds } from './kinds/kinds.ts';
import { collections } from './paths.ts';

/** Collections that a backup omits, each with the reason. */
export const notBackedUp = {
  [collections.recoveryCodes]: 'turn off second factors, which no backup holds',
  [collections.passwordRequests]: 'expire after an hour',
  [collections.tombstones]: 'name deleted documents that a pipeline has read; a new project has none',
  [collections.releases]: 'are made by the pipeline from the content',
  [collections.buildState]: 'is made by the pipeline from the content',
  [collections.rateLimits]: 'expire after minutes',
  [collections.sealedHashes]: 'expire after minutes',
  [collections.presence]: 'expires after seconds',
  [collections.mail]: 'holds emails that are sent within a day, and records of sent ones',
  [collections.unusedUploads]: 'is computed again',
  [collections.uploadStates]: 'is made by the pipeline from the content',
  [collections.summaries]: 'were computed from the content by an earlier version',
  [collections.search]: 'was computed from the content by an earlier version',
  [collections.searchPeople]: 'was computed from the profiles by an earlier version',
  [collections.previewLinks]: 'expire after some days, and are valid only for the project that made them',
} as const;

/** Kinds without addresses, then the others against the order of the sitemap, as in backups of earlier versions. */
const kindsInOrder = kindNames
  .map((kind) => kinds[kind])
  .sort((one, other) => (one.address?.priority ?? 0) - (other.address?.priority ?? 0))
  .map(({ collection }) => collection);

/**
 * Collections of a backup, in the order of a restore. During a restore no user can become the first administrator, a
 * protected demo is restored after its secret, and schedules and purges run only after all documents are restored.
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
  collections.media,
  collections.revisions,
  collections.revisionEmbeds,
  collections.draftEmbeds,
  collections.drafts,
  collections.settings,
  ...kindsInOrder,
  collections.trash,
  collections.schedules,
  collections.launchComments,
  collections.launchVersions,
  collections.launches,
] as const;

/**
 * The document that marks a restore as running or done. The audit trail and the revision history ignore documents
 * written between its creation and its last change, because both come from the backup. A backup does not contain it.
 */
export const restoreMarker = `${collections.system}/restore`;
