import { Box, Flex, Text } from '@chakra-ui/react';
import { blockDefinition, type Directive, newDirective } from '@frontage/model/blocks';
import { counted } from '@frontage/model/dates';
import type { Notice } from '@frontage/model/messages';
import { TextSelection, type EditorState } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import { memo, useEffect, useId, useRef, useState } from 'react';
import { useDocuments } from '../../lib/documents/documents.queries.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { useShowImage } from '../image/image-address.ts';
import { LinkBox } from '../links/link-box.tsx';
import { TextFrame, useTextEditor, type TextEditorProps } from '../markdown/text-editor.tsx';
import { BlockHandle, endSearch, FindBar, Floating, ImageBox, selectedImage, startSearch } from './floating.tsx';
import { useSiteTextStyles, writingStyles } from './writing-styles.ts';
import { BlockForm } from './block-form.tsx';
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
  setDirective,
  setLink,
  type CommandName,
  type EditorCommand,
} from './commands.ts';
import {
  openSlashMenu,
  type SlashItem,
  slashItems,
  type SlashMenu,
  SlashMenuList,
  slashMenuOf,
} from './slash-menu.tsx';
import { blockItems, formattingGroups, selectionItems, tableItems, Toolbar } from './toolbar.tsx';
import { directiveOf } from './schema.ts';
import { openVisualEditor, type VisualEditor, type VisualEditorOptions } from './visual-editor.ts';

/** The state of the editor that its toolbars show. */
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

const nothing: Shown = {
  active: new Set(),
  menu: null,
  isInTable: false,
  selected: null,
  image: null,
  block: null,
  addable: null,
  isFocused: false,
};

interface Events extends Pick<VisualEditorOptions, 'onOpen' | 'onUpdate' | 'onSettings' | 'demoTitle' | 'onPasted'> {
  onChoose: (menu: SlashMenu) => void;
}

const noEvents: Events = {
  onOpen: () => {},
  onChoose: () => {},
  onUpdate: () => {},
  onSettings: () => {},
  onPasted: () => {},
  demoTitle: (id) => id,
};

/** Separate, because the fonts load while the editor renders: their arrival renders nothing else again. */
const SiteTextStyles = memo(() => <style>{useSiteTextStyles()}</style>);

/** Reads the titles of all demos by id; rendered once the text shows a demo. */
function DemoTitles({ onRead }: { onRead: (titles: ReadonlyMap<string, string>) => void }) {
  const demos = useDocuments('demo').data;
  useEffect(() => {
    if (demos) onRead(new Map(demos.map(({ document: { id, heading } }) => [id, heading])));
  }, [demos, onRead]);
  return null;
}

/** A visual editor of a Markdown field. It shows the text as the site does, and writes Markdown. */
export function WritingEditor(props: TextEditorProps) {
  const { field, images, history, placeholder, isReadOnly } = props;
  const id = useId();
  const { config } = useFirebase();
  const notify = useNotify();
  // State instead of refs, because toolbars and menus are rendered from functions that use the elements.
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [bar, setBar] = useState<HTMLDivElement | null>(null);
  const [picker, setPicker] = useState<HTMLInputElement | null>(null);
  const [editor, setEditor] = useState<VisualEditor | null>(null);
  const [shown, setShown] = useState(nothing);
  const [isLinking, setLinking] = useState(false);
  const [announced, setAnnounced] = useState('');
  const [form, setForm] = useState<OpenForm | null>(null);
  const [demoTitles, setDemoTitles] = useState<ReadonlyMap<string, string>>();
  const [showsDemos, setShowsDemos] = useState(false);
  const [finding, setFinding] = useState<{ withReplacement: boolean; key: number } | null>(null);

  const view = editor?.view;
  useTextEditor(editor, props, id);
  const run = (command: CommandName) => editor?.run(commands[command]);
  const choose = (at: SlashMenu, index: number) => {
    const chosen = slashItems(at.query)[index];
    if (!editor || !chosen) return;
    editor.view.dispatch(editor.view.state.tr.delete(at.from, at.to));
    insert(chosen.name);
  };
  const insert = (name: SlashItem['name']) => {
    if (name === 'image') picker?.click();
    else if (name === 'link') setLinking(true);
    else if (name.startsWith('block:')) insertBlock(name.slice('block:'.length));
    else run(name as CommandName);
  };
  /** Inserts a block; first opens its form if it cannot be shown without values of the user. */
  const insertBlock = (name: string, put = insertDirective) => {
    const asked = askedBlock(name);
    const place = (node: ReturnType<typeof createBlock>) => editor?.run({ label: name, run: put(node) });
    if (asked === null) return place(createBlock(newDirective(name)));
    setForm({
      directive: newDirective(asked),
      pos: editor?.view.state.selection.from ?? 0,
      isNew: true,
      onChange: (directive) =>
        place(name === asked ? createBlock(directive) : createBlock(newDirective(name), directive)),
    });
  };
  /** Opens the form of the block at a position, or of the one around the selection. */
  const openForm = (at?: number) => {
    if (!view) return;
    const pos = at ?? directivePlace(view.state)?.pos;
    let node = pos === undefined ? null : view.state.doc.nodeAt(pos);
    const directive = node && directiveOf(node);
    if (pos === undefined || !directive) return;
    const onChange = (next: Directive) => {
      // Another change of the text may have moved the block.
      const at = node && positionOf(node, view.state.doc, pos);
      if (at === null) return setForm(null);
      setDirective(at, next)(view.state, view.dispatch.bind(view));
      node = view.state.doc.nodeAt(at);
    };
    setForm({ directive, pos, isNew: false, onChange });
  };
  const find = (withReplacement: boolean) => {
    if (editor) startSearch(editor.view);
    setFinding((before) => ({ withReplacement, key: (before?.key ?? 0) + 1 }));
  };
  const endFinding = () => {
    if (editor) endSearch(editor.view);
    setFinding(null);
  };

  const events = useRef<Events>(noEvents);
  useEffect(() => {
    events.current = {
      onOpen: (part) => {
        if (part === 'link') setLinking(true);
        else if (part === 'block') openForm();
        else if (part === 'toolbar') bar?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
        else find(part === 'replace');
      },
      onChoose: (menu) => choose(menu, menu.index),
      onSettings: openForm,
      onPasted: ({ linked, lost }) => {
        const notice = pasteNotice(linked, lost, config.siteOrigin);
        if (notice) notify.info(notice);
      },
      demoTitle: (id) => {
        setShowsDemos(true);
        return demoTitles?.get(id) ?? `Demo ${id}`;
      },
      onUpdate: (state) => setShown((before) => shownOf(state, { before, hasFocus: editor?.view.hasFocus() ?? false })),
    };
  });

  useEffect(() => editor?.updateDemoTitles(), [editor, demoTitles]);

  const showImage = useShowImage(frame);
  useEffect(() => {
    if (!frame) return;
    let opened: VisualEditor | null = null;
    // Runs in a separate task, after the surrounding form is painted.
    const opening = setTimeout(() => {
      opened = openVisualEditor({
        parent: frame,
        text: field.value(),
        labelledBy: `${id}-label`,
        menu: { id: `${id}-menu`, option: (index) => `${id}-option-${index}` },
        placeholder,
        showImage,
        onChange: field.onChange,
        onBlur: field.onBlur,
        onUpdate: (state) => events.current.onUpdate(state),
        onFiles: images.onFiles,
        onAnnounce: setAnnounced,
        onPasted: (pasted) => events.current.onPasted(pasted),
        onOpen: (part) => events.current.onOpen(part),
        onSettings: (pos) => events.current.onSettings(pos),
        demoTitle: (id) => events.current.demoTitle(id),
        slash: { count: (query) => slashItems(query).length, choose: (_, menu) => events.current.onChoose(menu) },
        uploads: images,
        history,
      });
      setEditor(opened);
    });
    return () => {
      clearTimeout(opening);
      opened?.destroy();
    };
  }, [frame, id, placeholder, showImage, field, images, history]);

  const { menu } = shown;
  const items = menu ? slashItems(menu.query) : [];
  useEffect(() => {
    const dom = editor?.view.dom;
    if (!dom) return;
    if (menu) {
      dom.setAttribute('aria-controls', `${id}-menu`);
      dom.setAttribute('aria-activedescendant', `${id}-option-${menu.index}`);
    } else for (const attribute of ['aria-controls', 'aria-activedescendant']) dom.removeAttribute(attribute);
  });

  const addable = shown.addable === null ? undefined : blockDefinition(shown.addable);
  const options = {
    active: shown.active,
    run,
    onLink: () => setLinking(true),
    onImage: () => picker?.click(),
    onInsert: () => view && (openSlashMenu(view), view.focus()),
    onFind: () => (finding ? endFinding() : find(true)),
  };
  const focus = () => editor?.focus();

  return (
    <TextFrame {...{ id, editor }} text={props} picker={setPicker}>
      {!isReadOnly && (
        <Box p="1.5" borderBottomWidth="1px" bg="bg.subtle" containerType="inline-size">
          <Toolbar ref={setBar} label="Formatting" groups={formattingGroups(options)} onLeave={focus} />
        </Box>
      )}
      {!isReadOnly && shown.isInTable && (
        <Box p="1" borderBottomWidth="1px" bg="bg.subtle">
          <Toolbar label="Table" groups={[tableItems(run)]} onLeave={focus} size="xs" />
        </Box>
      )}
      {!isReadOnly && shown.block !== null && (
        <Flex p="1" ps="3" gap="2" align="center" borderBottomWidth="1px" bg="bg.subtle">
          <Text textStyle="xs" fontWeight="semibold">
            {blockDefinition(shown.block)?.label}
          </Text>
          <Toolbar
            label="Block"
            groups={[
              blockItems({
                run,
                addable: addable?.label ?? null,
                onAdd: () => addable && insertBlock(addable.name, addToGroup),
                onSettings: () => openForm(),
              }),
            ]}
            onLeave={focus}
            size="xs"
          />
        </Flex>
      )}
      {view && finding && (
        <FindBar
          key={finding.key}
          view={view}
          withReplacement={finding.withReplacement}
          isReadOnly={isReadOnly}
          onClose={() => {
            endFinding();
            focus();
          }}
        />
      )}
      <SiteTextStyles />
      {showsDemos && <DemoTitles onRead={setDemoTitles} />}
      <Box
        ref={setFrame}
        className="site-text article"
        position="relative"
        flex="1"
        minW="0"
        minH={{ base: '16rem', lg: '0' }}
        overflow={{ lg: 'auto' }}
        css={writingStyles}
        data-markdown-source=""
      >
        {view && frame && !isReadOnly && <BlockHandle view={view} frame={frame} />}
      </Box>
      <Text srOnly role="status">
        {menu && `${counted(items.length, 'block')}. ${items[menu.index]?.label ?? ''}`}
      </Text>
      <Text srOnly role="status" data-announcement="">
        {announced}
      </Text>
      {view && menu && (
        <Floating view={view} pos={menu.from} side="below">
          <SlashMenuList
            id={`${id}-menu`}
            option={(index) => `${id}-option-${index}`}
            items={items}
            index={menu.index}
            onChoose={(index) => choose(menu, index)}
          />
        </Floating>
      )}
      {view && form && (
        <Floating view={view} pos={form.pos} side="below" isBlock={!form.isNew}>
          <BlockForm
            key={form.pos}
            {...{ ...form, bucket: props.bucket }}
            onLeave={() => setForm(null)}
            onClose={() => {
              setForm(null);
              focus();
            }}
          />
        </Floating>
      )}
      {view && isLinking && (
        <Floating view={view} pos={view.state.selection.from} side="below">
          <LinkBox
            href={linkAt(view.state)?.href ?? ''}
            onApply={(href, text) => {
              setLinking(false);
              editor.run({ label: 'Link', run: setLink(href, text) } satisfies EditorCommand);
            }}
            onClose={() => {
              setLinking(false);
              focus();
            }}
          />
        </Floating>
      )}
      {view && shown.selected !== null && shown.isFocused && !isLinking && !isReadOnly && (
        <Floating view={view} pos={shown.selected} side="above">
          <Box p="1">
            <Toolbar label="Selected text" groups={[selectionItems(options)]} onLeave={focus} size="xs" />
          </Box>
        </Floating>
      )}
      {view && shown.image !== null && !isReadOnly && (
        <Floating view={view} pos={shown.image} side="above">
          <ImageBox key={shown.image} view={view} pos={shown.image} />
        </Floating>
      )}
    </TextFrame>
  );
}

/** The notice about pasted pictures that are not in the media library; null if all are. */
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
      title: `${counted(lost, 'picture')} could not be pasted`,
      description: `Copy each picture alone, or upload its file.${others}`,
    };
  }
  if (hosts.size === 0) return null;
  return {
    title: 'Pasted images stay on another website',
    description: `Visitors load them from ${names}. Upload them to keep them.`,
  };
}

/** The shown state; the state before if nothing shown changes, so that typing renders nothing. */
function shownOf(state: EditorState, { before, hasFocus }: { before: Shown; hasFocus: boolean }): Shown {
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
    isFocused: hasFocus,
  };
  const isSame =
    [...next.active].join() === [...before.active].join() &&
    (['menu', 'isInTable', 'selected', 'image', 'block', 'addable', 'isFocused'] as const).every(
      (key) => next[key] === before[key],
    );
  return isSame ? before : next;
}
