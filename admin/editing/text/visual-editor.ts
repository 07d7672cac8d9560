import { editorPath } from '@frontage/model/kinds/kinds';
import { blockDefinition, type Directive, readBlock, videoOf } from '@frontage/model/blocks';
import { parseDocumentLink, readableTarget } from '@frontage/model/document-link';
import { textProblems } from '@frontage/model/markdown';
import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { closeHistory, history } from 'prosemirror-history';
import { Fragment, Slice, type Node } from 'prosemirror-model';
import { search } from 'prosemirror-search';
import {
  EditorState,
  NodeSelection,
  Plugin,
  PluginKey,
  Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { Decoration, DecorationSet, EditorView, type NodeView, type NodeViewConstructor } from 'prosemirror-view';
import { pastedAddress } from './completed-address.ts';
import type { TextEditor, TextField, TextImages } from './text-editor.tsx';
import type { ForeignChange, TextHistory } from './text-history.ts';
import { drawPendingImage, type PendingImage, type PendingImageEvents } from './pending-image.ts';
import { provideTextLines, type TextLines } from '../editor/text-lines.ts';
import { setFieldEditable } from './block-values.ts';
import { type BlockViewOptions, directiveView, focusBlockField, updateDemoTitles } from './block-view.ts';
import {
  announcementOf,
  blockName,
  createBlock,
  directivePlace,
  inBlock,
  insertAddress,
  insertDirective,
  setLink,
  textBelowBlock,
  type EditorCommand,
} from './commands.ts';
import { MarkdownSource, parseText, pathToLine } from './parse.ts';
import {
  addressOfHtml,
  fileOfDataAddress,
  isPlainHtml,
  lostImages,
  sliceFromHtml,
  titleOfAddress,
  withLinkedAddresses,
} from './paste.ts';
import { foundValues } from './find.ts';
import { asForeign, foreignTextPlugin } from './foreign-text.ts';
import { directiveOf, schema } from './schema.ts';
import { serializeBlocks } from './serialize.ts';
import { shortcutPlugins } from './shortcuts.ts';
import { slashMenuPlugin, type SlashMenuOptions } from './slash-menu.tsx';

/** A block of Markdown source: a text field in the document, written as it is. */
function markdownBlockView(node: Node, view: EditorView, getPos: () => number | undefined): NodeView {
  let current = node;
  const dom = document.createElement('div');
  dom.className = 'markdown-block';
  const name = document.createElement('span');
  name.setAttribute('aria-hidden', 'true');
  const field = document.createElement('textarea');
  field.setAttribute('aria-label', 'Markdown block');
  field.spellcheck = false;
  field.readOnly = !view.editable;
  const show = () => {
    const source = String(current.attrs['source']);
    if (field.value !== source.replace(/\r\n?/g, '\n')) field.value = source;
    name.textContent = markdownHint(source);
    field.rows = Math.max(1, source.split(/\r\n?|\n/).length);
  };
  show();
  field.addEventListener('input', () => {
    const pos = getPos();
    if (pos !== undefined) view.dispatch(view.state.tr.setNodeAttribute(pos, 'source', field.value));
  });
  dom.append(name, field);
  return {
    dom,
    update: (next) => {
      if (next.type !== current.type) return false;
      current = next;
      field.readOnly = !view.editable;
      show();
      return true;
    },
    stopEvent: ({ target }) => target === field,
    ignoreMutation: () => true,
    selectNode: () => {
      dom.classList.add('ProseMirror-selectednode');
      if (String(current.attrs['source']) === '') field.focus();
    },
    deselectNode: () => dom.classList.remove('ProseMirror-selectednode'),
  };
}

/** The name of a Markdown block; for a directive, why the site shows it as text. */
function markdownHint(source: string): string {
  if (/^:{3,}$/.test(source.trim())) return 'End of a block that is shown as text';
  const problem = textProblems(source).find(({ severity }) => severity === 'error');
  if (!problem) return 'Markdown';
  const label = blockDefinition(problem.block)?.label ?? 'Unknown block';
  return `${label}, shown as text. ${problem.message}.`;
}

/** A code block with a field for its language. */
function codeBlockView(node: Node, view: EditorView, getPos: () => number | undefined): NodeView {
  let current = node;
  const dom = document.createElement('div');
  dom.className = 'code-block';
  const language = document.createElement('input');
  language.setAttribute('aria-label', 'Language of the code');
  language.placeholder = 'Language';
  language.value = String(node.attrs['info']);
  language.readOnly = !view.editable;
  language.addEventListener('input', () => {
    const pos = getPos();
    if (pos !== undefined) view.dispatch(view.state.tr.setNodeAttribute(pos, 'info', language.value.trim()));
  });
  const pre = document.createElement('pre');
  const contentDOM = document.createElement('code');
  contentDOM.spellcheck = false;
  pre.append(contentDOM);
  dom.append(language, pre);
  return {
    dom,
    contentDOM,
    update: (next) => {
      if (next.type !== current.type) return false;
      current = next;
      language.readOnly = !view.editable;
      if (language.value.trim() !== String(next.attrs['info'])) language.value = String(next.attrs['info']);
      return true;
    },
    stopEvent: ({ target }) => target === language,
    ignoreMutation: ({ target }) => target === language,
  };
}

const imageView =
  (showImage: BlockViewOptions['showImage']): NodeViewConstructor =>
  (node) => {
    const dom = document.createElement('img');
    const show = ({ attrs }: Node) => {
      dom.alt = String(attrs['alt']);
      dom.referrerPolicy = 'no-referrer';
      showImage(dom, String(attrs['src']));
      dom.title = String(attrs['title']);
    };
    show(node);
    return {
      dom,
      update: (next) => {
        if (next.type !== node.type) return false;
        show(next);
        return true;
      },
    };
  };

/** The views of nodes that are more than their text. */
const nodeViews = (options: BlockViewOptions): Record<string, NodeViewConstructor> => ({
  markdown_block: markdownBlockView,
  code_block: codeBlockView,
  image: imageView(options.showImage),
  block_container: directiveView(options),
  block_group: directiveView(options),
  block_leaf: directiveView(options),
});

/** A part of the editor beside the text. */
export type EditorPart = 'link' | 'find' | 'replace' | 'toolbar' | 'block';

export interface VisualEditorOptions extends BlockViewOptions {
  parent: HTMLElement;
  field: Pick<TextField, 'value' | 'onChange' | 'onBlur'>;
  images: Pick<TextImages, 'onFiles' | 'onAction'>;
  /** Id of the element that labels the editor. */
  labelledBy: string;
  /** Ids of the slash menu, and of its option at an index. */
  menu: { id: string; option: (index: number) => string };
  placeholder: string;
  /** Called after every change of document, selection or focus. */
  onUpdate(state: EditorState): void;
  /** Called after a paste with the addresses of images on other hosts, and the number of images without bytes. */
  onPasted(pasted: { linked: readonly string[]; lost: number }): void;
  /** Called with words for screen readers about the selected or changed block. */
  onAnnounce(text: string): void;
  /** Opens the field for a link, the search or the form of a block, or moves focus to the toolbar. */
  onOpen(part: EditorPart): void;
  slash: SlashMenuOptions;
  history: TextHistory;
}

/** A visual editor of a Markdown text. */
export class VisualEditor implements TextEditor {
  readonly hasLines = false;
  readonly view: EditorView;
  readonly #options: VisualEditorOptions;
  readonly #source: MarkdownSource;
  readonly #uploads: ReturnType<typeof createUploads>;
  #isReadOnly = false;
  #validity: Record<string, string> = {};
  /** Texts reported by `onChange` and not yet returned by `setText`. */
  #reported: string[] = [];
  #isOwnChange = false;

  constructor(options: VisualEditorOptions) {
    const text = options.field.value();
    const kept = options.history.take<Kept>('visual', text);
    this.#options = options;
    this.#source = kept?.state.source ?? new MarkdownSource();
    this.#uploads = createUploads(options.images);
    const plugins = this.#plugins();
    this.view = new EditorView(options.parent, {
      state: kept
        ? updated(kept.state, { foreign: kept.foreign, text }).reconfigure({ plugins })
        : EditorState.create({ doc: this.#source.open(text), plugins }),
      nodeViews: nodeViews(options),
      dispatchTransaction: (transaction) => this.#apply(transaction),
    });
    provideTextLines(this.view.dom, () => linesOf(this.view, this.#source));
  }

  setText(text: string): void {
    const returned = this.#reported.indexOf(text);
    this.#reported = returned === -1 ? [] : this.#reported.slice(returned + 1);
    const before = this.#source.write(this.view.state.doc);
    if (returned !== -1 || text === before) return;
    this.#options.history.add({ before, after: text });
    const transaction = this.#source.replace(this.view.state, text);
    if (!transaction) return;
    this.#isOwnChange = true;
    this.view.dispatch(asForeign(transaction));
    this.#isOwnChange = false;
  }

  setReadOnly(isReadOnly: boolean): void {
    this.#isReadOnly = isReadOnly;
    this.view.setProps({});
    const { dom } = this.view;
    for (const field of dom.querySelectorAll('textarea, input')) field.toggleAttribute('readonly', isReadOnly);
    for (const field of dom.querySelectorAll<HTMLElement>('.block-field')) setFieldEditable(field, !isReadOnly);
  }

  setInvalid({ isInvalid, by }: { isInvalid: boolean; by: string }): void {
    this.#validity = isInvalid ? { 'aria-invalid': 'true', 'aria-describedby': by } : {};
    this.view.setProps({});
  }

  run({ run }: EditorCommand): void {
    if (!this.#isReadOnly) run(this.view.state, this.view.dispatch, this.view);
    this.view.focus();
  }

  focus(): void {
    this.view.focus();
  }

  position(): number {
    return this.view.state.selection.to;
  }

  addPlaceholder(image: PendingImage, pos: number): void {
    this.#uploads.add(this.view, image, pos);
  }

  updatePlaceholder(image: PendingImage): void {
    this.#uploads.update(image);
  }

  insertImage(id: number, image: { alt: string; url: string }): void {
    this.#uploads.insert(this.view, id, image);
  }

  removePlaceholder(id: number): void {
    this.#uploads.remove(this.view, id);
  }

  placeholders(): ReadonlyMap<number, number> {
    const { doc } = this.view.state;
    return new Map(
      this.#uploads.positions(this.view).map(([id, pos]) => [id, this.#source.offsetAt(doc, pos)] as const),
    );
  }

  positionAt(offset: number): number {
    return this.#source.positionAt(this.view.state.doc, offset);
  }

  markLinks(hrefs: readonly string[]): void {
    markBrokenLinks(this.view, hrefs);
  }

  /** Shows the titles of demos again, after `demoTitle` knows more of them. */
  updateDemoTitles(): void {
    updateDemoTitles(this.view.dom, this.#options.demoTitle);
  }

  showBlock(line: number): void {
    const place = blockAtLine(this.#source.blocks(this.view.state.doc), line);
    if (!place) return;
    const { pos, node } = place;
    const { state } = this.view;
    this.view.dispatch(state.tr.setSelection(inBlock(state.doc, pos)).scrollIntoView());
    const field = this.view.nodeDOM(pos);
    const input = field instanceof Element ? field.querySelector('textarea') : null;
    if (node.type === schema.nodes.markdown_block && input) return focusLine(input, place.line);
    this.view.focus();
    const directive = directiveOf(node);
    if (directive && !this.#isReadOnly && readBlock(directive).problems.length > 0) this.#options.onSettings(pos);
  }

  destroy(): void {
    // Only the history stays: other plugins belong to this view.
    const state = this.view.state.reconfigure({ plugins: [history(), foreignTextPlugin()] });
    const kept: Kept = { state, source: this.#source };
    this.#options.history.keep('visual', kept, this.#source.write(this.view.state.doc));
    this.view.destroy();
  }

  #apply(transaction: Transaction): void {
    const before = this.view.state.selection;
    const next = this.view.state.apply(transaction);
    this.view.updateState(next);
    const { selection } = next;
    const isSelected = selection instanceof NodeSelection && selection.node.isBlock && !selection.eq(before);
    const announced = announcementOf(transaction) ?? (isSelected ? `${blockName(selection.node)} selected` : null);
    if (announced !== null) this.#options.onAnnounce(announced);
    if (transaction.docChanged && !this.#isOwnChange) {
      const text = this.#source.write(next.doc);
      if (text !== this.#reported.at(-1)) this.#reported.push(text);
      this.#options.field.onChange(text);
    }
    this.#options.onUpdate(next);
  }

  #plugins(): Plugin[] {
    return [
      slashMenuPlugin(this.#options.slash),
      this.#inputPlugin(),
      brokenLinksPlugin(),
      this.#uploads.plugin,
      ...shortcutPlugins(),
      history(),
      dropCursor({ color: 'var(--accent)', width: 2 }),
      gapCursor(),
      tableEditing(),
      search(),
      foundValues(),
    ];
  }

  #inputPlugin(): Plugin {
    return new Plugin({
      props: {
        attributes: ({ doc }) => this.#attributes(doc),
        handleKeyDown: (view, event) => this.#onKeyDown(view, event),
        handleTextInput: (...[view, from, to, text]) => this.#onTextInput(view, { from, to, text }),
        handlePaste: (view, event) => this.#onPaste(view, event.clipboardData),
        // Text is Markdown, as it would be in the field's value. Shift + paste inserts it as it is.
        clipboardTextParser: (text, _, isPlain) => sliceOfText(text, isPlain),
        clipboardTextSerializer: ({ content }) => serializeBlocks([...content.content]),
        handleDrop: (view, event) => {
          const pos = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.doc.content.size;
          return this.#insertFiles(event.dataTransfer, pos);
        },
        handleClick: (_, __, event) => followLink(event),
        handleDOMEvents: {
          blur: () => {
            this.#options.field.onBlur();
            return false;
          },
          focus: (view) => {
            this.#options.onUpdate(view.state);
            return false;
          },
        },
        editable: () => !this.#isReadOnly,
        decorations: selectedBlock,
      },
    });
  }

  #attributes(doc: Node): Record<string, string> {
    return {
      class: isBlank(doc) ? 'prose is-blank' : 'prose',
      role: 'textbox',
      tabindex: '0',
      'aria-multiline': 'true',
      'aria-labelledby': this.#options.labelledBy,
      'aria-haspopup': 'listbox',
      'data-hint': this.#options.placeholder,
      spellcheck: 'true',
      autocapitalize: 'sentences',
      ...(this.#isReadOnly ? { 'aria-readonly': 'true' } : {}),
      ...this.#validity,
    };
  }

  #onKeyDown(view: EditorView, event: KeyboardEvent): boolean {
    const part = partOfKey(event);
    if (part !== undefined) {
      if (this.#isReadOnly && part !== 'toolbar' && part !== 'find') return false;
      this.#options.onOpen(part);
      return true;
    }
    return (event.key === 'F2' || /^Arrow/.test(event.key)) && enterBlockField(view, event);
  }

  #onTextInput(view: EditorView, { from, to, text }: { from: number; to: number; text: string }): boolean {
    const { $from } = view.state.selection;
    const beside = textBelowBlock(view.state);
    if (beside) {
      view.dispatch(beside.insertText(text));
      return true;
    }
    const isSecond = text === '[' && from === to && $from.parent.textBetween(0, $from.parentOffset).endsWith('[');
    if (!isSecond || isCode(view.state)) return false;
    view.dispatch(view.state.tr.insertText(text, from));
    this.#options.onOpen('link');
    return true;
  }

  #onPaste(view: EditorView, data: DataTransfer | null): boolean {
    // A selected block stays: the clipboard comes below it.
    const beside = this.#isReadOnly ? null : textBelowBlock(view.state);
    if (beside) view.dispatch(beside);
    const html = data?.getData('text/html') ?? '';
    const text = data?.getData('text/plain').trim() ?? '';
    if (text !== '' && hasCodeMark(view.state)) {
      view.dispatch(view.state.tr.insertText(text.replace(/\s*\n\s*/g, ' ')).scrollIntoView());
      return true;
    }
    const plainAddress = html === '' || isPlainHtml(html, text) ? text : null;
    const address = isCode(view.state) || plainAddress === null ? null : pastedAddress(plainAddress);
    const video = isEmptyParagraph(view.state) ? (address?.href ?? addressOfHtml(html)) : null;
    if (video !== null && data && videoOf(video)) return this.#insertVideo(view, data, video);
    if (address) return pasteAddress(view, address);
    if (html === '') return this.#insertFiles(data, view.state.selection.to);
    if (isCode(view.state) || html.includes('data-pm-slice')) return false;
    return this.#pasteHtml(view, { html, data });
  }

  #insertVideo(view: EditorView, data: DataTransfer, url: string): true {
    const title = titleOfAddress(data, url) ?? 'Video';
    const block = createBlock({ name: 'video', text: title.slice(0, longestTitle), attributes: { url } });
    const pos = view.state.selection.$from.before();
    insertDirective(block)(view.state, view.dispatch);
    this.#options.onSettings(pos);
    return true;
  }

  #pasteHtml(view: EditorView, { html, data }: { html: string; data: DataTransfer | null }): true {
    const slice = withLinkedAddresses(sliceFromHtml(html));
    // A copied image comes as a file beside an `img` element that names a local file.
    const isBlankSlice = slice.content.textBetween(0, slice.content.size).trim() === '';
    if (isBlankSlice && this.#insertFiles(data, view.state.selection.to)) return true;
    const tr = view.state.tr.replaceSelection(slice);
    const images = takeEmbeddedImages(tr, [...(data?.files ?? [])]);
    const lost = lostImages(html) - images.filter(({ isInHtml }) => !isInHtml).length;
    this.#options.onPasted({ linked: linkedImages(slice.content), lost: Math.max(0, lost) });
    view.dispatch(closeHistory(tr.scrollIntoView().setMeta('paste', true)));
    for (const { file, pos, alt } of images) this.#options.images.onFiles([file], pos, alt);
    return true;
  }

  #insertFiles(data: DataTransfer | null, pos: number): boolean {
    const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
    return files.length > 0 && !this.#isReadOnly && this.#options.images.onFiles(files, pos);
  }
}

const altKeys: Readonly<Record<string, EditorPart>> = { F10: 'toolbar', Enter: 'block' };
const commandKeys: Readonly<Record<string, EditorPart>> = { k: 'link', f: 'find', h: 'replace' };

/** The part of the editor that a key opens. */
function partOfKey({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): EditorPart | undefined {
  if (altKey) return altKeys[key];
  return (ctrlKey || metaKey) && !shiftKey ? commandKeys[key.toLowerCase()] : undefined;
}

/** A link opens with the command key; a click places the caret. */
function followLink({ target, ctrlKey, metaKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || !(ctrlKey || metaKey)) return false;
  const document = parseDocumentLink(link.getAttribute('href') ?? '');
  window.open(document ? editorPath(document.kind, document.id) : link.href, '_blank', 'noopener');
  return true;
}

/** Links the selected words to a pasted address, or inserts it as a link. */
function pasteAddress(view: EditorView, address: NonNullable<ReturnType<typeof pastedAddress>>): boolean {
  const { doc, selection } = view.state;
  const selected = doc.textBetween(selection.from, selection.to, '\n');
  const isLinked = selection instanceof TextSelection && !selection.empty && pastedAddress(selected) === null;
  return (isLinked ? setLink(address.href) : insertAddress(address))(view.state, view.dispatch);
}

function sliceOfText(text: string, isPlain: boolean): Slice {
  const nodes = isPlain ? plainParagraphs(text) : parseText(text).blocks.map(({ node }) => node);
  const openAt = (node: Node | undefined): number => (node?.type === schema.nodes.paragraph ? 1 : 0);
  const slice = new Slice(Fragment.from(nodes), openAt(nodes[0]), openAt(nodes.at(-1)));
  return isPlain ? slice : withLinkedAddresses(slice);
}

/** Moves the caret to the start of a line. */
function focusLine(input: HTMLTextAreaElement, line: number): void {
  input.focus();
  const before = input.value.split('\n').slice(0, line);
  const start = before.reduce((sum, { length }) => sum + length + 1, 0);
  input.setSelectionRange(start, start);
}

/** A closed editor: its document with the undo history, and the source behind it. */
interface Kept {
  state: EditorState;
  source: MarkdownSource;
}

/** The state with the current text: changes of others are no step of undo, the user's own are one. */
function updated(
  { state, source }: Kept,
  { foreign, text }: { foreign: readonly ForeignChange[]; text: string },
): EditorState {
  let current = state;
  let first: Transaction | null = null;
  const applyOwn = (next: string) => {
    // Steps that change no text would be a step of undo without an effect.
    if (source.write(current.doc) === next) return;
    const transaction = source.replace(current, next);
    if (!transaction) return;
    // Steps appended to the first one are undone with it.
    if (first) transaction.setMeta('appendedTransaction', first);
    else closeHistory((first = transaction));
    current = current.apply(transaction);
  };
  for (const { before, after } of foreign) {
    applyOwn(before);
    const transaction = source.replace(current, after);
    if (transaction) current = current.apply(asForeign(transaction));
  }
  applyOwn(text);
  return current.apply(closeHistory(current.tr));
}

/** The innermost directive at a line of the text, or the block at the top level. `line` is the line in it. */
function blockAtLine(
  blocks: ReturnType<MarkdownSource['blocks']>,
  wanted: number,
): { node: Node; pos: number; line: number } | null {
  let line = 0;
  for (const { before, text, pos, node } of blocks) {
    line += countBreaks(before);
    const lines = countBreaks(text);
    if (wanted <= line + lines) {
      const found = { node, pos, line: Math.max(0, wanted - line) };
      for (const index of pathToLine(text, found.line)) {
        const child = found.node.maybeChild(index);
        if (!child || !directiveOf(found.node)) break;
        for (let before = 0; before < index; before += 1) found.pos += found.node.child(before).nodeSize;
        found.pos += 1;
        found.node = child;
      }
      return found;
    }
    line += lines;
  }
  return null;
}

const isBlank = (doc: Node): boolean =>
  doc.childCount === 1 && doc.firstChild?.type === schema.nodes.paragraph && doc.firstChild.content.size === 0;

const plainParagraphs = (text: string): Node[] =>
  text.split(/[\r\n]+/).map((line) => schema.node('paragraph', null, line === '' ? [] : [schema.text(line)]));

/** F2 types the text of the block around the caret; arrows at the ends of its content move to the text beside it. */
function enterBlockField(view: EditorView, { key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || shiftKey) return false;
  const place = directivePlace(view.state);
  if (!place) return false;
  if (key === 'F2') return focusBlockField(view, place.pos);
  const { $from, empty } = view.state.selection;
  if (!empty || !$from.parent.isTextblock || place.node.type !== schema.nodes.block_container) return false;
  const isBack = key === 'ArrowUp' || key === 'ArrowLeft';
  const side = { ArrowUp: 'up', ArrowLeft: 'backward', ArrowDown: 'down', ArrowRight: 'forward' } as const;
  for (let depth = $from.depth - 1; depth > 0 && $from.before(depth) >= place.pos; depth -= 1) {
    const index = $from.index(depth);
    if (index !== (isBack ? 0 : $from.node(depth).childCount - 1)) return false;
  }
  return (
    view.endOfTextblock(side[key as keyof typeof side]) && focusBlockField(view, place.pos, isBack ? 'before' : 'after')
  );
}

const isEmptyParagraph = ({ selection: { $from, empty } }: EditorState): boolean =>
  empty && $from.parent.type === schema.nodes.paragraph && $from.parent.content.size === 0;

const isCode = (state: EditorState): boolean => state.selection.$from.parent.type.spec.code === true;

/** Whether typed text would be code within a line. */
const hasCodeMark = ({ selection: { $from, to }, storedMarks, doc }: EditorState): boolean =>
  schema.marks.code.isInSet(storedMarks ?? $from.marks()) !== undefined &&
  ($from.pos === to || schema.marks.code.isInSet(doc.resolve(to).marks()) !== undefined);

// As in the table of blocks.
const longestTitle = 200;

/** Outlines the block of a node selection, also while focus is in a toolbar. */
function selectedBlock({ doc, selection }: EditorState): DecorationSet {
  if (!(selection instanceof NodeSelection)) return DecorationSet.empty;
  return DecorationSet.create(doc, [Decoration.node(selection.from, selection.to, { class: 'is-selected' })]);
}

/**
 * Removes pasted images that have no public address. Returns the files of those whose bytes are in the HTML or, in the
 * same order, in the clipboard, with their positions.
 */
function takeEmbeddedImages(
  tr: Transaction,
  files: readonly File[],
): { file: File; pos: number; alt: string; isInHtml: boolean }[] {
  const images: { file: File | null; pos: number; alt: string; isInHtml: boolean }[] = [];
  const others = files.filter(({ type }) => type.startsWith('image/'));
  tr.doc.descendants((node, pos) => {
    const address = String(node.attrs['src'] ?? '');
    if (node.type !== schema.nodes.image || !/^(data|blob|file|cid|webkit-fake-url):/i.test(address)) return;
    const alt = String(node.attrs['alt']);
    const own = fileOfDataAddress(address, alt);
    images.push({ file: own ?? others.shift() ?? null, pos, alt, isInHtml: own !== null });
  });
  for (const { pos } of images.toReversed()) tr.delete(pos, pos + 1);
  return images.flatMap(({ file, pos, ...image }, before) => (file ? [{ ...image, file, pos: pos - before }] : []));
}

/** The addresses of pasted images that stay on their hosts. */
function linkedImages(content: Fragment): string[] {
  const found: string[] = [];
  content.descendants((node) => {
    const address = String(node.attrs['src'] ?? '');
    if (node.type === schema.nodes.image && /^https?:/i.test(address)) found.push(address);
  });
  return found;
}

/** The lines of the text on the screen: a block's lines share its height. Boxes are measured when they are needed. */
function linesOf(view: EditorView, source: MarkdownSource): TextLines {
  let line = 0;
  const blocks = source.blocks(view.state.doc).map(({ before, text, pos, node }) => {
    const first = line + countBreaks(before);
    const lines = countBreaks(text) + 1;
    line = first + lines - 1;
    return { first, lines, pos, end: pos + node.nodeSize };
  });
  type Block = (typeof blocks)[number];
  const origin = () => view.dom.getBoundingClientRect().top;
  const boxOf = ({ pos }: Block) => {
    const element = view.nodeDOM(pos);
    return element instanceof HTMLElement ? element.getBoundingClientRect() : { top: 0, height: 0 };
  };
  const last = (isBefore: (block: Block) => boolean): Block | undefined => {
    let [low, high] = [0, blocks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const block = blocks[middle];
      if (block && isBefore(block)) low = middle + 1;
      else high = middle;
    }
    return blocks[Math.max(0, low - 1)];
  };
  const blockAt = (wanted: number) => last(({ first }) => first <= wanted);
  const { head } = view.state.selection;
  const current = last(({ pos }) => pos <= head);
  const share = current ? Math.min(1, Math.max(0, head - current.pos) / Math.max(1, current.end - current.pos)) : 0;
  return {
    count: line + 1,
    caret: current ? current.first + share * (current.lines - 1) : 0,
    padding: 0,
    lineAt: (distance) => {
      const top = origin();
      const block = last((each) => boxOf(each).top - top <= distance);
      if (!block) return 0;
      const box = boxOf(block);
      return block.first + Math.min(1, Math.max(0, (distance - box.top + top) / Math.max(1, box.height))) * block.lines;
    },
    topOf: (wanted) => {
      const block = blockAt(wanted);
      if (!block) return 0;
      const box = boxOf(block);
      return box.top - origin() + (Math.min(wanted - block.first, block.lines) / block.lines) * box.height;
    },
    putCaret: (wanted) => {
      const block = blockAt(wanted);
      if (!block) return;
      const { tr } = view.state;
      view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(block.pos + 1))).scrollIntoView());
    },
  };
}

function countBreaks(text: string): number {
  if (text.includes('\r')) return text.match(/\r\n?|\n/g)?.length ?? 0;
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** An added placeholder, or a removed one with the range of the image that replaces it. */
type Change = { add: Placeholder } | { remove: number; image?: { from: number; to: number } };

interface Placeholder {
  id: number;
  pos: number;
  element: HTMLElement;
}

/** The placeholders of uploads in a document. A finished upload replaces its placeholder by the image. */
interface Uploads {
  plugin: Plugin<readonly Placeholder[]>;
  add(view: EditorView, image: PendingImage, pos: number): void;
  update(image: PendingImage): void;
  insert(view: EditorView, id: number, image: { alt: string; url: string }): void;
  remove(view: EditorView, id: number): void;
  positions(view: EditorView): [id: number, pos: number][];
}

function createUploads(events: PendingImageEvents): Uploads {
  const key = new PluginKey<readonly Placeholder[]>('uploads');
  const elements = new Map<number, HTMLElement>();

  const find = (view: EditorView, id: number): number | null =>
    key.getState(view.state)?.find((placeholder) => placeholder.id === id)?.pos ?? null;

  return {
    plugin: new Plugin<readonly Placeholder[]>({
      key,
      state: {
        init: () => [],
        apply: (transaction, before) => {
          const change = transaction.getMeta(key) as Change | undefined;
          const removed = change && 'remove' in change ? before.findIndex(({ id }) => id === change.remove) : -1;
          const image = change && 'remove' in change ? change.image : undefined;
          const at = before[removed]?.pos;
          // Text typed at a placeholder comes after it. An image comes after the placeholders that were added before its
          // own and before those added later, so that images stay in the order of their files.
          const moved = before.map((placeholder, index) => {
            const pos = transaction.mapping.map(placeholder.pos, -1);
            if (!image || placeholder.pos !== at) return { ...placeholder, pos };
            return { ...placeholder, pos: index < removed ? Math.min(pos, image.from) : Math.max(pos, image.to) };
          });
          if (!change) return moved;
          return 'add' in change ? [...moved, change.add] : moved.filter(({ id }) => id !== change.remove);
        },
      },
      props: {
        decorations: (state) =>
          DecorationSet.create(
            state.doc,
            (key.getState(state) ?? []).map(({ id, pos, element }) =>
              Decoration.widget(pos, element, { id, side: -1, stopEvent: () => true, ignoreSelection: true }),
            ),
          ),
      },
    }),
    add: (view, image, pos) => {
      const element = document.createElement('span');
      element.className = 'coming-image';
      element.contentEditable = 'false';
      elements.set(image.id, element);
      drawPendingImage(element, image, events);
      const place = imagePlace(view.state.doc, pos);
      view.dispatch(view.state.tr.setMeta(key, { add: { id: image.id, pos: place, element } } satisfies Change));
    },
    update: (image) => {
      const element = elements.get(image.id);
      if (element) drawPendingImage(element, image, events);
    },
    insert: (view, id, { alt, url }) => {
      const pos = find(view, id) ?? view.state.doc.content.size;
      elements.delete(id);
      const { tr } = view.state;
      const image = schema.node('image', { src: url, alt });
      const block = schema.node('paragraph', null, [image]);
      const $pos = tr.doc.resolve(pos);
      const { parent } = $pos;
      let from = pos;
      const isInline = parent.type === schema.nodes.paragraph ? parent.content.size === 0 : parent.inlineContent;
      if (isInline && !parent.type.spec.code) tr.insert(pos, image);
      else if (parent.type !== schema.nodes.paragraph) tr.insert((from = imagePlace(tr.doc, pos)), block);
      else if ($pos.parentOffset === 0) tr.insert((from = $pos.before()), block);
      else if ($pos.parentOffset === parent.content.size) tr.insert((from = $pos.after()), block);
      // An image between words becomes a separate paragraph.
      else tr.split(pos).insert((from = pos + 1), block);
      const to = from + (tr.doc.nodeAt(from)?.nodeSize ?? 0);
      tr.setMeta(key, { remove: id, image: { from, to } } satisfies Change);
      view.dispatch(closeHistory(tr));
    },
    remove: (view, id) => {
      elements.delete(id);
      if (find(view, id) !== null) view.dispatch(view.state.tr.setMeta(key, { remove: id } satisfies Change));
    },
    positions: (view) => (key.getState(view.state) ?? []).map(({ id, pos }) => [id, pos]),
  };
}

/** A position where an image can be inserted: itself, or after the block around it that cannot have one. */
function imagePlace(doc: Node, pos: number): number {
  const $pos = doc.resolve(Math.min(pos, doc.content.size));
  if ($pos.parent.inlineContent && !$pos.parent.type.spec.code) return $pos.pos;
  for (let depth = $pos.depth; depth >= 0; depth -= 1) {
    const index = depth === $pos.depth ? $pos.index(depth) : $pos.indexAfter(depth);
    if ($pos.node(depth).canReplaceWith(index, index, schema.nodes.paragraph))
      return depth === $pos.depth ? $pos.pos : $pos.after(depth + 1);
  }
  return doc.content.size;
}

const key = new PluginKey<DecorationSet>('broken-links');

/** Decorates links that visitors cannot follow. */
const brokenLinksPlugin = (): Plugin<DecorationSet> =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (transaction, marked) => {
        const hrefs = transaction.getMeta(key) as ReadonlySet<string> | undefined;
        return hrefs ? decorate(transaction.doc, hrefs) : marked.map(transaction.mapping, transaction.doc);
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });

function decorate(doc: EditorState['doc'], hrefs: ReadonlySet<string>): DecorationSet {
  if (hrefs.size === 0) return DecorationSet.empty;
  // Parsed targets are percent-encoded, those of blocks are as written.
  const broken = new Set([...hrefs].map(readableTarget));
  const attributes = { class: 'broken-link', title: 'Visitors cannot follow this link' };
  const found: Decoration[] = [];
  doc.descendants((node, pos) => {
    const end = pos + node.nodeSize;
    const link = schema.marks.link.isInSet(node.marks);
    if (link && broken.has(readableTarget(String(link.attrs['href']))))
      found.push(Decoration.inline(pos, end, attributes));
    const directive = directiveOf(node);
    if (directive && targetsOf(directive).some((target) => broken.has(readableTarget(target))))
      found.push(Decoration.node(pos, end, { ...attributes, class: 'has-broken-link' }));
  });
  return DecorationSet.create(doc, found);
}

/** The targets of the links of a block itself: its address, its demo, and the links in its caption. */
function targetsOf({ name, text, attributes: { href, id } }: Directive): string[] {
  const inText = [...(text ?? '').matchAll(/\]\(\s*<?([^\s<>()]+)/g)].map(([, target = '']) => target);
  return [
    ...(href === undefined ? [] : [href]),
    ...(name === 'demo' && id !== undefined ? [`demo:${id}`] : []),
    ...inText,
  ];
}

/** Marks the links with these targets, and no others. */
function markBrokenLinks(view: EditorView, hrefs: readonly string[]): void {
  if (view.isDestroyed) return;
  const isMarked = key.getState(view.state) !== DecorationSet.empty;
  if (hrefs.length > 0 || isMarked)
    view.dispatch(view.state.tr.setMeta(key, new Set(hrefs)).setMeta('addToHistory', false));
}
