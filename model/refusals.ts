import { invalid, notices, texts } from './messages.ts';

/** All errors that server functions return: the code of the callable protocol, and the message for users. */
export const refusals = {
  notAuthenticated: { code: 'unauthenticated', message: texts.notAuthenticated },
  notAllowed: { code: 'permission-denied', message: 'You do not have permission to do this. Ask an administrator.' },
  secondFactor: { code: 'permission-denied', message: 'Sign in with your second factor to do this.' },
  adminExists: { code: 'failed-precondition', message: 'This site already has an administrator.' },
  setupCode: { code: 'permission-denied', message: 'The setup code is wrong.' },
  setupCodeMissing: {
    code: 'failed-precondition',
    message: 'This project has no setup code yet. Set SETUP_CODE for its functions and deploy them again.',
  },
  ownAdminRole: { code: 'failed-precondition', message: notices.ownAdminRole.description },
  lastAdmin: { code: 'failed-precondition', message: 'At least one active administrator must remain.' },
  ownAccount: { code: 'failed-precondition', message: 'You cannot deactivate your own account.' },
  ownDeletion: {
    code: 'failed-precondition',
    message: 'You cannot delete your own account. Another administrator can.',
  },
  ownSecondFactor: {
    code: 'failed-precondition',
    message: 'Remove your own second factor under Account security.',
  },
  noSecondFactor: { code: 'failed-precondition', message: 'This account has no second factor.' },
  staleSignIn: { code: 'failed-precondition', message: 'Sign in again before you change this.' },
  recoveryCode: { code: 'permission-denied', message: 'This recovery code is wrong or was already used.' },
  unknownUser: { code: 'not-found', message: 'This user does not exist.' },
  invite: { code: 'permission-denied', message: texts.inviteRefused },
  unknownInvite: { code: 'not-found', message: 'This invite does not exist or was used.' },
  tooManyAttempts: { code: 'resource-exhausted', message: 'Too many attempts. Try again later.' },
  demoClosed: { code: 'permission-denied', message: 'This demo requires its password.' },
  imageShown: {
    code: 'permission-denied',
    message: 'This image was published, or is part of a review. Ask an editor to change it.',
  },
  unknownImage: { code: 'not-found', message: 'This image is no longer in the library.' },
  notInTrash: { code: 'not-found', message: 'This is no longer in the trash.' },
  alreadyRestored: { code: 'already-exists', message: 'This document already exists.' },
  slugTaken: { code: 'already-exists', message: invalid.slugTaken },
  unknownDocument: {
    code: 'not-found',
    message: 'This document does not exist. Create it, or restore it from the trash, then share it.',
  },
  unknownLaunch: { code: 'not-found', message: 'This launch does not exist.' },
  launchPublished: {
    code: 'failed-precondition',
    message: 'This launch is already published. Take it back, or create another launch.',
  },
  launchNotPublished: { code: 'failed-precondition', message: 'Only a published launch can be taken back.' },
  launchTakenBack: { code: 'failed-precondition', message: 'This launch was already taken back.' },
  launchUnchanged: {
    code: 'failed-precondition',
    message: 'There is nothing to take back: its documents are as before, or it was published more than 180 days ago.',
  },
  draftMoved: { code: 'aborted', message: 'This draft was changed. Check it, then add it again.' },
  launchMoved: { code: 'aborted', message: 'Someone else changed this launch. Check it, then try again.' },
  launchEmpty: { code: 'failed-precondition', message: 'Add documents to the launch first.' },
  launchFull: { code: 'failed-precondition', message: 'A launch has at most 100 documents.' },
  launchProposals: {
    code: 'failed-precondition',
    message: 'You can have at most 20 proposals waiting in a launch. Remove one, or wait until an editor accepts some.',
  },
  launchProposalsFull: {
    code: 'failed-precondition',
    message: 'This launch has 100 waiting proposals. Ask an editor to accept or remove some.',
  },
  inOtherLaunch: {
    code: 'failed-precondition',
    message: 'A document is part of another open launch. Remove it there first.',
  },
  launchApproval: {
    code: 'failed-precondition',
    message: 'This launch needs the approval of a second person before it is planned or published.',
  },
  launchOwnReview: {
    code: 'failed-precondition',
    message: 'Someone else must review this launch: you created it, planned it or changed its documents last.',
  },
  launchComments: {
    code: 'failed-precondition',
    message: 'A launch has at most 200 comments. Delete one first.',
  },
  launchOwnComments: {
    code: 'failed-precondition',
    message: 'You can have at most 50 comments on a launch. Delete one first.',
  },
  launchAuthorComments: {
    code: 'failed-precondition',
    message: 'Authors can add no more comments to this launch. Ask an administrator to delete some.',
  },
  notInLaunch: { code: 'failed-precondition', message: 'This document is no longer part of the launch.' },
  unknownComment: { code: 'not-found', message: 'This comment was deleted.' },
  launchRedirectId: {
    code: 'invalid-argument',
    message: 'The id of a redirect must be the SHA-256 hash of its path. Add the redirect in the admin.',
  },
  scheduleMoved: {
    code: 'aborted',
    message: 'This document may have changed in the meantime. Check it, then schedule it again.',
  },
  launchTime: { code: 'invalid-argument', message: 'Choose a time in the future.' },
  pipelineUnreachable: {
    code: 'unavailable',
    message: 'The publishing pipeline cannot be reached. Nothing has changed. Try again in a few minutes.',
  },
  pipelineRefused: {
    code: 'failed-precondition',
    message: 'The publishing pipeline could not do this. See its log for the reason.',
  },
  contention: { code: 'aborted', message: 'Someone else changed this at the same moment. Try again.' },
  broken: { code: 'internal', message: 'Something went wrong on the server. Try again.' },
} as const satisfies Record<string, { code: string; message: string }>;

export type RefusalName = keyof typeof refusals;
