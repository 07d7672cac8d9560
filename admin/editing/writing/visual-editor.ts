import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { closeHistory, history } from 'prosemirror-history';
import { Fragment, Slice, type Node } from 'prosemirror-model';
import { search } from 'prosemirror-search';
import { EditorState, NodeSelection, Plugin, Selection, TextSelection } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { Decoration, DecorationSet, EditorView } from 'prosemirror-view';
import type { PendingImage, PendingImageEvents } from '../markdown/upload-placeholders.ts';
import type { TextLines, TextLinesEvent } from '../preview/text-lines.ts';
import { setLink, type EditorCommand } from './commands.ts';
import { MarkdownSource } from './markdown-source.ts';
import { nodeViews } from './node-views.ts';
import { fileOfDataAddress, isAddress, sliceFromHtml } from './paste.ts';
import { parseText } from './parse.ts';
import { schema } from './schema.ts';
import { serializeBlocks } from './serialize.ts';
import { shortcutPlugins } from './shortcuts.ts';
import { slashMenuPlugin, type SlashMenuOptions } from './slash-menu-plugin.ts';
import { createUploads } from './upload-plugin.ts';

/** A part of the editor beside the text. */
type EditorPart = 'link' | 'find' | 'replace' | 'toolbar';

export interface VisualEditorOptions {
  parent: HTMLElement;
  text: string;
  /** Id of the element that labels the editor. */
  labelledBy: string;
  /** Ids of the slash menu, and of its option at an index. */
  menu: { id: string; option: (index: number) => string };
  placeholder: string;
  /** The address that the browser loads an image from. */
  addressOf: (src: string) => string;
  onChange(text: string): void;
  onBlur(): void;
  /** Called after every change of document, selection or focus. */
  onUpdate(state: EditorState): void;
  /** Handles image files pasted or dropped at a position; false leaves them to the browser. */
  onFiles(files: File[], pos: number): boolean;
  /** Opens the field for a link or the search, or moves focus to the toolbar. */
  onOpen(part: EditorPart): void;
  slash: SlashMenuOptions;
  uploads: PendingImageEvents;
}

/** A visual editor of a Markdown text. */
export interface VisualEditor {
  readonly view: EditorView;
  /** Replaces the text. A text that `onChange` reported is ignored, because it may be older than the current input. */
  setText(text: string): void;
  setReadOnly(isReadOnly: boolean): void;
  setInvalid(described: { isInvalid: boolean; by: string }): void;
  run(command: EditorCommand): void;
  focus(): void;
  position(): number;
  addPlaceholder(image: PendingImage, pos: number): void;
  updatePlaceholder(image: PendingImage): void;
  insertImage(id: number, image: { alt: string; url: string }): void;
  removePlaceholder(id: number): void;
  destroy(): void;
}

export function openVisualEditor(options: VisualEditorOptions): VisualEditor {
  const source = new MarkdownSource();
  const uploads = createUploads(options.uploads);
  let isReadOnly = false;
  let validity: Record<string, string> = {};
  // Texts reported by `onChange` and not yet returned by `setText`.
  let reported: string[] = [];
  let isOwnChange = false;

  const insertFiles = (data: DataTransfer | null, pos: number): boolean => {
    const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
    return files.length > 0 && !isReadOnly && options.onFiles(files, pos);
  };

  const shortcuts: Record<string, () => void> = {
    k: () => options.onOpen('link'),
    f: () => options.onOpen('find'),
    h: () => options.onOpen('replace'),
  };

  const frame = new Plugin({
    props: {
      attributes: ({ doc }) => ({
        class: isBlank(doc) ? 'prose is-blank' : 'prose',
        role: 'textbox',
        tabindex: '0',
        'aria-multiline': 'true',
        'aria-labelledby': options.labelledBy,
        'aria-haspopup': 'listbox',
        'data-hint': options.placeholder,
        spellcheck: 'true',
        autocapitalize: 'sentences',
        ...(isReadOnly ? { 'aria-readonly': 'true' } : {}),
        ...validity,
      }),
      handleKeyDown: (_, event) => {
        if (event.altKey && event.key === 'F10') {
          options.onOpen('toolbar');
          return true;
        }
        if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false;
        const run = shortcuts[event.key.toLowerCase()];
        if (!run || (isReadOnly && event.key !== 'f')) return false;
        run();
        return true;
      },
      handlePaste: (view, event) => {
        const { clipboardData } = event;
        const html = clipboardData?.getData('text/html') ?? '';
        const text = clipboardData?.getData('text/plain').trim() ?? '';
        const { selection } = view.state;
        if (isAddress(text) && !selection.empty && selection instanceof TextSelection && !isCode(view.state)) {
          return setLink(text)(view.state, view.dispatch);
        }
        if (html === '') {
          if (insertFiles(clipboardData, selection.to)) return true;
          if (!isAddress(text) || isCode(view.state)) return false;
          return setLink(text)(view.state, view.dispatch);
        }
        if (isCode(view.state) || html.includes('data-pm-slice')) return false;
        const { slice, images } = withoutEmbeddedImages(sliceFromHtml(html));
        // A copied picture comes as a file beside an `img` element that names a local file.
        if (slice.content.textBetween(0, slice.content.size).trim() === '' && insertFiles(clipboardData, selection.to))
          return true;
        const start = selection.from;
        view.dispatch(closeHistory(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true)));
        void uploadEmbedded(view, start, images);
        return true;
      },
      // Text is Markdown, as it would be in the field's value. Shift + paste inserts it as it is.
      clipboardTextParser: (text, _, isPlain) => {
        const nodes = isPlain ? plainParagraphs(text) : parseText(text).blocks.map(({ node }) => node);
        const openAt = (node: Node | undefined) => (node?.type === schema.nodes.paragraph ? 1 : 0);
        return new Slice(Fragment.from(nodes), openAt(nodes[0]), openAt(nodes.at(-1)));
      },
      clipboardTextSerializer: ({ content }) => serializeBlocks([...content.content]),
      handleDrop: (view, event) => {
        const pos = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.doc.content.size;
        return insertFiles(event.dataTransfer, pos);
      },
      handleClick: (_, __, event) => {
        // A link opens with the command key; a click places the caret.
        const link = event.target instanceof Element ? event.target.closest('a') : null;
        if (!link || !(event.ctrlKey || event.metaKey)) return false;
        window.open(link.href, '_blank', 'noopener');
        return true;
      },
      handleDOMEvents: {
        blur: () => {
          options.onBlur();
          return false;
        },
        focus: (view) => {
          options.onUpdate(view.state);
          return false;
        },
      },
      editable: () => !isReadOnly,
      decorations: selectedBlock,
    },
  });

  /** Uploads pictures that were inside the pasted HTML. Their placeholders stand after the pasted text's start. */
  const uploadEmbedded = async (view: EditorView, start: number, images: readonly EmbeddedImage[]) => {
    for (const { address, alt, offset } of images) {
      const file = await fileOfDataAddress(address, alt);
      if (file) options.onFiles([file], Math.min(start + offset, view.state.doc.content.size));
    }
  };

  const view = new EditorView(options.parent, {
    state: EditorState.create({
      doc: source.open(options.text),
      plugins: [
        slashMenuPlugin(options.slash),
        frame,
        uploads.plugin,
        ...shortcutPlugins(),
        history(),
        dropCursor({ color: 'var(--accent)', width: 2 }),
        gapCursor(),
        tableEditing(),
        search(),
      ],
    }),
    nodeViews: nodeViews(options.addressOf),
    dispatchTransaction: (transaction) => {
      const next = view.state.apply(transaction);
      view.updateState(next);
      if (transaction.docChanged && !isOwnChange) {
        const text = source.write(next.doc);
        if (text !== reported.at(-1)) reported.push(text);
        options.onChange(text);
      }
      options.onUpdate(next);
    },
  });

  const onLines = (event: Event) => {
    (event as TextLinesEvent).detail.lines = linesOf(view, source);
  };
  view.dom.addEventListener('frontage:text-lines', onLines);

  return {
    view,
    setText: (text) => {
      const returned = reported.indexOf(text);
      reported = returned === -1 ? [] : reported.slice(returned + 1);
      if (returned !== -1 || text === source.write(view.state.doc)) return;
      const transaction = source.replace(view.state, text);
      if (!transaction) return;
      isOwnChange = true;
      view.dispatch(transaction);
      isOwnChange = false;
    },
    setReadOnly: (next) => {
      isReadOnly = next;
      view.setProps({});
      for (const field of view.dom.querySelectorAll('textarea, input')) field.toggleAttribute('readonly', next);
    },
    setInvalid: ({ isInvalid, by }) => {
      validity = isInvalid ? { 'aria-invalid': 'true', 'aria-describedby': by } : {};
      view.setProps({});
    },
    run: ({ run }) => {
      if (!isReadOnly) run(view.state, view.dispatch, view);
      view.focus();
    },
    focus: () => view.focus(),
    position: () => view.state.selection.to,
    addPlaceholder: (image, pos) => uploads.add(view, image, pos),
    updatePlaceholder: (image) => uploads.update(image),
    insertImage: (id, image) => uploads.insert(view, id, image),
    removePlaceholder: (id) => uploads.remove(view, id),
    destroy: () => view.destroy(),
  };
}

const isBlank = (doc: Node): boolean =>
  doc.childCount === 1 && doc.firstChild?.type === schema.nodes.paragraph && doc.firstChild.content.size === 0;

const plainParagraphs = (text: string): Node[] =>
  text.split(/[\r\n]+/).map((line) => schema.node('paragraph', null, line === '' ? [] : [schema.text(line)]));

const isCode = (state: EditorState): boolean => state.selection.$from.parent.type.spec.code === true;

/** Outlines the block of a node selection, also while focus is in a toolbar. */
function selectedBlock({ doc, selection }: EditorState): DecorationSet {
  if (!(selection instanceof NodeSelection)) return DecorationSet.empty;
  return DecorationSet.create(doc, [Decoration.node(selection.from, selection.to, { class: 'is-selected' })]);
}

interface EmbeddedImage {
  address: string;
  alt: string;
  offset: number;
}

/** Removes pictures whose bytes are inside the HTML, and pictures that only the source program can read. */
function withoutEmbeddedImages(slice: Slice): { slice: Slice; images: EmbeddedImage[] } {
  const images: EmbeddedImage[] = [];
  let offset = 0;
  const clean = (content: Fragment): Fragment => {
    const nodes: Node[] = [];
    content.forEach((node) => {
      const address = String(node.attrs['src'] ?? '');
      if (node.type === schema.nodes.image && !/^https?:/i.test(address)) {
        images.push({ address, alt: String(node.attrs['alt']), offset });
        return;
      }
      if (node.isText || node.isLeaf) offset += node.nodeSize;
      else offset += 1;
      nodes.push(node.isLeaf ? node : node.copy(clean(node.content)));
      if (!node.isLeaf) offset += 1;
    });
    return Fragment.from(nodes);
  };
  const content = clean(slice.content);
  return { slice: new Slice(content, slice.openStart, slice.openEnd), images };
}

/** The lines of the text on the screen: a block's lines share its height. */
function linesOf(view: EditorView, source: MarkdownSource): TextLines {
  const countBreaks = (text: string): number => text.match(/\r\n?|\n/g)?.length ?? 0;
  let line = 0;
  const top = view.dom.getBoundingClientRect().top;
  const blocks = source.blocks(view.state.doc).map(({ before, text, pos, node }) => {
    const first = line + countBreaks(before);
    const lines = countBreaks(text) + 1;
    line = first + lines - 1;
    const box = (view.nodeDOM(pos) as HTMLElement | null)?.getBoundingClientRect();
    return { first, lines, pos, end: pos + node.nodeSize, top: (box?.top ?? top) - top, height: box?.height ?? 0 };
  });
  const blockAt = (wanted: number) => blocks.findLast(({ first }) => first <= wanted) ?? blocks[0];
  const { head } = view.state.selection;
  const current = blocks.findLast(({ pos }) => pos <= head);
  const share = current ? Math.min(1, (head - current.pos) / Math.max(1, current.end - current.pos)) : 0;
  return {
    count: line + 1,
    caret: current ? current.first + share * (current.lines - 1) : 0,
    padding: 0,
    lineAt: (distance) => {
      const block = blocks.findLast((each) => each.top <= distance) ?? blocks[0];
      if (!block) return 0;
      return block.first + Math.min(1, Math.max(0, (distance - block.top) / Math.max(1, block.height))) * block.lines;
    },
    topOf: (wanted) => {
      const block = blockAt(wanted);
      if (!block) return 0;
      return block.top + (Math.min(wanted - block.first, block.lines) / block.lines) * block.height;
    },
    putCaret: (wanted) => {
      const block = blockAt(wanted);
      if (!block) return;
      const { tr } = view.state;
      view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(block.pos + 1))).scrollIntoView());
    },
  };
}
