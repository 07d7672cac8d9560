import { z } from 'zod';
import { demoPassword } from './kinds/demo.ts';
import { launchCommentForm, launchForm, launchMemberInput, launchProblem, takeBackActions } from './launch.ts';
import { limits } from './limits.ts';
import { mediaForm } from './media.ts';
import { isDocumentId } from './paths.ts';
import { defaultLinkDays, linkDays, linkTarget } from './preview.ts';
import { canBeScheduled, scheduleTarget, scheduleVersion } from './schedule.ts';
import { forgotForm, inviteForm, role, type Role } from './user.ts';

const id = (max: number) => z.string().max(max).refine(isDocumentId);
const documentId = id(limits.documentId);
const demoId = id(64).regex(/^[A-Za-z0-9_-]+$/);
const launchId = z.string().regex(/^[A-Za-z0-9]{20}$/);
const documentPath = z
  .string()
  .max(2_000)
  .refine((path) => path.isWellFormed());
/** A whole minute, in milliseconds since 1970. */
const minute = z.int().multipleOf(60_000);
const token = z.string().min(1).max(512);
const nothing = z.object({});
const inviteId = z.object({ inviteId: z.string().regex(/^[0-9a-f]{64}$/) });

const takeBackInput = z.object({
  id: launchId,
  choices: z.record(z.string().max(2_000), z.enum(['before', 'current'])),
});

const takeBackConflict = z.object({ document: z.string(), field: z.string().nullable() });

/** Milliseconds since 1970. */
const instant = z.int();

const previewLink = z.object({
  /** SHA-256 of the link's token, hexadecimal. */
  hash: z.string(),
  created_by: z.string(),
  created_at: instant,
  expires_at: instant,
  /** Number of times the link was opened. */
  opened: z.int(),
});

/** An invite's link, and whether it was emailed to the invited person. */
const inviteLink = z.object({ inviteUrl: z.string(), isMailed: z.boolean() });

const account = z.object({
  id: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  hasSecondFactor: z.boolean(),
});

/** The permitted callers: everyone, signed-in users, or active users with this role or a more powerful one. */
type Caller = 'anyone' | 'signed in' | Role;

interface Call<Input extends z.ZodType, Output extends z.ZodType> {
  caller: Caller;
  input: Input;
  output: Output;
}

const call = <Input extends z.ZodType, Output extends z.ZodType>(
  caller: Caller,
  input: Input,
  output: Output,
): Call<Input, Output> => ({ caller, input, output });

/**
 * Caller, input and output of each server function. Refusals are errors with a code and message of model/refusals.ts.
 */
export const calls = {
  /**
   * Makes the caller the first administrator; succeeds once per project. Needs `code` if the server has a setup code.
   */
  claimFirstAdmin: call('signed in', z.object({ code: z.string().max(200).optional() }), nothing),
  /** Replaces a user's roles. */
  setUserRoles: call('admin', z.object({ userId: id(128), roles: z.array(role).max(4) }), nothing),
  /** Sets whether a user is active. Deactivation also disables the account and ends its sessions. */
  setUserActive: call('admin', z.object({ userId: id(128), isActive: z.boolean() }), nothing),
  /**
   * Deletes a user's account and ends their sessions. Their content and its author's name remain. With `erase`, in this
   * call or a later one, name and email are also removed from all documents.
   */
  deleteUser: call('admin', z.object({ userId: id(128), erase: z.boolean().optional() }), nothing),
  /** Returns the Authentication records of accounts in any order; accounts that do not exist are omitted. */
  describeAccounts: call(
    'admin',
    z.object({ userIds: z.array(id(128)).max(limits.describedAccounts) }),
    z.object({ accounts: z.array(account) }),
  ),
  /** Removes another user's second factor and recovery codes. */
  resetSecondFactor: call('admin', z.object({ userId: id(128) }), nothing),
  /** Turns the caller's second factor off and deletes its recovery codes. Requires a recent sign-in that used it. */
  removeSecondFactor: call('signed in', nothing, nothing),
  /**
   * Creates recovery codes for the caller's second factor and revokes all earlier ones. Requires a recent sign-in with
   * the factor, and ends sessions that started before the factor was set up.
   */
  makeRecoveryCodes: call('signed in', nothing, z.object({ codes: z.array(z.string()) })),
  /** Returns the number of the caller's unused recovery codes, and the last time one was used (ISO 8601). */
  countRecoveryCodes: call('signed in', nothing, z.object({ left: z.int(), usedAt: z.string().nullable() })),
  /** Redeems a recovery code, which turns off the account's second factor. The user then signs in with the password. */
  useRecoveryCode: call(
    'anyone',
    z.object({ email: z.string().max(limits.email), code: z.string().max(100) }),
    nothing,
  ),
  /**
   * Requests an email with a password reset link. The response does not reveal whether the account exists. `isTaken` is
   * false if the project has no mail server: then the client must request the email from Authentication.
   */
  requestPasswordLink: call('anyone', forgotForm, z.object({ isTaken: z.boolean() })),
  /** Ends the session of the caller's token, so that copies of the token are invalid too. */
  endSession: call('signed in', nothing, nothing),
  /** Ends all sessions of the caller and invalidates their tokens; with `exceptThis` the current session stays. */
  endSessions: call('signed in', z.object({ exceptThis: z.boolean().optional() }), nothing),
  /**
   * Refuses the tokens that Authentication has revoked, which stay valid for up to an hour, of the account with this email.
   * For a browser that has used a link of an email: it has no session. Sessions that Authentication still accepts stay.
   */
  endRevokedSessions: call('anyone', forgotForm, nothing),
  /** Creates an invite link for one sign-up with this email within 7 days. */
  generateInviteToken: call('admin', inviteForm, inviteLink),
  /** Revokes an invite by the id of its document. */
  revokeInvite: call('admin', inviteId, nothing),
  /** Creates a new link for an unused invite, valid for another 7 days; the earlier link becomes invalid. */
  renewInvite: call('admin', inviteId, inviteLink),
  /**
   * Returns whether an invite is valid, with its email and role. With `userId`, the caller's id, also claims the
   * invite.
   */
  verifyInviteToken: call(
    'anyone',
    z.object({ token, userId: id(128).optional() }),
    z.object({ valid: z.boolean(), data: z.object({ email: z.string(), role }).nullable() }),
  ),
  /** Returns the hash that the caller may store in `demo_secrets` within 10 minutes. */
  hashDemoPassword: call('author', z.object({ password: demoPassword }), z.object({ hash: z.string() })),
  /** Opens a protected demo. For a wrong password or a missing demo, `valid` is false and the other fields are null. */
  verifyDemoPassword: call(
    'anyone',
    z.object({ demoId, password: z.string().max(1_000) }),
    z.object({ valid: z.boolean(), token: z.string().nullable(), embed: z.string().nullable() }),
  ),
  /** Returns the embed code for a token of `verifyDemoPassword` that is at most 24 hours old. */
  getDemoEmbed: call('anyone', z.object({ demoId, token }), z.object({ embed: z.string() })),
  /**
   * Publishes every unpublished homepage section. `refused`: the sections that the SEO settings prevent from being
   * published, with the reason; absent without any.
   */
  publishAllDrafts: call(
    'editor',
    nothing,
    z.object({ published: z.int(), refused: z.array(z.object({ id: z.string(), problem: z.string() })).optional() }),
  ),
  /** Unpins the site; `isDone` is false if the resulting publish is still running. */
  unpinSite: call('editor', nothing, z.object({ isDone: z.boolean() })),
  /** Returns a token for the pipeline's staff routes that is valid for ten minutes. */
  pipelineToken: call('viewer', nothing, z.object({ token: z.string(), expires_at: instant })),
  /** Creates a link that shows a document's draft, or a launch, to anyone with the link for some days. */
  createPreviewLink: call(
    'editor',
    linkTarget.and(z.object({ days: z.literal(linkDays).default(defaultLinkDays) })),
    z.object({ url: z.string(), expires_at: instant }),
  ),
  /** Lists the unexpired links to a document's draft or a launch, newest first. */
  listPreviewLinks: call('editor', linkTarget, z.object({ links: z.array(previewLink) })),
  /** Revokes a preview link by the hash of its token. */
  revokePreviewLink: call('editor', z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) }), nothing),
  /**
   * Creates a launch, or changes its name, description and time (a whole minute; null for none). `rev` is the revision
   * on the screen; 0 for a new launch.
   */
  saveLaunch: call(
    'editor',
    z.object({ id: launchId.nullable(), rev: z.int().min(0), ...launchForm.shape, plannedAt: minute.nullable() }),
    z.object({ id: z.string() }),
  ),
  /**
   * Adds documents to a launch in the given versions, removes documents by path, and accepts proposed ones, in the
   * launch's revision `rev` on the screen, if it is given: proposals that were exchanged since are not accepted. Authors
   * propose drafts of documents that they created.
   */
  changeLaunchMembers: call(
    'author',
    z.object({
      id: launchId,
      add: z.array(launchMemberInput).max(limits.launchMembers),
      remove: z.array(documentPath).max(limits.launchMembers),
      accept: z.array(documentPath).max(limits.launchMembers),
      rev: z.int().min(1).optional(),
    }),
    nothing,
  ),
  /**
   * Schedules an action on one document in the version on the screen, and replaces an earlier time of that action. Only
   * administrators schedule settings.
   */
  setSchedule: call('editor', scheduleVersion.extend({ plannedAt: minute }).refine(canBeScheduled), nothing),
  /** Removes a schedule, also one that failed. */
  removeSchedule: call('editor', scheduleTarget, nothing),
  /** Deletes a launch that is not published. Its documents and drafts stay. */
  deleteLaunch: call('editor', z.object({ id: launchId }), nothing),
  /**
   * Publishes the launch in the revision on the screen: all accepted members at once, or none, with the reasons.
   * `leftOut` are the members that an author changed after acceptance, or whose slug an author has taken: they are not
   * part of the publication.
   */
  publishLaunch: call(
    'editor',
    z.object({ id: launchId, rev: z.int().min(1) }),
    z.object({ problems: z.array(launchProblem), leftOut: z.array(launchProblem).default([]) }),
  ),
  /**
   * Approves the launch in the revision on the screen, if all accepted members can be published. The caller is a second
   * person. `leftOut` are the members as of `publishLaunch`: they wait for acceptance again.
   */
  approveLaunch: call(
    'editor',
    z.object({ id: launchId, rev: z.int().min(1) }),
    z.object({ problems: z.array(launchProblem), leftOut: z.array(launchProblem).default([]) }),
  ),
  /** Returns the launch with a note for its owner. It loses its approval and its time. */
  returnLaunch: call(
    'editor',
    z.object({ id: launchId, rev: z.int().min(1), note: z.string().trim().min(1).max(limits.reviewNote) }),
    nothing,
  ),
  /** Adds a comment to a launch or to one of its documents. */
  addLaunchComment: call('author', z.object({ id: launchId, ...launchCommentForm.shape }), nothing),
  /** Deletes an own comment by its id; administrators delete any. */
  deleteLaunchComment: call('author', z.object({ id: launchId }), nothing),
  /**
   * Returns each document to its version before a launch, in one transaction that is itself a launch. Edits made since are
   * kept. Fields that were changed since at the same place need a choice: nothing happens until `choices` has one for
   * every conflict, by `{document}#{field}`, or `{document}` for a document as a whole. `leftOut` are the documents
   * whose slug an author has taken: they stay as they are.
   */
  takeBackLaunch: call(
    'editor',
    takeBackInput,
    z.object({
      /** The new launch; null if nothing was changed. */
      id: z.string().nullable(),
      problems: z.array(launchProblem),
      leftOut: z.array(launchProblem).default([]),
      conflicts: z.array(takeBackConflict),
    }),
  ),
  /**
   * Plans `takeBackLaunch` and changes nothing. `documents` are the public documents as they would be (null: deleted),
   * with moments as ISO strings, for `POST /staff/plan/documents`; `actions` has the action on each document.
   */
  planTakeBackLaunch: call(
    'editor',
    takeBackInput,
    z.object({
      documents: z.array(z.object({ path: z.string(), data: z.record(z.string(), z.unknown()).nullable() })),
      /** The action on each document; absent from functions of earlier versions. */
      actions: z.array(z.object({ document: z.string(), action: z.enum(takeBackActions) })).optional(),
      problems: z.array(launchProblem),
      leftOut: z.array(launchProblem).default([]),
      conflicts: z.array(takeBackConflict),
    }),
  ),
  /**
   * Restores a deleted document with its companions. `trashId` is the id of its trash document. Authors restore own
   * images that no release has shown.
   */
  restoreFromTrash: call('author', z.object({ trashId: id(200) }), nothing),
  /** Changes title, alt text, decorative and focal point of the image in the revision `rev` on the screen. */
  describeMedia: call('author', z.object({ id: documentId, rev: z.int().min(1), fields: mediaForm }), nothing),
  /** Moves an image to the trash. */
  deleteMedia: call('author', z.object({ id: documentId }), nothing),
  /**
   * Replaces the file of the image `id` by that of the upload `by`, at the same address. `md5` is that of the file which
   * the caller saw. The upload gets the earlier file and moves to the trash.
   */
  replaceMedia: call('author', z.object({ id: documentId, by: documentId, md5: token }), nothing),
};

export type PreviewLink = z.output<typeof previewLink>;

/** The Authentication record of an account. */
export type Account = z.output<typeof account>;

export type CallName = keyof typeof calls;
export type CallInput<Name extends CallName> = z.input<(typeof calls)[Name]['input']>;
export type CallOutput<Name extends CallName> = z.output<(typeof calls)[Name]['output']>;
