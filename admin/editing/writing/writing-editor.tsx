import { Box, Text } from '@chakra-ui/react';
import { counted } from '@frontage/model/dates';
import { TextSelection, type EditorState } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useFirebase } from '../../lib/firebase.tsx';
import { imageAddress } from '../image/image-file.ts';
import { LinkBox } from '../links/link-box.tsx';
import { TextFrame, useTextEditor, type TextEditorProps } from '../markdown/text-editor.tsx';
import { BlockHandle, FindBar, Floating, ImageBox, selectedImage, startSearch } from './floating.tsx';
import { siteTextStyles, useBrandColor, writingStyles } from './writing-styles.ts';
import { commands, linkAt, setLink, type CommandName, type EditorCommand } from './commands.ts';
import { slashItems, type SlashMenu, SlashMenuList, slashMenuOf } from './slash-menu.tsx';
import { formattingGroups, selectionItems, tableItems, Toolbar } from './toolbar.tsx';
import { openVisualEditor, type VisualEditor, type VisualEditorOptions } from './visual-editor.ts';

/** The state of the editor that its toolbars show. */
interface Shown {
  active: ReadonlySet<CommandName>;
  menu: SlashMenu | null;
  isInTable: boolean;
  /** The start of a selected text; null without one. */
  selected: number | null;
  image: number | null;
  isFocused: boolean;
}

const nothing: Shown = {
  active: new Set(),
  menu: null,
  isInTable: false,
  selected: null,
  image: null,
  isFocused: false,
};

interface Events extends Pick<VisualEditorOptions, 'onOpen' | 'onUpdate'> {
  onChoose: (menu: SlashMenu) => void;
}

const noEvents: Events = {
  onOpen: () => {},
  onChoose: () => {},
  onUpdate: () => {},
};

/** A visual editor of a Markdown field. It shows the text as the site does, and writes Markdown. */
export function WritingEditor(props: TextEditorProps) {
  const { field, images, placeholder, isReadOnly } = props;
  const id = useId();
  const { config } = useFirebase();
  // State instead of refs, because toolbars and menus are rendered from functions that use the elements.
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [bar, setBar] = useState<HTMLDivElement | null>(null);
  const [picker, setPicker] = useState<HTMLInputElement | null>(null);
  const [editor, setEditor] = useState<VisualEditor | null>(null);
  const [shown, setShown] = useState(nothing);
  const [isLinking, setLinking] = useState(false);
  const [finding, setFinding] = useState<{ withReplacement: boolean } | null>(null);
  const brandColor = useBrandColor();
  const styles = useMemo(() => siteTextStyles(brandColor), [brandColor]);

  useTextEditor(editor, props, id);
  const run = (command: CommandName) => editor?.run(commands[command]);
  const choose = (at: SlashMenu, index: number) => {
    const chosen = slashItems(at.query)[index];
    if (!editor || !chosen) return;
    editor.view.dispatch(editor.view.state.tr.delete(at.from, at.to));
    if (chosen.name === 'image') picker?.click();
    else if (chosen.name === 'link') setLinking(true);
    else run(chosen.name);
  };
  const find = (withReplacement: boolean) => {
    if (editor) startSearch(editor.view);
    setFinding({ withReplacement });
  };

  const events = useRef<Events>(noEvents);
  useEffect(() => {
    events.current = {
      onOpen: (part) => {
        if (part === 'link') setLinking(true);
        else if (part === 'toolbar') bar?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
        else find(part === 'replace');
      },
      onChoose: (menu) => choose(menu, menu.index),
      onUpdate: (state) => setShown((before) => shownOf(state, { before, hasFocus: editor?.view.hasFocus() ?? false })),
    };
  });

  const { siteOrigin } = config;
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
        addressOf: (src) => imageAddress(src, siteOrigin) ?? src,
        onChange: field.onChange,
        onBlur: field.onBlur,
        onUpdate: (state) => events.current.onUpdate(state),
        onFiles: images.onFiles,
        onOpen: (part) => events.current.onOpen(part),
        slash: { count: (query) => slashItems(query).length, choose: (_, menu) => events.current.onChoose(menu) },
        uploads: images,
      });
      setEditor(opened);
    });
    return () => {
      clearTimeout(opening);
      opened?.destroy();
    };
  }, [frame, id, placeholder, siteOrigin, field, images]);

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

  const options = {
    active: shown.active,
    run,
    onLink: () => setLinking(true),
    onImage: () => picker?.click(),
    onFind: () => (finding ? setFinding(null) : find(true)),
  };
  const focus = () => editor?.focus();
  const view = editor?.view;

  return (
    <TextFrame {...{ id, editor }} text={props} picker={setPicker}>
      {!isReadOnly && (
        <Box p="1.5" borderBottomWidth="1px" bg="bg.subtle">
          <Toolbar ref={setBar} label="Formatting" groups={formattingGroups(options)} onLeave={focus} />
        </Box>
      )}
      {!isReadOnly && shown.isInTable && (
        <Box p="1" borderBottomWidth="1px" bg="bg.subtle">
          <Toolbar label="Table" groups={[tableItems(run)]} onLeave={focus} size="xs" />
        </Box>
      )}
      {view && finding && (
        <FindBar
          key={String(finding.withReplacement)}
          view={view}
          withReplacement={finding.withReplacement}
          isReadOnly={isReadOnly}
          onClose={() => {
            setFinding(null);
            focus();
          }}
        />
      )}
      <style>{styles}</style>
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

/** The shown state; the state before if nothing shown changes, so that typing renders nothing. */
function shownOf(state: EditorState, { before, hasFocus }: { before: Shown; hasFocus: boolean }): Shown {
  const active = new Set<CommandName>();
  for (const [name, command] of Object.entries(commands) as [CommandName, EditorCommand][]) {
    if (command.isActive?.(state)) active.add(name);
  }
  const { selection } = state;
  const isText = selection instanceof TextSelection && !selection.empty;
  const image = selectedImage(state);
  const next: Shown = {
    active,
    menu: slashMenuOf(state),
    isInTable: isInTable(state),
    selected: isText && !selection.$from.parent.type.spec.code ? selection.from : null,
    image,
    isFocused: hasFocus,
  };
  const isSame =
    [...next.active].join() === [...before.active].join() &&
    (['menu', 'isInTable', 'selected', 'image', 'isFocused'] as const).every((key) => next[key] === before[key]);
  return isSame ? before : next;
}
