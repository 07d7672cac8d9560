/** An e-mail: plain text that ends in its link. */
export interface Letter {
  subject: string;
  text: string;
  /** What it is about, at the back office. */
  link: string;
}

const longest = 120;

/** A text of somebody's as one short line of an e-mail: no control character, no line of its own. */
export function inLine(text: string): string {
  const line = [...text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()];
  return line.length <= longest ? line.join('') : `${line.slice(0, longest).join('')}…`;
}

/** A text of several lines as an e-mail may hold it. */
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

/** An e-mail of these paragraphs, with its link below. */
export const letterOf = ({ subject, lines, link }: Words): Letter => ({
  subject: inLine(subject),
  text: [...lines, link].join('\n\n'),
  link,
});
