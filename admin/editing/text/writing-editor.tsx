import { Box, Flex, Text } from '@chakra-ui/react';
import { blockDefinition } from '@frontage/model/blocks';
import { counted } from '@frontage/model/dates';
import type { Bucket } from '@frontage/model/paths';
import type { EditorView } from 'prosemirror-view';
import { memo, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { useDocuments } from '../../lib/documents/documents.queries.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { useShowImage } from '../media/image-address.ts';
import { LinkBox } from './link-box.tsx';
import { TextFrame, useTextEditor, type TextEditorProps } from './text-editor.tsx';
import { BlockForm } from './block-form.tsx';
import { BlockHandle, FindBar, Floating, ImageBox } from './floating.tsx';
import { slashItems, type SlashMenu, SlashMenuList } from './slash-menu.tsx';
import { blockItems, formattingGroups, selectionItems, tableItems, Toolbar } from './toolbar.tsx';
import { WritingController, type WritingState } from './writing-controller.ts';
import { useSiteTextStyles, writingStyles } from './writing-styles.ts';

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
  const { isReadOnly } = props;
  const id = useId();
  // State instead of a ref, because the handle of blocks is rendered with the element.
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const controller = useWritingController(props, id, frame);
  const state = useSyncExternalStore(controller.subscribe, controller.state);
  const { editor, search, shown } = state;
  const view = editor?.view;
  useTextEditor(editor, props, id);
  useMenuAttributes(view, shown.menu, id);

  return (
    <TextFrame {...{ id, editor }} text={props} picker={(element) => controller.attachPicker(element)}>
      {!isReadOnly && <Toolbars {...{ controller, state }} />}
      {view && search && (
        <FindBar
          key={search.key}
          view={view}
          withReplacement={search.withReplacement}
          isReadOnly={isReadOnly}
          onClose={() => {
            controller.closeSearch();
            controller.focus();
          }}
        />
      )}
      <SiteTextStyles />
      {state.hasDemos && <DemoTitles onRead={controller.setDemoTitles} />}
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
        {shown.menu && menuText(shown.menu)}
      </Text>
      <Text srOnly role="status" data-announcement="">
        {state.announced}
      </Text>
      {view && <Boxes {...{ id, controller, state, view, isReadOnly }} bucket={props.bucket} />}
    </TextFrame>
  );
}

/** Opens an editor of the field in an element, and again for another field. */
function useWritingController(props: TextEditorProps, id: string, frame: HTMLElement | null): WritingController {
  const { field, images, history, placeholder } = props;
  const notify = useNotify();
  const { siteOrigin } = useFirebase().config;
  const [controller] = useState(() => new WritingController({ notify, siteOrigin }));
  const showImage = useShowImage(frame);
  useEffect(() => {
    if (!frame) return;
    return controller.open({
      parent: frame,
      labelledBy: `${id}-label`,
      menu: { id: menuId(id), option: (index) => optionId(id, index) },
      ...{ field, images, history, placeholder, showImage },
    });
  }, [controller, frame, id, placeholder, showImage, field, images, history]);
  return controller;
}

const menuId = (id: string): string => `${id}-menu`;
const optionId = (id: string, index: number): string => `${id}-option-${index}`;

function menuText({ query, index }: SlashMenu): string {
  const items = slashItems(query);
  return `${counted(items.length, 'block')}. ${items[index]?.label ?? ''}`;
}

/** Names the open slash menu and its active option at the text, which keeps focus. */
function useMenuAttributes(view: EditorView | undefined, menu: SlashMenu | null, id: string): void {
  useEffect(() => {
    if (!view) return;
    if (menu) {
      view.dom.setAttribute('aria-controls', menuId(id));
      view.dom.setAttribute('aria-activedescendant', optionId(id, menu.index));
    } else for (const attribute of ['aria-controls', 'aria-activedescendant']) view.dom.removeAttribute(attribute);
  });
}

interface PartProps {
  controller: WritingController;
  state: WritingState;
}

const formattingOptions = ({ controller, state: { shown, search } }: PartProps) => ({
  active: shown.active,
  run: controller.run.bind(controller),
  onLink: () => controller.openLink(),
  onImage: () => controller.pickImage(),
  onInsert: () => controller.openMenu(),
  onFind: () => (search ? controller.closeSearch() : controller.openSearch(true)),
});

/** The buttons for the text, and for the table and the block around the selection. */
function Toolbars({ controller, state }: PartProps) {
  const { block, addable, isInTable } = state.shown;
  const options = formattingOptions({ controller, state });
  const onLeave = () => controller.focus();
  return (
    <>
      <Box p="1.5" borderBottomWidth="1px" bg="bg.subtle" containerType="inline-size">
        <Toolbar
          ref={(element) => controller.attachToolbar(element)}
          label="Formatting"
          groups={formattingGroups(options)}
          onLeave={onLeave}
        />
      </Box>
      {isInTable && (
        <Box p="1" borderBottomWidth="1px" bg="bg.subtle">
          <Toolbar label="Table" groups={[tableItems(options.run)]} onLeave={onLeave} size="xs" />
        </Box>
      )}
      {block !== null && (
        <Flex p="1" ps="3" gap="2" align="center" borderBottomWidth="1px" bg="bg.subtle">
          <Text textStyle="xs" fontWeight="semibold">
            {blockDefinition(block)?.label}
          </Text>
          <Toolbar
            label="Block"
            groups={[
              blockItems({
                run: options.run,
                addable: (addable === null ? undefined : blockDefinition(addable)?.label) ?? null,
                onAdd: () => controller.addBlock(),
                onSettings: () => controller.openForm(),
              }),
            ]}
            onLeave={onLeave}
            size="xs"
          />
        </Flex>
      )}
    </>
  );
}

interface BoxesProps extends PartProps {
  id: string;
  view: EditorView;
  bucket: Bucket;
  isReadOnly: boolean;
}

/** The boxes beside a place of the text: slash menu, form of a block, link, selected text and image. */
function Boxes({ id, controller, state, view, bucket, isReadOnly }: BoxesProps) {
  const { shown, form, link } = state;
  const { menu, selected, image } = shown;
  return (
    <>
      {menu && (
        <Floating view={view} pos={menu.from} side="below">
          <SlashMenuList
            id={menuId(id)}
            option={(index) => optionId(id, index)}
            items={slashItems(menu.query)}
            index={menu.index}
            onChoose={(index) => controller.choose(menu, index)}
          />
        </Floating>
      )}
      {form && (
        <Floating view={view} pos={form.pos} side="below" isBlock={!form.isNew}>
          <BlockForm
            key={form.pos}
            {...{ ...form, bucket }}
            onLeave={() => controller.leaveForm()}
            onClose={() => {
              controller.leaveForm();
              controller.focus();
            }}
          />
        </Floating>
      )}
      {link && (
        <Floating view={view} pos={link.pos} side="below">
          <LinkBox
            href={link.href}
            onApply={(href, text) => controller.applyLink(href, text)}
            onClose={() => controller.closeLink()}
          />
        </Floating>
      )}
      {selected !== null && shown.isFocused && !link && !isReadOnly && (
        <Floating view={view} pos={selected} side="above">
          <Box p="1">
            <Toolbar
              label="Selected text"
              groups={[selectionItems(formattingOptions({ controller, state }))]}
              onLeave={() => controller.focus()}
              size="xs"
            />
          </Box>
        </Floating>
      )}
      {image !== null && !isReadOnly && (
        <Floating view={view} pos={image} side="above">
          <ImageBox key={image} view={view} pos={image} />
        </Floating>
      )}
    </>
  );
}
