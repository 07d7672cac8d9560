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

/** Normalizes line breaks of a text and removes control characters from its lines. */
export const inLines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trimEnd())
    .join('\n');

interface LetterParts {
  subject: string;
  lines: readonly string[];
  link: string;
}

/** Composes an email from paragraphs, with the link as the last one. */
export const letterOf = ({ subject, lines, link }: LetterParts): Letter => ({
  subject: inLine(subject),
  text: [...lines, link].join('\n\n'),
  link,
});
