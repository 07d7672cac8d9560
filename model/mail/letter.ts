/** An email: plain text that ends with its link. */
export interface Letter {
  subject: string;
  text: string;
  /** The address of its subject in the admin. */
  link: string;
}

const longest = 120;

/** Text by a user as one short line of an email, without control characters and line breaks. */
export function inLine(text: string): string {
  const line = [...text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()];
  return line.length <= longest ? line.join('') : `${line.slice(0, longest).join('')}…`;
}

/** Multi-line text in the form allowed in an email. */
export const inLines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trimEnd())
    .join('\n');

interface Words {
  subject: string;
  lines: readonly string[];
  link: string;
}

/** An email of these paragraphs, with its link below. */
export const letterOf = ({ subject, lines, link }: Words): Letter => ({
  subject: inLine(subject),
  text: [...lines, link].join('\n\n'),
  link,
});
