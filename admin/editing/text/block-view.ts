import { blockDefinition, type Directive, readBlock } from '@frontage/model/blocks';
import { type BlockWriter, writeBlock } from '@frontage/model/block-rule';
import { NodeSelection, Selection } from 'prosemirror-state';
import type { EditorView, NodeViewConstructor } from 'prosemirror-view';
import {
  type BlockField,
  blockField,
  blockValues,
  focusField,
  isCaretAtEdge,
  renderInline,
  withBlockValue,
} from './block-values.ts';
import { inBlock, setDirective, textBelowBlock } from './commands.ts';
import { directiveOf } from './schema.ts';

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
    const fields = new Map<string, BlockField>();
    /** A text of the block that is typed in place; null for one that is only shown. */
    const fieldOf = (name: string): HTMLElement | null => {
      const value = directive && blockValues(directive).find(({ field }) => field === name);
      if (!value) return null;
      const made = blockField({
        value,
        block: blockDefinition(directive.name)?.label ?? '',
        isEditable: view.editable,
        onChange: (next, group) => {
          const [pos, now] = [getPos(), directiveOf(current)];
          if (pos === undefined || !now) return;
          const dispatch = view.dispatch.bind(view);
          setDirective(pos, withBlockValue(now, name, next))(view.state, (tr) =>
            dispatch(tr.setMeta('composition', group)),
          );
        },
        onFocus: () => {
          const pos = getPos();
          if (pos === undefined) return;
          const selection = NodeSelection.create(view.state.doc, pos);
          if (!view.state.selection.eq(selection)) view.dispatch(view.state.tr.setSelection(selection));
        },
        onKey: (event) => {
          const pos = getPos();
          return pos !== undefined && onFieldKey(event, { view, pos, field: made.element });
        },
      });
      fields.set(name, made);
      return made.element;
    };
    const { element, content } = drawBlock(directive ?? { name: '', text: null, attributes: {} }, {
      ...options,
      fieldOf,
      hasContent: !node.isLeaf,
    });
    const isInField = (target: EventTarget | null) => target instanceof Node && fieldAround(target, dom) !== null;
    // Outside its content, a press selects the block, and answers stay open.
    // A press selects a button, a double press types its text.
    const isPressed = ({ target, detail }: MouseEvent) =>
      directive?.name !== 'button' || detail > 1 || document.activeElement === target;
    const isOutside = (event: MouseEvent) =>
      !(event.target instanceof Node && content?.contains(event.target)) &&
      !(isInField(event.target) && isPressed(event));
    // The toolbar of the block may move the text between press and release.
    let pressed: EventTarget | null = null;
    element.addEventListener('mousedown', (event) => {
      pressed = isOutside(event) ? null : event.target;
      if (event.button === 0 && isOutside(event)) event.preventDefault();
    });
    // Not earlier: a release inside a selection moves the browser's selection.
    element.addEventListener('click', (event) => {
      const pos = getPos();
      if (!isOutside(event) || isInField(pressed) || pos === undefined) return;
      event.preventDefault();
      view.dispatch(view.state.tr.setSelection(inBlock(view.state.doc, pos)));
      view.focus();
    });
    dom.append(name, element);
    return {
      dom,
      contentDOM: content,
      update: (next) => {
        const [before, after] = [directiveOf(current), directiveOf(next)];
        if (!before || !after || next.type !== current.type) return false;
        // Texts that are typed in place are shown in the same elements.
        const values = blockValues(after).filter(({ field }) => fields.has(field));
        const shown = values.reduce((block, { field, value }) => withBlockValue(block, field, value), before);
        if (!isSameDirective(shown, after)) return false;
        current = next;
        for (const { field, value } of values) fields.get(field)?.show(value);
        return true;
      },
      selectNode: () => dom.classList.add('ProseMirror-selectednode'),
      deselectNode: () => dom.classList.remove('ProseMirror-selectednode'),
      stopEvent: ({ target }) => target === name || isInField(target),
      ignoreMutation: ({ type, target }) =>
        isInField(target) || (type !== 'selection' && !(content?.contains(target) ?? false)),
    };
  };
}

const isSameDirective = (one: Directive, other: Directive): boolean => {
  const [names, others] = [one, other].map(({ attributes }) => Object.keys(attributes));
  return (
    one.name === other.name &&
    one.text === other.text &&
    names?.length === others?.length &&
    names?.every((name) => one.attributes[name] === other.attributes[name]) === true
  );
};

/** The field around a target, if it belongs to the block with this element and not to a block inside. */
function fieldAround(target: Node, block: Element): HTMLElement | null {
  const element = target instanceof Element ? target : target.parentElement;
  const field = element?.closest<HTMLElement>('.block-field') ?? null;
  return field?.closest('.block-frame') === block ? field : null;
}

/** The fields of a block itself, before or after its content. A block without content has all before it. */
function fieldsAround(block: Element, side: 'before' | 'after'): HTMLElement[] {
  const content = block.querySelector('[data-block-content]');
  return [...block.querySelectorAll<HTMLElement>('.block-field')].filter((field) => {
    if (field.closest('.block-frame') !== block) return false;
    const isAfter =
      content !== null && Boolean(content.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING);
    return isAfter === (side === 'after');
  });
}

/** Moves focus to the first text of the block at a position that is typed in place; false if it has none. */
export function focusBlockField(view: EditorView, pos: number, side: 'before' | 'after' | null = null): boolean {
  const block = view.nodeDOM(pos);
  if (!(block instanceof Element) || !view.editable) return false;
  const [before, after] = [fieldsAround(block, 'before'), fieldsAround(block, 'after')];
  const field = side === null ? (before[0] ?? after[0]) : side === 'before' ? before.at(-1) : after[0];
  if (!field) return false;
  focusField(field, side === 'after' ? 'start' : 'end');
  return true;
}

interface FieldPlace {
  view: EditorView;
  /** The position of the block. */
  pos: number;
  field: HTMLElement;
}

// Handled by the editor, for the block that is selected while one of its texts is typed.
const isEditorKey = ({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey
    ? !altKey && (/^(?:z|y|f|h)$/i.test(key) || (shiftKey && /^(d|Backspace)$/i.test(key)))
    : altKey && (/^(Enter|F10)$/.test(key) || (shiftKey && /^Arrow(Up|Down)$/.test(key)));

/** Enter and Tab move to the next text, Escape selects the block, and arrows leave at the ends. */
function onFieldKey(event: KeyboardEvent, place: FieldPlace): boolean {
  const { view, field } = place;
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (isEditorKey(event)) {
    const isHandled = view.someProp('handleKeyDown', (handle) => handle(view, event)) === true;
    // A moved or copied block is drawn again.
    if (isHandled && /^(?:d|Backspace|Arrow\w+)$/i.test(key)) view.focus();
    return isHandled;
  }
  // Browsers would select or delete text of the editor around the field.
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'a') {
    getSelection()?.selectAllChildren(field);
    return true;
  }
  if (key === 'Backspace' && isCaretAtEdge(field, 'ArrowLeft')) return true;
  if (key === 'Delete' && isCaretAtEdge(field, 'ArrowRight')) return true;
  if (altKey || ctrlKey || metaKey) return false;
  if (key === 'Escape') view.focus();
  else if (key === 'Tab' && shiftKey) moveBack(place);
  else if (key === 'Enter' || key === 'Tab') moveOn(place, key === 'Enter');
  else if (shiftKey || !/^Arrow/.test(key) || !isCaretAtEdge(field, key)) return false;
  else if (key === 'ArrowUp' || key === 'ArrowLeft') moveBack(place);
  else moveOn(place, false);
  event.stopPropagation();
  return true;
}

/** Moves to the next field of the block, its content, the next block, or, with `isEnter`, a new text below it. */
function moveOn({ view, pos, field }: FieldPlace, isEnter: boolean): void {
  const { state } = view;
  const node = state.doc.nodeAt(pos);
  const block = view.nodeDOM(pos);
  if (!node || !(block instanceof Element)) return;
  const isBefore = fieldsAround(block, 'before').includes(field);
  const fields = fieldsAround(block, isBefore ? 'before' : 'after');
  const next = fields[fields.indexOf(field) + 1];
  if (next) return focusField(next, 'end');
  if (isBefore && node.type.name === 'block_container') return select(view, Selection.near(state.doc.resolve(pos + 1)));
  if (isBefore && !node.isLeaf && focusBlockField(view, pos + 1)) return;
  const end = pos + node.nodeSize;
  if (!isEnter && state.doc.nodeAt(end) && focusBlockField(view, end)) return;
  const after = isEnter ? null : Selection.findFrom(state.doc.resolve(end), 1);
  if (after) return select(view, after);
  // The block was selected when its field received focus.
  const below = textBelowBlock(state);
  if (below) view.dispatch(below);
  view.focus();
}

function moveBack({ view, pos, field }: FieldPlace): void {
  const block = view.nodeDOM(pos);
  const all = [...view.dom.querySelectorAll<HTMLElement>('.block-field')];
  const before = all[all.indexOf(field) - 1];
  if (before && before.closest('.block-frame') === block) return focusField(before, 'end');
  const selection = Selection.findFrom(view.state.doc.resolve(pos), -1);
  if (selection) select(view, selection);
  else view.focus();
}

function select(view: EditorView, selection: Selection): void {
  view.dispatch(view.state.tr.setSelection(selection).scrollIntoView());
  view.focus();
}

interface Drawn {
  element: HTMLElement;
  /** The element of the content; null for a block without content. */
  content: HTMLElement | null;
}

// Answers are always shown. Links have no address, so that neither a press nor Tab moves focus to them.
const shownAttributes: Record<string, Readonly<Record<string, string>>> = { details: { open: '' } };

// A question is typed, and a text in a `summary` is the name of a button. The styles of the site apply to both.
const drawnTags: Record<string, string> = { details: 'b-details', summary: 'b-summary' };

interface DrawOptions extends Omit<BlockViewOptions, 'onSettings'> {
  hasContent: boolean;
  /** The element of a value that is typed in place; null for a value that is only shown. */
  fieldOf: (name: string) => HTMLElement | null;
}

// Drawn for an optional text, so that the block has a place in which it is typed.
const noText = '\u200b';

/** The elements of the site for a block; for a block with an error, its messages. */
function drawBlock(directive: Directive, { showImage, demoTitle, hasContent, fieldOf }: DrawOptions): Drawn {
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
    element: (tag, attributes, draw) => {
      const drawn = drawnTags[tag];
      const shown = shownAttributes[tag] ?? attributes;
      inside(drawn === undefined ? create(tag, shown) : create('div', { ...shown, class: drawn }), draw);
    },
    heading: (draw) => inside(create('h3'), draw),
    link: (...[, className, draw]) => inside(create('a', { class: className }), draw),
    video: (...[, , draw]) =>
      inside(create('a'), () => {
        draw();
        inside(create('span', { class: 'b-play' }), () => at.append('Play'));
      }),
    text: (text, field) => at.append((field === undefined ? null : fieldOf(field)) ?? text),
    inline: (source, field) => at.append(fieldOf(field) ?? renderInline(source)),
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
      if (at.childNodes.length > 0) at.append((content = create('div', { class: 'block-content' })));
      content.dataset['blockContent'] = '';
    },
    parent: null,
  };
  const { block, problems } = readBlock(directive);
  if (block) writeBlock(writer, block.text === '' && block.definition.text ? { ...block, text: noText } : block);
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
