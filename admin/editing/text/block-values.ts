import { type BlockDefinition, blockDefinition, type Directive } from '@frontage/model/blocks';
import { DOMSerializer } from 'prosemirror-model';
import { parseNodes } from './parse.ts';
import { schema } from './schema.ts';

/** A value of a block that people read: the text in brackets, or an attribute with words. */
export interface BlockValue {
  /** `text`, or the name of the attribute. */
  field: string;
  label: string;
  value: string;
  isMarkdown: boolean;
  isRequired: boolean;
}

/** The values of a block that people read; addresses and settings are not among them. */
export function blockValues({ name, text, attributes }: Directive): BlockValue[] {
  const definition = blockDefinition(name);
  return definition ? valuesOf(definition, { text, attributes }) : [];
}

function valuesOf(definition: BlockDefinition, { text, attributes }: Omit<Directive, 'name'>): BlockValue[] {
  const inBrackets = definition.text && {
    field: 'text',
    label: definition.text.label,
    value: text ?? '',
    isMarkdown: definition.text.kind === 'markdown',
    isRequired: definition.text.required === true,
  };
  const words = definition.attributes
    .filter(({ kind }) => kind === 'text')
    .map(({ name, label, required }) => ({
      field: name,
      label,
      value: attributes[name] ?? '',
      isMarkdown: false,
      isRequired: required === true,
    }));
  return [...(inBrackets ? [inBrackets] : []), ...words];
}

/** The block with another value; without the value if it is empty. */
export function withBlockValue(directive: Directive, field: string, value: string): Directive {
  if (field === 'text') return { ...directive, text: value === '' ? null : value };
  const { [field]: _, ...others } = directive.attributes;
  // The order of the attributes stays.
  const attributes = value === '' ? others : { ...directive.attributes, [field]: value };
  return { ...directive, attributes };
}

/** The elements of Markdown within a line; its links have no address, so that presses stay in the editor. */
export function renderInline(source: string): DocumentFragment | string {
  const [paragraph] = parseNodes(source);
  if (!paragraph) return '';
  const shown = DOMSerializer.fromSchema(schema).serializeFragment(paragraph.content);
  if (!(shown instanceof DocumentFragment)) return source;
  for (const link of shown.querySelectorAll('a')) link.removeAttribute('href');
  return shown;
}

interface FieldOptions {
  value: BlockValue;
  /** The name of the block. */
  block: string;
  isEditable: boolean;
  /** Stores a value. `group` is the same for the letters of one step of undo. */
  onChange: (value: string, group: symbol) => void;
  onFocus: () => void;
  /** Handles a key; true if it did. */
  onKey: (event: KeyboardEvent) => boolean;
}

/** A value that is typed in place. */
export interface BlockField {
  element: HTMLElement;
  show(value: string): void;
}

// Letters typed in quicker succession are one step of undo.
const groupMs = 500;

/** An element that shows a value of a block, and in which it is typed. It contains no line breaks. */
export function blockField({ value, block, isEditable, onChange, onFocus, onKey }: FieldOptions): BlockField {
  const element = document.createElement('span');
  let current = value.value;
  let group = Symbol('typing');
  let last = -Infinity;
  const isFocused = () => element.ownerDocument.activeElement === element;
  const read = () => element.textContent.replace(/\s*[\r\n]\s*/g, ' ').replaceAll('\u00a0', ' ');
  const draw = () => {
    if (value.isMarkdown && !isFocused()) element.replaceChildren(renderInline(current));
    else element.textContent = current;
  };
  const attributes = {
    class: 'block-field',
    role: 'textbox',
    // Read with the block: “Card: Title”.
    'aria-label': `${block}: ${value.label}`,
    tabindex: '-1',
    'data-field': value.field,
    'data-hint': value.label,
    ...(value.isRequired ? { 'aria-required': 'true' } : {}),
  };
  for (const [name, content] of Object.entries(attributes)) element.setAttribute(name, content);
  setFieldEditable(element, isEditable);
  draw();

  const change = (time: number) => {
    const typed = read();
    const isMissing = value.isRequired && typed.trim() === '';
    if (isMissing) element.setAttribute('aria-invalid', 'true');
    else element.removeAttribute('aria-invalid');
    // A block without a required text has no meaning: the stored text stays until there is another one.
    if (isMissing || typed === current) return;
    if (time - last > groupMs) group = Symbol('typing');
    last = time;
    current = typed;
    onChange(typed, group);
  };
  element.addEventListener('input', ({ timeStamp }) => change(timeStamp));
  element.addEventListener('beforeinput', (event) => {
    if (/^(format|insertParagraph|insertLineBreak|history)/.test(event.inputType)) event.preventDefault();
  });
  const insert = (event: Event, text: string) => {
    event.preventDefault();
    insertAtCaret(element, text.replace(/\s*[\r\n]+\s*/g, ' '));
    change(event.timeStamp);
  };
  element.addEventListener('paste', (event) => insert(event, event.clipboardData?.getData('text/plain') ?? ''));
  element.addEventListener('drop', (event) => event.preventDefault());
  element.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (onKey(event)) event.preventDefault();
  });
  element.addEventListener('focus', () => {
    last = -Infinity;
    // The source, unless the letters are the same: then the caret stays where the user pressed.
    if (value.isMarkdown && element.textContent !== current) draw();
    onFocus();
  });
  element.addEventListener('blur', () => {
    last = -Infinity;
    element.removeAttribute('aria-invalid');
    const trimmed = current.trim();
    if (trimmed !== current) {
      current = trimmed;
      onChange(trimmed, group);
    }
    draw();
  });
  return {
    element,
    show: (next) => {
      if (next === current) return;
      current = next;
      if (isFocused() && read() === next) return;
      draw();
      if (isFocused()) caretIn(element, 'end');
    },
  };
}

/** Makes a field editable or not. */
export function setFieldEditable(element: HTMLElement, isEditable: boolean): void {
  try {
    element.contentEditable = isEditable ? 'plaintext-only' : 'false';
  } catch {
    // A browser without texts that have no formats.
    element.contentEditable = 'true';
  }
}

function insertAtCaret(element: HTMLElement, text: string): void {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0 || !element.contains(selection.anchorNode)) return;
  const range = selection.getRangeAt(0);
  range.deleteContents();
  const inserted = document.createTextNode(text);
  range.insertNode(inserted);
  selection.collapse(inserted, text.length);
  element.normalize();
}

/** Moves focus into a field, with the caret at its start or end. */
export function focusField(element: HTMLElement, side: 'start' | 'end'): void {
  element.focus();
  caretIn(element, side);
}

function caretIn(element: HTMLElement, side: 'start' | 'end'): void {
  const range = document.createRange();
  range.selectNodeContents(element);
  range.collapse(side === 'start');
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
}

/** Whether the caret of a field is at its first or last letter, or in its first or last line. */
export function isCaretAtEdge(element: HTMLElement, key: string): boolean {
  const selection = getSelection();
  if (!selection || !selection.isCollapsed || selection.rangeCount === 0) return false;
  const range = selection.getRangeAt(0);
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(range.startContainer, range.startOffset);
  const offset = before.toString().length;
  if (key === 'ArrowLeft') return offset === 0;
  if (key === 'ArrowRight') return offset === element.textContent.length;
  const caret = range.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  if (caret.height === 0) return true;
  return key === 'ArrowUp' ? caret.top - box.top < caret.height : box.bottom - caret.bottom < caret.height;
}
