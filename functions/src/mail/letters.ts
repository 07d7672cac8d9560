import {
  type LaunchAction,
  launchActionLabel,
  type LaunchFailure,
  launchFailures,
  type TakeBackAction,
} from '@frontage/model/launch';
import type { Problem } from '@frontage/model/build-state';
import type { ScheduleAction } from '@frontage/model/schedule';
import type { Role } from '@frontage/model/user';
import type { Draft } from '@frontage/model/draft';

/** An email: plain text that ends with its link. */
export interface Letter {
  subject: string;
  text: string;
  /** URL in the admin of the subject of the email. */
  link: string;
}

const maxLength = 120;

/** Converts text by a user to one line of at most `maxLength` characters without control characters. */
export function inLine(text: string): string {
  const line = [...text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()];
  return line.length <= maxLength ? line.join('') : `${line.slice(0, maxLength).join('')}…`;
}

/**
 * A text by a user as a quotation: every line begins with `> `, so that no part of it looks like the rest of the email.
 * Removes control characters from its lines.
 */
const quoted = (text: string): string =>
  text
    .trim()
    .split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/)
    .map((line) => `> ${line.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trimEnd()}`.trimEnd())
    .join('\n');

interface LetterParts {
  subject: string;
  lines: readonly string[];
  link: string;
}

/** Composes an email from paragraphs, with the link as the last one. */
const letterOf = ({ subject, lines, link }: LetterParts): Letter => ({
  subject: inLine(subject),
  text: [...lines, link].join('\n\n'),
  link,
});

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
      ...(message === null || message.trim() === '' ? [] : [quoted(message)]),
      'Review them:',
    ],
    link,
  });

export const returnedLetter = ({ name, link }: About, note: string): Letter =>
  letterOf({
    subject: `Returned: ${name}`,
    lines: [
      `Your changes to "${inLine(name)}" were returned.`,
      ...(note.trim() === '' ? [] : [quoted(note)]),
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
  { action, reason }: { action: ScheduleAction; reason: LaunchFailure },
): Letter =>
  letterOf({
    subject: `Schedule failed: ${name}`,
    lines: [`"${inLine(name)}" was not ${actions[action]} at the scheduled time.`, launchFailures[reason]],
    link,
  });

const maxProblems = 20;

/** A document of a launch with its action; null for the launch as a whole. */
interface LaunchLine {
  name: string;
  action: LaunchAction | TakeBackAction | null;
}

/** '- About us: It was deleted. (Unpublish)'. */
const launchLine = ({ name, action }: LaunchLine, reason = ''): string =>
  [`- ${inLine(name)}${reason && ':'}`, reason, action && `(${launchActionLabel(action)})`].filter(Boolean).join(' ');

/** `problems` names each document and the reason why its action was not possible. */
export const launchLetter = (
  { name, link }: About,
  problems: readonly (LaunchLine & { reason: LaunchFailure })[],
): Letter =>
  letterOf({
    subject: `Launch not published: ${name}`,
    lines: [
      `The launch "${inLine(name)}" was not published at its time.`,
      problems
        .slice(0, maxProblems)
        .map((problem) => launchLine(problem, launchFailures[problem.reason]))
        .join('\n'),
    ],
    link,
  });

export const leftOutLetter = ({ name, link }: About, documents: readonly LaunchLine[]): Letter =>
  letterOf({
    subject: `Launch published without some documents: ${name}`,
    lines: [
      `The launch "${inLine(name)}" was published at its time without these documents, because an author changed them after they were accepted, or uses their slug. Check them, then publish them or add them to another launch.`,
      documents
        .slice(0, maxProblems)
        .map((document) => launchLine(document))
        .join('\n'),
    ],
    link,
  });

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

type Reviewed = Pick<Draft, 'review' | 'note'>;

/** A change of a review for which an email is sent. `by` and `to` are uids. */
export type ReviewNews =
  | { news: 'submitted'; by: string; name: string | null; message: string | null }
  | { news: 'returned'; to: string; note: string }
  /** The draft was published or discarded. */
  | { news: 'ended'; to: string };

/** The change of a review by one write of its draft; null if no email is needed. */
export function reviewNews(before: Reviewed | null, after: Reviewed | null): ReviewNews | null {
  const request = before?.review ?? null;
  if (after === null) return request && { news: 'ended', to: request.by };
  if (after.review !== null) {
    if (request?.rev === after.review.rev) return null;
    const { by, name = null, message = null } = after.review;
    return { news: 'submitted', by, name, message };
  }
  // A proposal withdrawn by its author has no note.
  return request === null || after.note === null ? null : { news: 'returned', to: request.by, note: after.note };
}
