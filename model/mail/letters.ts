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
      'Choose a password behind this link. It is for this address alone and good for 7 days:',
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

interface Submitted {
  /** The name of its submitter; null if unknown. */
  by: string | null;
  /** To the reviewer. */
  message: string | null;
}

export const submittedLetter = ({ name, link }: About, { by, message }: Submitted): Letter =>
  letterOf({
    subject: `To review: ${name}`,
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
    lines: [`Your changes of "${inLine(name)}" were published.`],
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
    subject: `Not carried out: ${name}`,
    lines: [`"${inLine(name)}" was to be ${actions[action]} by now, and was not.`, scheduleFailures[reason]],
    link,
  });

const toldProblems = 20;

export const failureLetter = (
  { name, link }: About,
  { shownAt, problems }: { shownAt: string | null; problems: readonly Problem[] },
): Letter =>
  letterOf({
    subject: `Not published: ${name}`,
    lines: [
      `Your last change of "${inLine(name)}" is not on the site. Visitors ${shownAt === null ? 'do not find it' : 'find an earlier version'}.`,
      problems
        .slice(0, toldProblems)
        .map(({ field, message }) => `- ${field === null ? '' : `${inLine(field)}: `}${inLine(message)}`)
        .join('\n'),
    ].filter((line) => line !== ''),
    link,
  });
