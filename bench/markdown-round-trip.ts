import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MarkdownSource } from '../admin/editing/text/parse.ts';

/**
 * Opens every Markdown file of a folder in the visual editor's document and reports texts that are not written back
 * byte for byte, and edits of one block that change other bytes: `npm run bench -- markdown-round-trip DIR` (default:
 * the files in `node_modules`). Exits with 1 if there are any.
 */
export function run(args: string[]): Promise<void> {
  const folder = args.find((arg) => !arg.startsWith('-')) ?? join(import.meta.dirname, '../node_modules');
  const files = globSync('**/*.md', { cwd: folder });
  const counts = { documents: 0, blocks: 0, markdownBlocks: 0, edits: 0, changedBySaving: 0, changedByEditing: 0 };

  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    const source = new MarkdownSource();
    const doc = source.open(text);
    const blocks = source.blocks(doc);
    counts.documents += 1;
    counts.blocks += blocks.length;
    counts.markdownBlocks += blocks.filter(({ node }) => node.type.name === 'markdown_block').length;
    if (source.write(doc) !== text) {
      counts.changedBySaving += 1;
      process.stdout.write(`saving changes ${file}\n`);
    }
    const texts = blocks.filter(({ node }) => node.isTextblock);
    const edited = texts[counts.documents % Math.max(1, texts.length)];
    if (!edited) continue;
    counts.edits += 1;
    const start =
      blocks
        .slice(0, blocks.indexOf(edited))
        .map((block) => block.before + block.text)
        .join('') + edited.before;
    const node = edited.node.copy(edited.node.content.addToStart(doc.type.schema.text('Edited ')));
    const written = source.write(doc.copy(doc.content.replaceChild(doc.children.indexOf(edited.node), node)));
    if (!written.startsWith(start) || !written.endsWith(text.slice(start.length + edited.text.length))) {
      counts.changedByEditing += 1;
      process.stdout.write(`an edit changes other blocks of ${file}\n`);
    }
  }
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  if (counts.changedBySaving + counts.changedByEditing > 0) process.exitCode = 1;
  return Promise.resolve();
}
