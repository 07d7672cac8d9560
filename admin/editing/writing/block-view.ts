import { blockDefinition, type Directive, readBlock } from '@frontage/model/blocks';
import { type BlockWriter, writeBlock } from '@frontage/model/block-rule';
import { DOMSerializer } from 'prosemirror-model';
import type { NodeViewConstructor } from 'prosemirror-view';
import { inBlock } from './commands.ts';
import { parseNodes } from './parse.ts';
import { directiveOf, schema } from './schema.ts';

export interface BlockViewOptions {
  /** The address that the browser loads an image from. */
  showImage: (element: HTMLImageElement, src: string) => void;
  /** The title of a demo; its id until it is known. */
  demoTitle: (id: string) => string;
  /** Opens the form of the block at a position. */
  onSettings: (pos: number) => void;
}

/** Shows a directive as the site does, with its name, which opens its form. */
export function directiveView(options: BlockViewOptions): NodeViewConstructor {
  return (node, view, getPos) => {
    let current = node;
    const directive = directiveOf(node);
    const dom = document.createElement('div');
    dom.className = 'block-frame';
    dom.setAttribute('role', 'group');
    const name = document.createElement('span');
    name.className = 'block-name';
    name.textContent = blockDefinition(directive?.name ?? '')?.label ?? 'Block';
    dom.setAttribute('aria-label', name.textContent);
    name.contentEditable = 'false';
    // The toolbar of the block has the same command.
    name.setAttribute('aria-hidden', 'true');
    name.addEventListener('mousedown', (event) => {
      event.preventDefault();
      const pos = getPos();
      if (pos !== undefined && view.editable) options.onSettings(pos);
    });
    const { element, content } = drawBlock(directive ?? { name: '', text: null, attributes: {} }, {
      ...options,
      hasContent: !node.isLeaf,
    });
    // Outside its content, a press selects the block, and answers stay open.
    const isOutside = ({ target }: Event) => !(target instanceof Node && content?.contains(target));
    element.addEventListener('mousedown', (event) => {
      if (event.button === 0 && isOutside(event)) event.preventDefault();
    });
    // Not earlier: a release inside a selection moves the browser's selection.
    element.addEventListener('click', (event) => {
      const pos = getPos();
      if (!isOutside(event) || pos === undefined) return;
      event.preventDefault();
      view.dispatch(view.state.tr.setSelection(inBlock(view.state.doc, pos)));
      view.focus();
    });
    dom.append(name, element);
    return {
      dom,
      contentDOM: content,
      update: (next) => {
        if (!next.hasMarkup(current.type, { ...current.attrs, origin: next.attrs['origin'] as unknown }, current.marks))
          return false;
        current = next;
        return true;
      },
      selectNode: () => dom.classList.add('ProseMirror-selectednode'),
      deselectNode: () => dom.classList.remove('ProseMirror-selectednode'),
      stopEvent: ({ target }) => target === name,
      ignoreMutation: ({ type, target }) => type !== 'selection' && !(content?.contains(target) ?? false),
    };
  };
}

interface Drawn {
  element: HTMLElement;
  /** The element of the content; null for a block without content. */
  content: HTMLElement | null;
}

// Answers are always shown. Links have no address, so that neither a press nor Tab moves focus to them.
const shownAttributes: Record<string, Readonly<Record<string, string>>> = {
  details: { open: '' },
  summary: { tabindex: '-1' },
};

type DrawOptions = Omit<BlockViewOptions, 'onSettings'> & { hasContent: boolean };

/** The elements of the site for a block; for a block with an error, its messages. */
function drawBlock(directive: Directive, { showImage, demoTitle, hasContent }: DrawOptions): Drawn {
  const root = document.createElement('div');
  root.className = 'block-shown';
  let at: HTMLElement = root;
  let content: HTMLElement | null = null;
  const inside = (element: HTMLElement, draw: () => void): void => {
    const around = at;
    around.append(element);
    at = element;
    draw();
    at = around;
  };
  const create = (tag: string, attributes: Readonly<Record<string, string>> = {}): HTMLElement => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const writer: BlockWriter = {
    element: (tag, attributes, draw) => inside(create(tag, shownAttributes[tag] ?? attributes), draw),
    heading: (draw) => inside(create('h3'), draw),
    link: (...[, className, draw]) => inside(create('a', { class: className }), draw),
    video: (...[, , draw]) =>
      inside(create('a'), () => {
        draw();
        inside(create('span', { class: 'b-play' }), () => at.append('Play'));
      }),
    text: (text) => at.append(text),
    inline: (source) => {
      const [paragraph] = parseNodes(source);
      if (!paragraph) return;
      at.append(DOMSerializer.fromSchema(schema).serializeFragment(paragraph.content));
      for (const link of at.querySelectorAll('a')) link.removeAttribute('href');
    },
    image: (src, alt) => {
      const image = document.createElement('img');
      image.alt = alt;
      image.referrerPolicy = 'no-referrer';
      showImage(image, src);
      at.append(image);
    },
    demo: (id) =>
      inside(create('a'), () =>
        inside(create('span', { class: 'b-demo-title', 'data-demo': id }), () => at.append(demoTitle(id))),
      ),
    content: () => {
      content = at;
      if (at.childNodes.length === 0) return;
      content = create('div', { class: 'block-content' });
      at.append(content);
    },
    parent: null,
  };
  const { block, problems } = readBlock(directive);
  if (block) writeBlock(writer, block);
  else {
    for (const { message } of problems) inside(create('p', { class: 'block-problem' }), () => at.append(`${message}.`));
    if (hasContent) writer.content();
  }
  if (content) keepFromEditing(root, content);
  return { element: root, content };
}

/** Shows the titles of demos that are known now. Nothing else reads or changes these elements. */
export function updateDemoTitles(text: HTMLElement, demoTitle: BlockViewOptions['demoTitle']): void {
  for (const shown of text.querySelectorAll<HTMLElement>('[data-demo]')) {
    const title = demoTitle(shown.dataset['demo'] ?? '');
    if (shown.textContent !== title) shown.textContent = title;
  }
}

/** The caret does not enter elements beside the content. */
function keepFromEditing(element: HTMLElement, content: HTMLElement): void {
  for (const child of element.childNodes) {
    if (child === content || !(child instanceof HTMLElement)) continue;
    if (child.contains(content)) keepFromEditing(child, content);
    else child.contentEditable = 'false';
  }
}
