import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, dropCursor, EditorView, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { changeBetween } from './change-between.ts';
import { markdownCommands, type MarkdownCommandName } from './markdown-commands.ts';
import { uploadPlaces, type ComingImage, type ComingImageEvents } from './upload-places.ts';

export interface CodeEditorOptions {
  parent: HTMLElement;
  text: string;
  /** Id of the element that names the editor. */
  labelledBy: string;
  placeholder: string;
  onChange(text: string): void;
  onBlur(): void;
  /** Image files that were pasted or dropped at a place in the text; false leaves them to the browser. */
  onFiles(files: File[], position: number): boolean;
  uploads: ComingImageEvents;
}

/** The source of a markdown text: plain text with highlighting, undo, and places that move with the text. */
export interface CodeEditor {
  /** Shows another text. One that `onChange` told is no other: it may come back after more has been typed. */
  setText(text: string): void;
  setReadOnly(isReadOnly: boolean): void;
  setInvalid(described: { isInvalid: boolean; by: string }): void;
  run(command: MarkdownCommandName): void;
  focus(): void;
  /** Where the caret is. */
  position(): number;
  /** Shows an image on its way where it was put; what is typed then stands behind it. */
  holdImage(image: ComingImage, position: number): void;
  drawImage(image: ComingImage): void;
  /** The image on its way becomes one. */
  insertImage(id: number, image: { alt: string; url: string }): void;
  releaseImage(id: number): void;
  destroy(): void;
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

const look = EditorView.theme({
  '&': { fontSize: '0.9375rem', backgroundColor: 'transparent', color: 'var(--fr-colors-fg)', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--fr-fonts-mono)', lineHeight: '1.65' },
  '.cm-content': { padding: '0.875rem 0', caretColor: 'var(--fr-colors-fg)' },
  '.cm-line': { padding: '0 1rem', unicodeBidi: 'plaintext' },
  '.cm-cursor': { borderLeftColor: 'var(--fr-colors-fg)' },
  '.cm-placeholder': { color: 'var(--fr-colors-fg-subtle)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--fr-colors-ink-muted)',
  },
});

function runCommand(view: EditorView, name: MarkdownCommandName): boolean {
  if (view.state.readOnly) return false;
  const { from, to } = view.state.selection.main;
  const edit = markdownCommands[name]({ text: view.state.doc.toString(), from, to });
  view.dispatch({
    changes: { from: edit.from, to: edit.to, insert: edit.insert },
    selection: { anchor: edit.anchor, head: edit.head },
    scrollIntoView: true,
    userEvent: 'input.format',
  });
  view.focus();
  return true;
}

const bind = (key: string, name: MarkdownCommandName) => ({ key, run: (view: EditorView) => runCommand(view, name) });

const shortcuts = [bind('Mod-b', 'bold'), bind('Mod-i', 'italic'), bind('Mod-e', 'code'), bind('Mod-Shift-l', 'link')];

const imagesIn = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'));

/** Opens an editor inside `parent`. Tab leaves it, as everywhere else in a form. */
export function openCodeEditor(options: CodeEditorOptions): CodeEditor {
  const access = new Compartment();
  const validity = new Compartment();
  const coming = uploadPlaces(options.uploads);
  let isOwnChange = false;
  // What was told and has not come back.
  let told: string[] = [];

  const onImages = (event: ClipboardEvent | DragEvent, data: DataTransfer | null, position: number): boolean => {
    const files = imagesIn(data);
    if (files.length === 0 || view.state.readOnly || !options.onFiles(files, position)) return false;
    event.preventDefault();
    return true;
  };

  const extensions: Extension[] = [
    history(),
    drawSelection(),
    dropCursor(),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    markdown({ base: markdownLanguage, addKeymap: true }),
    highlighting,
    look,
    coming.extension,
    // As much of the window as is covered by what sticks to its edges.
    EditorView.scrollMargins.of(() => ({
      top: parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0,
      bottom: 24,
    })),
    placeholder(options.placeholder),
    keymap.of([...shortcuts, ...defaultKeymap, ...historyKeymap]),
    access.of([]),
    validity.of([]),
    EditorView.contentAttributes.of({
      'aria-labelledby': options.labelledBy,
      'aria-multiline': 'true',
      // Said also where one can type: what scrolls around it is then known to be reached by keys.
      tabindex: '0',
      spellcheck: 'true',
      autocapitalize: 'sentences',
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !isOwnChange) {
        const text = update.state.doc.toString();
        told.push(text);
        options.onChange(text);
      }
      if (update.focusChanged && !update.view.hasFocus) options.onBlur();
    }),
    EditorView.domEventHandlers({
      paste: (event) => onImages(event, event.clipboardData, view.state.selection.main.to),
      drop: (event) => {
        const position = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length;
        return onImages(event, event.dataTransfer, position);
      },
    }),
  ];
  const view = new EditorView({ parent: options.parent, state: EditorState.create({ doc: options.text, extensions }) });

  return {
    setText: (text) => {
      const returned = told.indexOf(text);
      told = returned === -1 ? [] : told.slice(returned + 1);
      const changes = returned === -1 ? changeBetween(view.state.doc.toString(), text) : null;
      if (changes === null) return;
      isOwnChange = true;
      view.dispatch({ changes });
      isOwnChange = false;
    },
    setReadOnly: (isReadOnly) => {
      const off = [EditorState.readOnly.of(true), EditorView.editable.of(false)];
      view.dispatch({ effects: access.reconfigure(isReadOnly ? off : []) });
    },
    setInvalid: ({ isInvalid, by }) => {
      const attributes = EditorView.contentAttributes.of({ 'aria-invalid': 'true', 'aria-describedby': by });
      view.dispatch({ effects: validity.reconfigure(isInvalid ? attributes : []) });
    },
    run: (command) => void runCommand(view, command),
    focus: () => view.focus(),
    position: () => view.state.selection.main.to,
    holdImage: (image, position) => coming.hold(view, image, position),
    drawImage: (image) => coming.draw(view, image),
    insertImage: (id, image) => coming.insert(view, id, image),
    releaseImage: (id) => coming.release(view, id),
    destroy: () => view.destroy(),
  };
}
