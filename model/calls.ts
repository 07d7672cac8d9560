import { z } from 'zod';
import { demoPassword } from './demo.ts';
import { collectionOf } from './kinds.ts';
import { limits } from './limits.ts';
import { isDocumentId, isDraftable } from './paths.ts';
import { previewed, type PreviewCollection } from './preview.ts';
import { forgotForm, inviteForm, role, type Role } from './user.ts';

const id = (max: number) => z.string().max(max).refine(isDocumentId);
const demoId = id(64).regex(/^[A-Za-z0-9_-]+$/);
const token = z.string().min(1).max(512);
const nothing = z.object({});
const inviteId = z.object({ inviteId: z.string().regex(/^[0-9a-f]{64}$/) });

const previewedDocument = z
  .object({
    collection: z.enum(Object.keys(previewed) as [PreviewCollection, ...PreviewCollection[]]),
    id: id(limits.documentId),
  })
  .refine(({ collection, id }) => isDraftable(collectionOf(previewed[collection]), id));
/** Milliseconds since 1970. */
const instant = z.int();

const previewLink = z.object({
  /** SHA-256 of its token, hex. */
  hash: z.string(),
  created_by: z.string(),
  created_at: instant,
  expires_at: instant,
  /** How often it was opened. */
  opened: z.int(),
});

/** An invite's link, and whether it was sent to whom it is for. */
const inviteLink = z.object({ inviteUrl: z.string(), isMailed: z.boolean() });

const account = z.object({
  id: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  hasSecondFactor: z.boolean(),
});

/** Who may call: anybody, anybody signed in, or an active holder of this role or a more powerful one. */
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

/** What each server function asks for and answers. Refusals are errors with a code and message of model/refusals.ts. */
export const calls = {
  /** Makes the caller the first administrator, once in a project's life. `code` where the server asks for one. */
  claimFirstAdmin: call('signed in', z.object({ code: z.string().max(200).optional() }), nothing),
  /** Sets the roles a user holds from now on. */
  setUserRoles: call('admin', z.object({ userId: id(128), roles: z.array(role).max(4) }), nothing),
  /** Sets whether a user is active. Deactivation also disables the account and ends its sessions. */
  setUserActive: call('admin', z.object({ userId: id(128), isActive: z.boolean() }), nothing),
  /**
   * Deletes a user's account and ends their sessions. What they made stays, under their name; with `erase`, then or later, name and
   * address go too, wherever they stand.
   */
  deleteUser: call('admin', z.object({ userId: id(128), erase: z.boolean().optional() }), nothing),
  /** What Authentication knows of accounts, in any order; an account that does not exist is left out. */
  describeAccounts: call(
    'admin',
    z.object({ userIds: z.array(id(128)).max(limits.describedAccounts) }),
    z.object({ accounts: z.array(account) }),
  ),
  /** Takes the second factor and the recovery codes of somebody else away. */
  resetSecondFactor: call('admin', z.object({ userId: id(128) }), nothing),
  /** New recovery codes for the caller's second factor, in place of all earlier ones. Asks for a fresh sign-in. */
  makeRecoveryCodes: call('signed in', nothing, z.object({ codes: z.array(z.string()) })),
  /** How many of the caller's recovery codes are left, and when one was last used (ISO 8601). */
  countRecoveryCodes: call('signed in', nothing, z.object({ left: z.int(), usedAt: z.string().nullable() })),
  /** Uses up a recovery code: the account's second factor is off, and its password opens it. */
  useRecoveryCode: call(
    'anyone',
    z.object({ email: z.string().max(limits.email), code: z.string().max(100) }),
    nothing,
  ),
  /**
   * Asks for an e-mail with a link to a new password; the answer is the same whether there is an account or not. `isTaken` is false where the project
   * has no mail server: Authentication is asked for its own e-mail then.
   */
  requestPasswordLink: call('anyone', forgotForm, z.object({ isTaken: z.boolean() })),
  /** Ends the session of the caller's token: signing out, for whoever has a copy of it. */
  endSession: call('signed in', nothing, nothing),
  /** Ends every session of the caller, this one included unless it is excepted: tokens already issued open nothing any more. */
  endSessions: call('signed in', z.object({ exceptThis: z.boolean().optional() }), nothing),
  /** An invite link that is good for one sign-up under this e-mail within 7 days. */
  generateInviteToken: call('admin', inviteForm, inviteLink),
  /** Withdraws an invite by the id of its document. */
  revokeInvite: call('admin', inviteId, nothing),
  /** A new link for an invite that was not used, good for another 7 days; the earlier link ends. */
  renewInvite: call('admin', inviteId, inviteLink),
  /** Without `userId`: whether the invite is good, and for whom. With the caller's own: claims it, or refuses. */
  verifyInviteToken: call(
    'anyone',
    z.object({ token, userId: id(128).optional() }),
    z.object({ valid: z.boolean(), data: z.object({ email: z.string(), role }).nullable() }),
  ),
  /** The hash to store in `demo_secrets`, by the caller and within 10 minutes. */
  hashDemoPassword: call('author', z.object({ password: demoPassword }), z.object({ hash: z.string() })),
  /** Opens a protected demo. Where `valid` is false the rest is null; a demo that does not exist answers the same. */
  verifyDemoPassword: call(
    'anyone',
    z.object({ demoId, password: z.string().max(1_000) }),
    z.object({ valid: z.boolean(), token: z.string().nullable(), embed: z.string().nullable() }),
  ),
  /** The embed code again, for a token of `verifyDemoPassword` not older than 24 hours. */
  getDemoEmbed: call('anyone', z.object({ demoId, token }), z.object({ embed: z.string() })),
  /** Publishes every unpublished homepage section. */
  publishAllDrafts: call('editor', nothing, z.object({ published: z.int() })),
  /** Lets a pinned site follow its content again; false where that has begun and takes longer. */
  unpinSite: call('editor', nothing, z.object({ isDone: z.boolean() })),
  /** What the pipeline's answers to staff are asked with, for ten minutes. */
  pipelineToken: call('viewer', nothing, z.object({ token: z.string(), expires_at: instant })),
  /** A link that shows a document's draft to whoever has it, for 7 days. */
  createPreviewLink: call('editor', previewedDocument, z.object({ url: z.string(), expires_at: instant })),
  /** The links to a document's draft that are good still, the newest first. */
  listPreviewLinks: call('editor', previewedDocument, z.object({ links: z.array(previewLink) })),
  /** Ends such a link. */
  revokePreviewLink: call('editor', z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) }), nothing),
  /** Puts a deleted document back with everything that belonged to it. `trashId` is the id of its trash document. */
  restoreFromTrash: call('editor', z.object({ trashId: id(200) }), nothing),
};

export type PreviewLink = z.output<typeof previewLink>;

/** What Authentication knows of an account. */
export type Account = z.output<typeof account>;

export type CallName = keyof typeof calls;
export type CallInput<Name extends CallName> = z.input<(typeof calls)[Name]['input']>;
export type CallOutput<Name extends CallName> = z.output<(typeof calls)[Name]['output']>;
