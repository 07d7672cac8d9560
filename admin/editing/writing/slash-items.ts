import { foldText } from '@frontage/model/fold';
import type { CommandName } from './commands.ts';

/** An entry of the slash menu: a command, or `image` and `link`, which need a file or an address. */
export interface SlashItem {
  name: CommandName | 'image' | 'link';
  label: string;
  hint: string;
  words: string;
}

const items: readonly SlashItem[] = [
  { name: 'heading2', label: 'Heading 2', hint: 'Section title', words: 'h2 title' },
  { name: 'heading3', label: 'Heading 3', hint: 'Smaller title', words: 'h3 subtitle' },
  { name: 'heading4', label: 'Heading 4', hint: 'Smallest title', words: 'h4' },
  { name: 'bullets', label: 'Bulleted list', hint: 'List with dots', words: 'ul unordered' },
  { name: 'numbers', label: 'Numbered list', hint: 'List with numbers', words: 'ol ordered' },
  { name: 'quote', label: 'Quote', hint: 'Highlighted citation', words: 'blockquote' },
  { name: 'image', label: 'Image', hint: 'Upload a file', words: 'picture photo' },
  { name: 'table', label: 'Table', hint: 'Rows and columns', words: 'grid' },
  { name: 'link', label: 'Link', hint: 'To a page or address', words: 'url' },
  { name: 'divider', label: 'Divider', hint: 'Line between parts', words: 'hr rule separator' },
  { name: 'codeBlock', label: 'Code block', hint: 'Text as typed', words: 'pre' },
  { name: 'markdown', label: 'Markdown', hint: 'Source text', words: 'md source' },
];

/** The entries whose label or words begin with the typed text. */
export function slashItems(query: string): readonly SlashItem[] {
  const wanted = foldText(query.trim());
  return items.filter(({ label, words }) => ` ${foldText(`${label} ${words}`)}`.includes(` ${wanted}`));
}
