import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blocks, type BlockAttribute, type BlockDefinition } from '@frontage/model/blocks';
import { textProblems } from '@frontage/model/markdown';

const page = await readFile(join(import.meta.dirname, '../docs/blocks.md'), 'utf8');

it('docs/blocks.md lists every block with its attributes', () => {
  const rows = blocks.map((block) => `| ${cellsOf(block).join(' | ')} |`);
  const table = ['| block | text in brackets | content | attributes |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
  const [documented = ''] = /\| block \|[\s\S]*?\n(?=\n)/.exec(page) ?? [];
  expect(documented.trimEnd()).toBe(table);
});

it('docs/blocks.md has a valid example of every block', () => {
  const examples = [...page.matchAll(/^`{3,}md\n([\s\S]*?)\n`{3,}$/gm)].map(([, source = '']) => source);
  for (const source of examples) expect(textProblems(source)).toEqual([]);
  const all = examples.join('\n');
  expect(blocks.map(({ name }) => name).filter((name) => !new RegExp(`^:+${name}\\b`, 'm').test(all))).toEqual([]);
});

const kinds = {
  text: 'text',
  url: 'link',
  image: 'image',
  video: 'video',
  demo: 'id of a demo',
  boolean: 'yes or no',
};

function cellsOf({ name, text, content, attributes }: BlockDefinition): string[] {
  const required = text?.required ? ', required' : '';
  const label = text ? `${text.label}${text.kind === 'markdown' ? ' (Markdown)' : ''}${required}` : '';
  const list = typeof content === 'object' ? `${content.least} to ${content.most} \`${content.block}\`` : content;
  return [`\`${name}\``, label || 'none', list, attributes.map(describe).join('; ') || 'none'];
}

function describe({ name, kind, required, choices, limit, default: preset }: BlockAttribute): string {
  const range = typeof limit === 'object' ? limit.join(' to ') : '';
  const values = { ...kinds, choice: Object.keys(choices ?? {}).join(', '), number: range }[kind];
  return `\`${name}\`: ${values}${required ? ', required' : ''}${preset === undefined ? '' : `, default ${preset}`}`;
}
