import { hintFunctions, recordFunctions } from './triggers.ts';

/** Every function of the project. Hosting rewrites and the admin call them by these names. */
export { sealAudit } from './audit/seal-audit.ts';
export { publishAllDrafts } from './content/content-calls.ts';
export { purgeDaily } from './content/purge.ts';
export { restoreFromTrash } from './content/content-calls.ts';
export { unpinSite } from './content/content-calls.ts';
export { getDemoEmbed } from './demos/demo-calls.ts';
export { hashDemoPassword } from './demos/demo-calls.ts';
export { verifyDemoPassword } from './demos/demo-calls.ts';
export { removeSchedule, setSchedule } from './launches/schedules.ts';
export { addLaunchComment, deleteLaunchComment } from './launches/launch-comments.ts';
export { approveLaunch, returnLaunch } from './launches/review-launch.ts';
export {
  changeLaunchMembers,
  deleteLaunch,
  planTakeBackLaunch,
  publishLaunch,
  saveLaunch,
  takeBackLaunch,
} from './launches/launches.ts';
export { sendQueuedMail } from './mail/mail-queue.ts';
export { countRecoveryCodes } from './people/second-factor.ts';
export { deleteUser } from './people/users.ts';
export { describeAccounts } from './people/users.ts';
export { endRevokedSessions } from './people/users.ts';
export { endSession } from './people/users.ts';
export { endSessions } from './people/users.ts';
export { claimFirstAdmin } from './people/first-admin.ts';
export { generateInviteToken } from './people/invites.ts';
export { makeRecoveryCodes } from './people/second-factor.ts';
export { mailPasswordLinks } from './people/password-links.ts';
export { renewInvite } from './people/invites.ts';
export { requestPasswordLink } from './people/password-links.ts';
export { removeSecondFactor } from './people/second-factor.ts';
export { resetSecondFactor } from './people/second-factor.ts';
export { revokeInvite } from './people/invites.ts';
export { setUserActive } from './people/users.ts';
export { setUserRoles } from './people/users.ts';
export { useRecoveryCode } from './people/second-factor.ts';
export { verifyInviteToken } from './people/invites.ts';
export { createPreviewLink, listPreviewLinks, revokePreviewLink } from './preview/preview-links.ts';
export { pipelineToken } from './preview/pipeline-token.ts';
export { runSchedules } from './launches/run-due.ts';
export {
  checkBrandingAsset,
  checkDemoImage,
  checkHomepageImage,
  removeBrandingAsset,
  removeDemoImage,
  removeHomepageImage,
} from './uploads/check-upload.ts';
export { deleteMedia, describeMedia } from './uploads/change-media.ts';
export { replaceMedia } from './uploads/replace-media.ts';

// The document triggers by the names of the table in `triggers.ts`. Firebase finds only exports with names.
export const {
  onDemoEmbedWritten,
  onDemoWritten,
  onDraftWritten,
  onMediaWritten,
  onPageWritten,
  onRedirectWritten,
  onSectionWritten,
  onSettingWritten,
  onSlugWritten,
} = hintFunctions;
export const {
  recordBuildStates,
  recordDemoEmbeds,
  recordDemos,
  recordDrafts,
  recordLaunches,
  recordMedia,
  recordPages,
  recordRedirects,
  recordSchedules,
  recordSections,
  recordSettings,
} = recordFunctions;
