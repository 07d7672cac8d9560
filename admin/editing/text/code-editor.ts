import { defaultKeymap, history, historyField, historyKeymap, isolateHistory } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, StateEffect, StateField, Transaction, type Extension } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  drawSelection,
  dropCursor,
  keymap,
  placeholder,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import {
  changesTo,
  insertedBlock,
  linkAround,
  linkTo,
  markdownCommands,
  type Edit,
  type MarkdownCommandName,
  type Passage,
} from './markdown-commands.ts';
import { provideTextLines, type TextLines } from '../editor/text-lines.ts';
import type { TextEditor } from './text-editor.tsx';
import type { ForeignChange, TextHistory } from './text-history.ts';
import type { PendingImage, PendingImageEvents } from './pending-image.ts';
import { type UploadPlaceholders, uploadPlaceholders } from './upload-placeholders.ts';
import { readableTarget } from '@frontage/model/document-link';

interface CodeEditorOptions {
  parent: HTMLElement;
  text: string;
  /** Id of the element that labels the editor. */
  labelledBy: string;
  placeholder: string;
  onChange(text: string): void;
  onBlur(): void;
  /** Handles image files pasted or dropped at a position; false leaves them to the browser. */
  onFiles(files: File[], position: number): boolean;
  /** Opens the field for a link, or the list of blocks. */
  onOpen(part: 'link' | 'block'): void;
  uploads: PendingImageEvents;
  history: TextHistory;
}

const highlighting = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.heading, fontWeight: '700', color: 'var(--fr-colors-fg-info)' },
    { tag: tags.strong, fontWeight: '700' },
    { tag: tags.emphasis, fontStyle: 'italic' },
    { tag: tags.strikethrough, textDecoration: 'line-through' },
    { tag: [tags.link, tags.url], color: 'var(--fr-colors-fg-info)' },
    { tag: [tags.monospace, tags.quote], color: 'var(--fr-colors-fg-muted)' },
    { tag: [tags.processingInstruction, tags.contentSeparator], color: 'var(--fr-colors-fg-subtle)' },
  ]),
);

const theme = EditorView.theme({
  '&': { fontSize: '0.9375rem', backgroundColor: 'transparent', color: 'var(--fr-colors-fg)', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--fr-fonts-mono)', lineHeight: '1.65' },
  '.cm-content': { padding: '0.875rem 0', caretColor: 'var(--fr-colors-fg)' },
  '.cm-line': { padding: '0 1rem', unicodeBidi: 'plaintext' },
  '.cm-cursor': { borderLeftColor: 'var(--fr-colors-fg)' },
  '.cm-panels': { backgroundColor: 'var(--fr-colors-bg-subtle)', color: 'var(--fr-colors-fg)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--fr-colors-border)' },
  '.cm-panel.cm-search': { padding: '0.5rem 2rem 0.5rem 0.5rem', fontFamily: 'var(--fr-fonts-body)' },
  '.cm-panel.cm-search :is(input, button, label)': { fontSize: '0.875rem', color: 'inherit' },
  '.cm-panel .cm-textfield': {
    backgroundColor: 'var(--fr-colors-bg-panel)',
    borderColor: 'var(--fr-colors-border-control)',
  },
  '.cm-panel .cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--fr-colors-bg-panel)',
    borderColor: 'var(--fr-colors-border-control)',
  },
  '.cm-placeholder': { color: 'var(--fr-colors-fg-subtle)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--fr-colors-ink-muted)',
  },
});

function passageOf({ state }: EditorView): Passage {
  const { from, to } = state.selection.main;
  return { text: state.doc.toString(), from, to };
}

function runCommand(view: EditorView, name: MarkdownCommandName): boolean {
  if (view.state.readOnly) return false;
  applyEdit(view, markdownCommands[name](passageOf(view)));
  return true;
}

function applyEdit(view: EditorView, edit: Edit): void {
  view.dispatch({
    changes: { from: edit.from, to: edit.to, insert: edit.insert },
    selection: { anchor: edit.anchor, head: edit.head },
    scrollIntoView: true,
    userEvent: 'input.format',
  });
  view.focus();
}

const bind = (key: string, name: MarkdownCommandName) => ({ key, run: (view: EditorView) => runCommand(view, name) });

const shortcuts = [bind('Mod-b', 'bold'), bind('Mod-i', 'italic'), bind('Mod-e', 'code')];

// The others have keys of the browser or of this editor.
const searchKeys = new Set(['Mod-f', 'F3', 'Escape']);

/** Opens the search with the field for other words. */
function openReplacement(view: EditorView): boolean {
  openSearchPanel(view);
  view.dom.querySelector<HTMLInputElement>('.cm-search [name="replace"]')?.select();
  return true;
}

/**
 * A Markdown source editor inside `parent`: plain text with highlighting, undo, and placeholders of uploads. Tab leaves
 * it, like any other form field.
 */
export class CodeEditor implements TextEditor {
  readonly hasLines = true;
  readonly #options: CodeEditorOptions;
  readonly #access = new Compartment();
  readonly #validity = new Compartment();
  readonly #placeholders: UploadPlaceholders;
  readonly #view: EditorView;
  #isOwnChange = false;
  /** Texts reported by `onChange` and not yet returned by `setText`. */
  #reported: string[] = [];

  constructor(options: CodeEditorOptions) {
    this.#options = options;
    this.#placeholders = uploadPlaceholders(options.uploads);
    const extensions = this.#extensions();
    const kept = options.history.take<KeptSource>('markdown', options.text);
    this.#view = new EditorView({
      parent: options.parent,
      state: kept
        ? updated(kept, { text: options.text, extensions })
        : EditorState.create({ doc: options.text, extensions }),
    });
    provideTextLines(this.#view.contentDOM, () => linesOf(this.#view));
  }

  run(command: MarkdownCommandName): void {
    runCommand(this.#view, command);
  }

  /** The target of the link around the selection; empty without one. */
  linkTarget(): string {
    return linkAround(passageOf(this.#view))?.href ?? '';
  }

  /** Links the selection, or inserts a link with these words. An empty target removes the link. */
  setLink(href: string, title = href): void {
    if (!this.#view.state.readOnly) applyEdit(this.#view, linkTo(passageOf(this.#view), { href, title }));
  }

  /** Inserts the Markdown of a block, and selects its first value. */
  insertBlock(markdown: string): void {
    if (!this.#view.state.readOnly) applyEdit(this.#view, insertedBlock(passageOf(this.#view), markdown));
  }

  /** The place of the selection in the window; null if it is not visible. */
  place(): Pick<DOMRect, 'left' | 'top' | 'bottom'> | null {
    return this.#view.coordsAtPos(this.#view.state.selection.main.from);
  }

  setText(text: string): void {
    const returned = this.#reported.indexOf(text);
    this.#reported = returned === -1 ? [] : this.#reported.slice(returned + 1);
    const before = this.#text;
    if (returned !== -1 || text === before) return;
    this.#options.history.add({ before, after: text });
    this.#isOwnChange = true;
    this.#view.dispatch(foreignChange(before, text));
    this.#isOwnChange = false;
  }

  setReadOnly(isReadOnly: boolean): void {
    const off = [EditorState.readOnly.of(true), EditorView.editable.of(false)];
    this.#view.dispatch({ effects: this.#access.reconfigure(isReadOnly ? off : []) });
  }

  setInvalid({ isInvalid, by }: { isInvalid: boolean; by: string }): void {
    const attributes = EditorView.contentAttributes.of({ 'aria-invalid': 'true', 'aria-describedby': by });
    this.#view.dispatch({ effects: this.#validity.reconfigure(isInvalid ? attributes : []) });
  }

  focus(): void {
    this.#view.focus();
  }

  position(): number {
    return this.#view.state.selection.main.to;
  }

  addPlaceholder(image: PendingImage, position: number): void {
    this.#placeholders.add(this.#view, image, position);
  }

  updatePlaceholder(image: PendingImage): void {
    this.#placeholders.update(this.#view, image);
  }

  insertImage(id: number, image: { alt: string; url: string }): void {
    this.#placeholders.insert(this.#view, id, image);
  }

  removePlaceholder(id: number): void {
    this.#placeholders.remove(this.#view, id);
  }

  placeholders(): ReadonlyMap<number, number> {
    return this.#placeholders.positions(this.#view);
  }

  positionAt(offset: number): number {
    return Math.min(offset, this.#view.state.doc.length);
  }

  markLinks(hrefs: readonly string[]): void {
    markBrokenLinks(this.#view, hrefs);
  }

  showBlock(line: number): void {
    const { doc } = this.#view.state;
    const { from, to } = doc.line(Math.min(line + 1, doc.lines));
    this.#view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    this.#view.focus();
  }

  destroy(): void {
    this.#options.history.keep('markdown', this.#view.state.toJSON({ history: historyField }), this.#text);
    this.#view.destroy();
  }

  get #text(): string {
    return this.#view.state.doc.toString();
  }

  #extensions(): Extension[] {
    return [
      history(),
      drawSelection(),
      dropCursor(),
      EditorView.lineWrapping,
      EditorView.perLineTextDirection.of(true),
      markdown({ base: markdownLanguage, addKeymap: true }),
      highlighting,
      theme,
      this.#placeholders.extension,
      // The height of sticky elements at the edges of the window.
      EditorView.scrollMargins.of(() => ({
        top: parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0,
        bottom: 24,
      })),
      placeholder(this.#options.placeholder),
      brokenLinks,
      EditorView.inputHandler.of((...[view, from, to, text]) => this.#onInput(view, { from, to, text })),
      search({ top: true }),
      this.#keys(),
      this.#access.of([]),
      this.#validity.of([]),
      contentAttributes(this.#options.labelledBy),
      EditorView.updateListener.of((update) => this.#onUpdate(update)),
      EditorView.domEventHandlers({
        paste: (event, view) => this.#onImages(event, event.clipboardData, view.state.selection.main.to),
        drop: (event, view) => {
          const position = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length;
          return this.#onImages(event, event.dataTransfer, position);
        },
      }),
    ];
  }

  #keys(): Extension {
    const open = (part: 'link' | 'block') => (view: EditorView) => this.#open(view, part);
    return keymap.of([
      { key: 'Mod-h', run: openReplacement, scope: 'editor search-panel' },
      ...searchKeymap.filter(({ key }) => key !== undefined && searchKeys.has(key)),
      { key: 'Mod-k', run: open('link') },
      { key: 'Mod-Shift-l', run: open('link') },
      { key: 'Mod-Alt-b', run: open('block') },
      ...shortcuts,
      ...defaultKeymap,
      ...historyKeymap,
    ]);
  }

  #open({ state }: EditorView, part: 'link' | 'block'): boolean {
    if (!state.readOnly) this.#options.onOpen(part);
    return true;
  }

  /** A second `[` opens the field for a link. */
  #onInput(view: EditorView, { from, to, text }: { from: number; to: number; text: string }): boolean {
    const isSecond = text === '[' && from === to && view.state.sliceDoc(from - 1, from) === '[';
    if (!isSecond) return false;
    view.dispatch({ changes: { from, insert: text }, selection: { anchor: from + 1 }, userEvent: 'input.type' });
    return this.#open(view, 'link');
  }

  #onUpdate({ docChanged, focusChanged, state, view }: ViewUpdate): void {
    if (docChanged && !this.#isOwnChange) {
      const text = state.doc.toString();
      this.#reported.push(text);
      this.#options.onChange(text);
    }
    if (focusChanged && !view.hasFocus) this.#options.onBlur();
  }

  #onImages(event: ClipboardEvent | DragEvent, data: DataTransfer | null, position: number): boolean {
    const files = [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'));
    if (files.length === 0 || this.#view.state.readOnly || !this.#options.onFiles(files, position)) return false;
    event.preventDefault();
    return true;
  }
}

const contentAttributes = (labelledBy: string): Extension =>
  EditorView.contentAttributes.of({
    'aria-labelledby': labelledBy,
    'aria-multiline': 'true',
    // Explicit even though the element is editable: accessibility checks then treat the scroll container as reachable
    // by keyboard.
    tabindex: '0',
    spellcheck: 'true',
    autocapitalize: 'sentences',
  });

/** The serialized state of a closed editor. */
type KeptSource = ReturnType<EditorState['toJSON']>;

/** The state with the current text: changes of others are no step of undo, the user's own are one. */
function updated(
  { state, foreign }: { state: KeptSource; foreign: readonly ForeignChange[] },
  { text, extensions }: { text: string; extensions: Extension[] },
): EditorState {
  let current = EditorState.fromJSON(state, { extensions }, { history: historyField });
  let isFirst = true;
  const applyOwn = (next: string) => {
    const changes = changesTo(current.doc.toString(), next);
    if (changes.length === 0) return;
    // The history joins changes of a composition with the step before.
    const annotations = isFirst ? isolateHistory.of('full') : Transaction.userEvent.of('input.type.compose');
    current = current.update({ changes, annotations }).state;
    isFirst = false;
  };
  for (const { before, after } of foreign) {
    applyOwn(before);
    current = current.update(foreignChange(current.doc.toString(), after)).state;
  }
  applyOwn(text);
  return current.update({ annotations: isolateHistory.of('full') }).state;
}

/** A change of someone else: no step of undo. */
const foreignChange = (before: string, after: string) => ({
  changes: changesTo(before, after),
  annotations: Transaction.addToHistory.of(false),
});

/** The lines of the text on the screen. */
function linesOf(view: EditorView): TextLines {
  const { doc, selection } = view.state;
  const lineFrom = (line: number) => doc.line(Math.min(doc.lines, Math.max(1, Math.floor(line) + 1))).from;
  return {
    count: doc.lines,
    padding: view.documentPadding.top,
    caret: doc.lineAt(selection.main.head).number - 1,
    lineAt: (top) => {
      const block = view.lineBlockAtHeight(top);
      const share = block.height > 0 ? (top - block.top) / block.height : 0;
      return doc.lineAt(block.from).number - 1 + Math.min(1, Math.max(0, share));
    },
    topOf: (line) => {
      const block = view.lineBlockAt(lineFrom(line));
      return block.top + block.height * Math.min(1, Math.max(0, line - doc.lineAt(block.from).number + 1));
    },
    putCaret: (line) => view.dispatch({ selection: { anchor: lineFrom(line) }, scrollIntoView: true }),
  };
}

const markEffect = StateEffect.define<readonly string[]>();

const broken = Decoration.mark({ class: 'cm-broken-link', attributes: { title: 'Visitors cannot follow this link' } });

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marked, { changes, effects, state }) => {
    const hrefs = effects.find((effect) => effect.is(markEffect))?.value;
    return hrefs ? decorate(state.doc.toString(), hrefs) : marked.map(changes);
  },
  provide: (marked) => EditorView.decorations.from(marked),
});

function decorate(text: string, hrefs: readonly string[]): DecorationSet {
  // Parsed targets are percent-encoded.
  const found = [...new Set([...hrefs, ...hrefs.map(readableTarget)])].flatMap((href) => placesOf(text, href));
  return Decoration.set(
    found.map((from) => broken.range(from.start, from.end)),
    true,
  );
}

/** Where a text has a target in the form of a link, or as a value of a block. */
function placesOf(text: string, href: string): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  const demo = /^demo:([\w-]+)$/.exec(href)?.[1];
  if (demo !== undefined) {
    for (const { 1: before = '', index } of text.matchAll(
      new RegExp(`^( {0,3}::demo\\b.*\\bid=["'])${demo}["']`, 'gm'),
    ))
      places.push({ start: index + before.length, end: index + before.length + demo.length });
  }
  for (let start = text.indexOf(href); start !== -1; start = text.indexOf(href, start + href.length)) {
    const end = start + href.length;
    const isTarget = /[(<:\s"']/.test(text[start - 1] ?? '') && /^(?:[)>\s"']|$)/.test(text.slice(end, end + 1));
    if (isTarget) places.push({ start, end });
  }
  return places;
}

/** Marks of links that visitors cannot follow. */
export const brokenLinks: Extension = [
  field,
  EditorView.baseTheme({
    '.cm-broken-link, .cm-broken-link *': {
      textDecoration: 'underline wavy var(--fr-colors-fg-warning)',
      color: 'var(--fr-colors-fg-warning)',
    },
  }),
];

/** Marks the links with these targets, and no others. */
export function markBrokenLinks(view: Pick<EditorView, 'state' | 'dispatch'>, hrefs: readonly string[]): void {
  if (hrefs.length > 0 || view.state.field(field).size > 0) view.dispatch({ effects: markEffect.of(hrefs) });
}
