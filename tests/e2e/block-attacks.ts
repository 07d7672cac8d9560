import { blockDefinition, blocks, formatDirective, type BlockDefinition } from '../../model/blocks.ts';
import { corpus } from './injection-corpus.ts';

const valid: Record<string, string> = {
  href: '/demos',
  src: '/favicon.ico',
  url: 'https://youtu.be/abcdefghijk',
  id: 'halo-garden',
  value: '1',
};

/** For each block, a text with every payload in its text, its content and each of its attributes. */
export const blockAttacks = (): [name: string, body: string][] =>
  blocks.map((block) => [block.name, corpus.flatMap((payload) => attacksOf(block, payload)).join('\n\n')]);

function attacksOf(block: BlockDefinition, payload: string): string[] {
  const line = payload.replaceAll('\n', ' ');
  const attributes = Object.fromEntries(
    block.attributes.flatMap(({ name }) => (valid[name] === undefined ? [] : [[name, valid[name]]])),
  );
  const plain = { name: block.name, text: block.text ? 'Text' : null, attributes };
  const close = block.content === 'none' ? '' : '\n:::';
  const colons = block.content === 'none' ? '::' : ':::';
  return [
    formatDirective({ ...plain, text: payload }, 'Content'),
    formatDirective(plain, payload),
    // As a person would write it, without the escapes of the editor.
    `${colons}${block.name}[${line}]${close}`,
    ...block.attributes.flatMap(({ name }) => [
      formatDirective({ ...plain, attributes: { ...attributes, [name]: payload } }, 'Content'),
      formatDirective({ ...plain, attributes: { ...attributes, [name]: `${valid[name] ?? ''}${payload}` } }, 'Content'),
      `${colons}${block.name}[Text]{${name}="${line}"}${close}`,
      `${colons}${block.name}[Text]{${name}='${line}' ${line}="x"}${close}`,
    ]),
  ].map((attack) => inParent(block, attack));
}

/** A block that stands only in another one, in that one. */
function inParent({ within }: BlockDefinition, attack: string): string {
  const parent = within === undefined ? undefined : blockDefinition(within);
  return parent ? formatDirective({ name: parent.name, text: null, attributes: {} }, attack) : attack;
}
