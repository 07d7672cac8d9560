import { foldText } from '@frontage/model/fold';

interface Named {
  label: string;
  /** Additional search terms. */
  keywords?: string;
}

/**
 * The commands whose label or keywords contain a word starting with each typed word; labels that start with the text
 * come first.
 */
export function matchCommands<Command extends Named>(commands: readonly Command[], typed: string): Command[] {
  const text = foldText(typed.trim());
  const words = text.split(/\s+/).filter(Boolean);
  const hasWordPrefix = (haystack: string[], word: string) => haystack.some((candidate) => candidate.startsWith(word));
  return commands
    .filter((command) => {
      const haystack = foldText(`${command.label} ${command.keywords ?? ''}`).split(/[\s/-]+/);
      return words.every((word) => hasWordPrefix(haystack, word));
    })
    .sort((a, b) => rank(a, text) - rank(b, text));
}

function rank({ label }: Named, text: string): number {
  return foldText(label).startsWith(text) ? 0 : 1;
}
