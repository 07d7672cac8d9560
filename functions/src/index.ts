/** Every function of the project. Hosting rewrites and the admin call them by these names. */
export { auditDrafts, auditSchedules } from './audit/record-approval.ts';
export {
  auditDemoEmbeds,
  auditDemos,
  auditPages,
  auditRedirects,
  auditSections,
  auditSettings,
} from './audit/record-change.ts';
export { publishAllDrafts } from './content/publish-all-drafts.ts';
export { purgeDaily } from './content/purge-daily.ts';
export { restoreFromTrash } from './content/restore-from-trash.ts';
export { unpinSite } from './content/unpin-site.ts';
export { getDemoEmbed } from './demos/get-demo-embed.ts';
export { hashDemoPassword } from './demos/hash-demo-password.ts';
export { verifyDemoPassword } from './demos/verify-demo-password.ts';
export {
  keepDemoVersions,
  keepEmbedVersions,
  keepPageVersions,
  keepSectionVersions,
  keepSettingVersions,
} from './history/keep-versions.ts';
export { mailFailedPublishes, mailFailedSchedules, mailReviews } from './mail/mail-triggers.ts';
export { countRecoveryCodes } from './people/count-recovery-codes.ts';
export { deleteUser } from './people/delete-user.ts';
export { describeAccounts } from './people/describe-accounts.ts';
export { endSession } from './people/end-session.ts';
export { endSessions } from './people/end-sessions.ts';
export { claimFirstAdmin } from './people/first-admin.ts';
export { generateInviteToken } from './people/generate-invite.ts';
export { makeRecoveryCodes } from './people/make-recovery-codes.ts';
export { mailPasswordLinks } from './people/mail-password-links.ts';
export { renewInvite } from './people/renew-invite.ts';
export { requestPasswordLink } from './people/request-password-link.ts';
export { removeSecondFactor } from './people/remove-second-factor.ts';
export { resetSecondFactor } from './people/reset-second-factor.ts';
export { revokeInvite } from './people/revoke-invite.ts';
export { setUserActive } from './people/set-user-active.ts';
export { setUserRoles } from './people/set-user-roles.ts';
export { useRecoveryCode } from './people/use-recovery-code.ts';
export { verifyInviteToken } from './people/verify-invite.ts';
export { createPreviewLink, listPreviewLinks, revokePreviewLink } from './preview/preview-links.ts';
export { pipelineToken } from './preview/pipeline-token.ts';
export { runSchedules } from './schedules/run-schedules.ts';
export {
  keepDemoSummaries,
  keepPageSummaries,
  keepRedirectSummaries,
  keepSectionSummaries,
  keepSlugSummaries,
} from './summaries/keep-summaries.ts';
export { checkBrandingAsset, checkDemoImage, checkHomepageImage } from './uploads/check-upload.ts';
export {
  onDemoEmbedWritten,
  onDemoWritten,
  onPageWritten,
  onRedirectWritten,
  onSectionWritten,
  onSettingWritten,
  onSlugWritten,
} from './webhook/content-written.ts';
