import type { Problem } from '../build-state.ts';
import { scheduleFailures, type ScheduleAction, type ScheduleFailure } from '../schedule.ts';
import type { Role } from '../user.ts';
import { inLine, inLines, letterOf, type Letter } from './letter.ts';

/** The subject of an email: the document's display name and the URL of its editor. */
export interface About {
  name: string;
  link: string;
}

export const inviteLetter = ({ role, link }: { role: Role; link: string }): Letter =>
  letterOf({
    subject: 'You are invited',
    lines: [
      `You are invited to work on the site as ${role}.`,
      'Choose a password with this link. It is valid for 7 days and only for this email address:',
    ],
    link,
  });

export const passwordLetter = (link: string): Letter =>
  letterOf({
    subject: 'Choose a new password',
    lines: [
      'Someone asked to reset the password of this account. If it was not you, ignore this email: the password stays unchanged.',
      'Choose a new password with this link. It works once, within an hour:',
    ],
    link,
  });

interface Submission {
  /** The name of the submitting user; null if unknown. */
  by: string | null;
  /** The message to the reviewer, if any. */
  message: string | null;
}

export const submittedLetter = ({ name, link }: About, { by, message }: Submission): Letter =>
  letterOf({
    subject: `Review requested: ${name}`,
    lines: [
      `${inLine(by ?? 'Someone')} submitted changes to "${inLine(name)}" for review.`,
      ...(message === null || message.trim() === '' ? [] : [inLines(message)]),
      'Review them:',
    ],
    link,
  });

export const returnedLetter = ({ name, link }: About, note: string): Letter =>
  letterOf({
    subject: `Returned: ${name}`,
    lines: [
      `Your changes to "${inLine(name)}" were returned.`,
      ...(note.trim() === '' ? [] : [inLines(note)]),
      'Continue editing:',
    ],
    link,
  });

export const publishedLetter = ({ name, link }: About): Letter =>
  letterOf({
    subject: `Published: ${name}`,
    lines: [`Your changes to "${inLine(name)}" were published.`],
    link,
  });

const actions: Record<ScheduleAction, string> = {
  publish: 'published',
  publish_draft: 'published with its changes',
  unpublish: 'unpublished',
};

export const scheduleLetter = (
  { name, link }: About,
  { action, reason }: { action: ScheduleAction; reason: ScheduleFailure },
): Letter =>
  letterOf({
    subject: `Schedule failed: ${name}`,
    lines: [`"${inLine(name)}" was not ${actions[action]} at the scheduled time.`, scheduleFailures[reason]],
    link,
  });

const maxProblems = 20;

export const failureLetter = (
  { name, link }: About,
  { shownAt, problems }: { shownAt: string | null; problems: readonly Problem[] },
): Letter =>
  letterOf({
    subject: `Not published: ${name}`,
    lines: [
      `Your last change to "${inLine(name)}" is not on the site. Visitors ${shownAt === null ? 'do not see it' : 'see an earlier version'}.`,
      problems
        .slice(0, maxProblems)
        .map(({ field, message }) => `- ${field === null ? '' : `${inLine(field)}: `}${inLine(message)}`)
        .join('\n'),
    ].filter((line) => line !== ''),
    link,
  });
