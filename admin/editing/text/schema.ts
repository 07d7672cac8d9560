import { blockDefinition, type BlockDefinition, type Directive } from '@frontage/model/blocks';
import { Schema, type Attrs, type DOMOutputSpec, type Node, type NodeSpec, type NodeType } from 'prosemirror-model';
import { tableNodes } from 'prosemirror-tables';

// The id of the source text of a top-level block (`parse.ts`); null for a new block and inside other blocks.
const origin = { origin: { default: null } };

const levelOf = (element: HTMLElement): number => Number(element.dataset['level'] ?? element.tagName.slice(1)) || 2;

const tables = tableNodes({
  tableGroup: 'block',
  cellContent: 'inline*',
  cellAttributes: {
    align: {
      default: null,
      getFromDOM: ({ style }) => (/^(left|center|right)$/.test(style.textAlign) ? style.textAlign : null),
      setDOMAttr: (align, attributes) => {
        if (typeof align === 'string') attributes['style'] = `text-align: ${align}`;
      },
    },
  },
});

/** A block that is written as a directive: its name, the text in brackets, and its attributes. */
const directive = (kind: string, content: string) =>
  ({
    group: 'directive',
    content,
    attrs: { ...origin, name: { default: 'callout' }, text: { default: null }, attributes: { default: {} } },
    parseDOM: [{ tag: `div[data-block="${kind}"]`, getAttrs: ({ dataset }) => parsedDirective(dataset['directive']) }],
    toDOM: ({ attrs: { name, text, attributes } }) => {
      const written = JSON.stringify({ name: String(name), text: text as unknown, attributes: attributes as unknown });
      const data = { 'data-block': kind, 'data-directive': written };
      return content === '' ? ['div', data] : ['div', data, 0];
    },
  }) satisfies NodeSpec;

function parsedDirective(data = ''): Attrs | false {
  try {
    const { name, text, attributes } = JSON.parse(data) as Directive;
    return blockDefinition(name) ? { name, text, attributes } : false;
  } catch {
    return false;
  }
}

const isNormalWeight = (weight: string): boolean => /^(normal|[1-4]\d\d)$/.test(weight);

/** The blocks and inline elements that the site renders, and a block for any other Markdown. */
export const schema = new Schema({
  nodes: {
    doc: { content: '(block | directive)+' },
    paragraph: {
      group: 'block',
      content: 'inline*',
      attrs: origin,
      parseDOM: [{ tag: 'p' }],
      toDOM: () => ['p', 0],
    },
    heading: {
      group: 'block',
      content: 'inline*',
      defining: true,
      attrs: { ...origin, level: { default: 2 } },
      parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
        tag: `h${level}`,
        getAttrs: (element) => ({ level: levelOf(element) }),
      })),
      // The title of the page is the only first heading.
      toDOM: ({ attrs: { level } }) => [`h${Math.max(2, Number(level))}`, { 'data-level': String(level) }, 0],
    },
    blockquote: {
      group: 'block',
      content: 'block+',
      defining: true,
      attrs: origin,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    bullet_list: {
      group: 'block',
      content: 'list_item+',
      attrs: { ...origin, marker: { default: '-' }, isTight: { default: true } },
      parseDOM: [{ tag: 'ul' }],
      toDOM: () => ['ul', 0],
    },
    ordered_list: {
      group: 'block',
      content: 'list_item+',
      attrs: { ...origin, start: { default: 1 }, marker: { default: '.' }, isTight: { default: true } },
      parseDOM: [{ tag: 'ol', getAttrs: (element) => ({ start: startOf(element) }) }],
      toDOM: ({ attrs: { start } }) => ['ol', start === 1 ? {} : { start: String(start) }, 0],
    },
    list_item: { content: 'block+', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    code_block: {
      group: 'block',
      content: 'text*',
      marks: '',
      code: true,
      defining: true,
      attrs: { ...origin, info: { default: '' } },
      parseDOM: [{ tag: 'pre', preserveWhitespace: 'full', getAttrs: (element) => ({ info: languageOf(element) }) }],
      toDOM: ({ attrs: { info } }) => ['pre', { 'data-info': String(info) }, ['code', { spellcheck: 'false' }, 0]],
    },
    divider: { group: 'block', attrs: origin, parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
    ...tables,
    table: { ...tables.table, attrs: origin, toDOM: () => ['table', ['tbody', 0]] },
    // Directives stand at the top level and in each other, not in lists and quotes.
    block_container: { ...directive('container', '(block | directive)+'), defining: true },
    block_group: { ...directive('group', 'directive+'), isolating: true },
    block_leaf: { ...directive('leaf', ''), atom: true },
    markdown_block: {
      group: 'block',
      atom: true,
      attrs: { ...origin, source: { default: '' } },
      parseDOM: [
        {
          tag: 'pre[data-markdown]',
          priority: 60,
          getAttrs: (element) => ({ source: element.dataset['markdown'] ?? '' }),
        },
      ],
      toDOM: ({ attrs: { source } }) => ['pre', { 'data-markdown': String(source) }, String(source)],
    },
    image: {
      group: 'inline',
      inline: true,
      draggable: true,
      attrs: { src: { default: '' }, alt: { default: '' }, title: { default: '' } },
      parseDOM: [{ tag: 'img[src]', getAttrs: imageAttributes }],
      toDOM: imageElement,
    },
    hard_break: {
      group: 'inline',
      inline: true,
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
      leafText: () => '\n',
    },
    text: { group: 'inline' },
  },
  // The order is the nesting: a link contains bold text, not the reverse.
  marks: {
    link: {
      attrs: { href: {}, title: { default: '' } },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element) => ({
            href: element.getAttribute('href') ?? '',
            title: element.getAttribute('title') ?? '',
          }),
        },
      ],
      toDOM: ({ attrs: { href, title } }) => [
        'a',
        { href: String(href), rel: 'noopener noreferrer', ...(title ? { title: String(title) } : {}) },
        0,
      ],
    },
    strong: {
      parseDOM: [
        { tag: 'strong' },
        // Google Docs wraps its clipboard in a bold element of normal weight.
        { tag: 'b', getAttrs: ({ style }) => (isNormalWeight(style.fontWeight) ? false : null) },
        { style: 'font-weight', getAttrs: (weight) => (/^(bold(er)?|[6-9]\d\d)$/.test(weight) ? null : false) },
        {
          style: 'font-weight',
          getAttrs: (weight) => isNormalWeight(weight) && null,
          clearMark: ({ type }) => type.name === 'strong',
        },
      ],
      toDOM: () => ['strong', 0],
    },
    em: {
      parseDOM: [{ tag: 'i' }, { tag: 'em' }, { style: 'font-style=italic' }],
      toDOM: () => ['em', 0],
    },
    strike: {
      parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }, { style: 'text-decoration=line-through' }],
      toDOM: () => ['s', 0],
    },
    code: { code: true, parseDOM: [{ tag: 'code' }], toDOM: () => ['code', { spellcheck: 'false' }, 0] },
  },
});

/** The first number of a list; Markdown has none below 0. */
function startOf(element: HTMLElement): number {
  const start = Number.parseInt(element.getAttribute('start') ?? '1', 10);
  return Number.isNaN(start) ? 1 : Math.min(999_999_999, Math.max(0, start));
}

function languageOf(element: HTMLElement): string {
  const { className } = element.querySelector('code') ?? element;
  return element.dataset['info'] ?? /\b(?:lang|language)-([\w+#-]+)/.exec(className)?.[1] ?? '';
}

function imageAttributes(element: HTMLElement) {
  const attribute = (name: string) => element.getAttribute(name) ?? '';
  return { src: attribute('src'), alt: attribute('alt'), title: attribute('title') };
}

function imageElement({ attrs }: Node): DOMOutputSpec {
  const { src, alt, title } = attrs as Record<'src' | 'alt' | 'title', string>;
  return ['img', { src, alt, ...(title ? { title } : {}), referrerpolicy: 'no-referrer' }];
}

/** Whether two nodes have the same content, wherever they come from. */
export const isSameBlock = (a: Node, b: Node): boolean =>
  a.hasMarkup(b.type, { ...b.attrs, origin: a.attrs['origin'] as unknown }, b.marks) && a.content.eq(b.content);

/** The directive that a block is written as; null for other blocks. */
export function directiveOf({ type, attrs }: Node): Directive | null {
  if (type.spec.group !== 'directive') return null;
  const { name, text, attributes } = attrs as Directive & Attrs;
  return { name, text, attributes };
}

/** The type of a directive's node, by its content: Markdown, other directives, or none. */
export function directiveType({ content }: BlockDefinition): NodeType {
  const { block_container, block_group, block_leaf } = schema.nodes;
  return content === 'none' ? block_leaf : content === 'markdown' ? block_container : block_group;
}
