import { blockDefinition, type Directive, newDirective } from '@frontage/model/blocks';
import { counted } from '@frontage/model/dates';
import type { Notice } from '@frontage/model/messages';
import { type EditorState, TextSelection } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import type { Notify } from '../../ui/toaster.tsx';
import {
  addToGroup,
  askedBlock,
  commands,
  createBlock,
  directivePlace,
  groupPlace,
  insertDirective,
  linkAt,
  positionOf,
  selectedImage,
  setDirective,
  setLink,
  type CommandName,
  type EditorCommand,
} from './commands.ts';
import { endSearch, startSearch } from './find.ts';
import { directiveOf } from './schema.ts';
import { openSlashMenu, type SlashItem, slashItems, type SlashMenu, slashMenuOf } from './slash-menu.tsx';
import { VisualEditor, type EditorPart, type VisualEditorOptions } from './visual-editor.ts';

/** The state of the text that toolbars and boxes show. */
interface Shown {
  active: ReadonlySet<CommandName>;
  menu: SlashMenu | null;
  isInTable: boolean;
  /** The start of a selected text; null without one. */
  selected: number | null;
  image: number | null;
  /** The name of the block around the selection, and of those that can be added to it. */
  block: string | null;
  addable: string | null;
  isFocused: boolean;
}

/** An open form of a block: of the one at a position, or of one that the form inserts. */
interface OpenForm {
  directive: Directive;
  /** The position of the block, or of the caret for a new one. */
  pos: number;
  isNew: boolean;
  onChange: (directive: Directive) => void;
}

/** Everything that the visual editor renders. */
export interface WritingState {
  /** Null until it has opened. */
  editor: VisualEditor | null;
  shown: Shown;
  /** The open field for a link: its place and its present target. */
  link: { pos: number; href: string } | null;
  form: OpenForm | null;
  /** The open search; another key for each time that it is opened. */
  search: { withReplacement: boolean; key: number } | null;
  /** Words for screen readers about the selected or changed block. */
  announced: string;
  /** Whether the text has a demo, whose title must be read. */
  hasDemos: boolean;
}

const closed: WritingState = {
  editor: null,
  shown: {
    active: new Set(),
    menu: null,
    isInTable: false,
    selected: null,
    image: null,
    block: null,
    addable: null,
    isFocused: false,
  },
  link: null,
  form: null,
  search: null,
  announced: '',
  hasDemos: false,
};

interface Services {
  notify: Notify;
  siteOrigin: string;
}

type Opening = Omit<
  VisualEditorOptions,
  'onUpdate' | 'onAnnounce' | 'onPasted' | 'onOpen' | 'onSettings' | 'demoTitle' | 'slash'
>;

/** The state of a visual editor with its toolbars and boxes, and the commands that users give it. */
export class WritingController {
  readonly #services: Services;
  readonly #listeners = new Set<() => void>();
  #state = closed;
  #searches = 0;
  #demoTitles: ReadonlyMap<string, string> = new Map();
  #toolbar: HTMLElement | null = null;
  #picker: HTMLInputElement | null = null;

  constructor(services: Services) {
    this.#services = services;
  }

  readonly state = (): WritingState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  attachToolbar(element: HTMLElement | null): void {
    this.#toolbar = element;
  }

  /** Takes the input for image files. */
  attachPicker(element: HTMLInputElement | null): void {
    this.#picker = element;
  }

  readonly setDemoTitles = (titles: ReadonlyMap<string, string>): void => {
    this.#demoTitles = titles;
    this.#state.editor?.updateDemoTitles();
  };

  /** Opens the editor in a separate task, after the surrounding form is painted. The returned function closes it. */
  open(options: Opening): () => void {
    let editor: VisualEditor | null = null;
    const opening = setTimeout(() => {
      editor = new VisualEditor({
        ...options,
        onUpdate: (state) => this.#set({ shown: shownOf(state, this.#state) }),
        onAnnounce: (announced) => this.#set({ announced }),
        onPasted: ({ linked, lost }) => this.#reportPaste(linked, lost),
        onOpen: (part) => this.#openPart(part),
        onSettings: (pos) => this.openForm(pos),
        demoTitle: (id) => this.#demoTitle(id),
        slash: { count: (query) => slashItems(query).length, choose: (_, menu) => this.choose(menu, menu.index) },
      });
      this.#set({ editor });
    });
    return () => {
      clearTimeout(opening);
      editor?.destroy();
    };
  }

  focus(): void {
    this.#state.editor?.focus();
  }

  run(name: CommandName): void {
    this.#state.editor?.run(commands[name]);
  }

  pickImage(): void {
    this.#picker?.click();
  }

  openMenu(): void {
    if (!this.#view) return;
    openSlashMenu(this.#view);
    this.#view.focus();
  }

  /** Replaces the words of the slash menu by its option at an index. */
  choose({ query, from, to }: SlashMenu, index: number): void {
    const chosen = slashItems(query)[index];
    if (!this.#view || !chosen) return;
    this.#view.dispatch(this.#view.state.tr.delete(from, to));
    this.#insert(chosen.name);
  }

  openLink(): void {
    if (!this.#view) return;
    const { state } = this.#view;
    this.#set({ link: { pos: state.selection.from, href: linkAt(state)?.href ?? '' } });
  }

  applyLink(href: string, text?: string): void {
    this.#set({ link: null });
    this.#state.editor?.run({ label: 'Link', run: setLink(href, text) });
  }

  closeLink(): void {
    this.#set({ link: null });
    this.focus();
  }

  openSearch(withReplacement: boolean): void {
    if (this.#view) startSearch(this.#view);
    this.#set({ search: { withReplacement, key: (this.#searches += 1) } });
  }

  closeSearch(): void {
    if (this.#view) endSearch(this.#view);
    this.#set({ search: null });
  }

  /** Adds a block to the group of blocks around the selection. */
  addBlock(): void {
    const { addable } = this.#state.shown;
    if (addable !== null) this.#insertBlock(addable, addToGroup);
  }

  /** Opens the form of the block at a position, or of the one around the selection. */
  openForm(at?: number): void {
    const view = this.#view;
    if (!view) return;
    const pos = at ?? directivePlace(view.state)?.pos;
    let node = pos === undefined ? null : view.state.doc.nodeAt(pos);
    const directive = node && directiveOf(node);
    if (pos === undefined || !directive) return;
    const onChange = (next: Directive): void => {
      // Another change of the text may have moved the block.
      const at = node && positionOf(node, view.state.doc, pos);
      if (at === null) return this.leaveForm();
      setDirective(at, next)(view.state, view.dispatch.bind(view));
      node = view.state.doc.nodeAt(at);
    };
    this.#set({ form: { directive, pos, isNew: false, onChange } });
  }

  /** Closes the form of a block without a change of focus. */
  leaveForm(): void {
    this.#set({ form: null });
  }

  get #view(): EditorView | undefined {
    return this.#state.editor?.view;
  }

  #set(change: Partial<WritingState>): void {
    const isSame = (Object.keys(change) as (keyof WritingState)[]).every((key) => change[key] === this.#state[key]);
    if (isSame) return;
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #openPart(part: EditorPart): void {
    if (part === 'link') this.openLink();
    else if (part === 'block') this.openForm();
    else if (part === 'toolbar') this.#toolbar?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    else this.openSearch(part === 'replace');
  }

  #insert(name: SlashItem['name']): void {
    if (name === 'image') this.pickImage();
    else if (name === 'link') this.openLink();
    else if (name.startsWith('block:')) this.#insertBlock(name.slice('block:'.length));
    else this.run(name as CommandName);
  }

  /** Inserts a block; first opens its form if it cannot be shown without values of the user. */
  #insertBlock(name: string, put = insertDirective): void {
    const asked = askedBlock(name);
    const place = (node: ReturnType<typeof createBlock>): void =>
      this.#state.editor?.run({ label: name, run: put(node) });
    if (asked === null) return place(createBlock(newDirective(name)));
    this.#set({
      form: {
        directive: newDirective(asked),
        pos: this.#view?.state.selection.from ?? 0,
        isNew: true,
        onChange: (directive) =>
          place(name === asked ? createBlock(directive) : createBlock(newDirective(name), directive)),
      },
    });
  }

  #reportPaste(linked: readonly string[], lost: number): void {
    const notice = pasteNotice(linked, lost, this.#services.siteOrigin);
    if (notice) this.#services.notify.info(notice);
  }

  #demoTitle(id: string): string {
    this.#set({ hasDemos: true });
    return this.#demoTitles.get(id) ?? `Demo ${id}`;
  }
}

/** The notice about pasted images that are not in the media library; null if all are. */
function pasteNotice(linked: readonly string[], lost: number, siteOrigin: string): Notice | null {
  const hosts = new Set<string>();
  for (const address of linked) {
    const url = URL.parse(address);
    if (url && url.origin !== siteOrigin && !/^\/v0\/b\//.test(url.pathname)) hosts.add(url.host);
  }
  const names = [...hosts].slice(0, 3).join(', ');
  if (lost > 0) {
    const others = hosts.size > 0 ? ` Visitors load other images from ${names}.` : '';
    return {
      title: `${counted(lost, 'image')} could not be pasted`,
      description: `Copy each image alone, or upload its file.${others}`,
    };
  }
  if (hosts.size === 0) return null;
  return {
    title: 'Pasted images stay on another website',
    description: `Visitors load them from ${names}. Upload them to keep them.`,
  };
}

/** The shown state; the state before if nothing shown changes, so that typing renders nothing. */
function shownOf(state: EditorState, { shown: before, editor }: Pick<WritingState, 'shown' | 'editor'>): Shown {
  const active = new Set<CommandName>();
  for (const [name, command] of Object.entries(commands) as [CommandName, EditorCommand][]) {
    if (command.isActive?.(state)) active.add(name);
  }
  const { selection } = state;
  const directive = directivePlace(state)?.node;
  const { content } = blockDefinition(String(groupPlace(state)?.node.attrs['name'])) ?? {};
  const isText = selection instanceof TextSelection && !selection.empty;
  const image = selectedImage(state);
  const next: Shown = {
    active,
    menu: slashMenuOf(state),
    isInTable: isInTable(state),
    selected: isText && !selection.$from.parent.type.spec.code ? selection.from : null,
    image,
    block: directive ? String(directive.attrs['name']) : null,
    addable: typeof content === 'object' ? content.block : null,
    isFocused: editor?.view.hasFocus() ?? false,
  };
  const isSame =
    [...next.active].join() === [...before.active].join() &&
    (['menu', 'isInTable', 'selected', 'image', 'block', 'addable', 'isFocused'] as const).every(
      (key) => next[key] === before[key],
    );
  return isSame ? before : next;
}
