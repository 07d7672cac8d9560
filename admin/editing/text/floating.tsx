import { Button, chakra, Flex, IconButton, Input, Text } from '@chakra-ui/react';
import type { EditorView } from 'prosemirror-view';
import { counted } from '@frontage/model/dates';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Command, NodeSelection } from 'prosemirror-state';
import { getSearchState } from 'prosemirror-search';
import { Anchored } from '../../ui/anchored.tsx';
import { Checkbox } from '../../ui/toggle.tsx';
import { ArrowDown, ArrowUp, GripVertical, X } from '#icons';
import { currentMatch, findMatches, replaceAllMatches, replaceMatch, searchFor, stepToMatch } from './find.ts';

interface FindBarProps {
  view: EditorView;
  /** Whether the field for other words is shown at first; a button shows it later. */
  withReplacement: boolean;
  isReadOnly: boolean;
  onClose: () => void;
}

/** The number of matches, which of them is selected, and where it is if that is no text. */
function matchesText({ state }: EditorView): string {
  if (getSearchState(state)?.query.search === '') return '';
  const found = findMatches(state);
  const index = currentMatch(found, state);
  const place = found[index]?.value?.label;
  const total = counted(found.length, 'match', 'matches');
  return index === -1 ? total : `${index + 1} of ${total}${place === undefined ? '' : `, ${place}`}`;
}

const fieldStyle = {
  size: 'sm',
  w: '10rem',
  flex: { base: '1 1 9rem', md: 'initial' },
  bg: 'bg.panel',
  borderColor: 'border.control',
} as const;

/** Find and replace. "Replace all" is one step of undo. */
export function FindBar({ view, withReplacement, isReadOnly, onClose }: FindBarProps) {
  const search = useSearch(view);
  const [replaces, setReplaces] = useState(withReplacement);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);

  return (
    <Flex
      role="search"
      aria-label="Find and replace"
      gap="2"
      p="2"
      wrap="wrap"
      align="center"
      borderBottomWidth="1px"
      bg="bg.subtle"
      onKeyDown={(event) => {
        const letter = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : '';
        if (letter === 'h') setReplaces(true);
        else if (letter === 'f') field.current?.select();
        else if (event.key === 'Escape') onClose();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <Input
        ref={field}
        {...fieldStyle}
        aria-label="Find"
        placeholder="Find"
        value={search.words}
        onChange={({ target }) => search.find({ words: target.value })}
        onKeyDown={onEnter(({ shiftKey }) => search.step(shiftKey ? -1 : 1))}
      />
      <Text as="span" role="status" textStyle="xs" color="fg.muted" minW={{ base: '0', md: '5rem' }}>
        {search.announced}
      </Text>
      <IconButton {...iconStyle} aria-label="Previous match" onClick={() => search.step(-1)}>
        <ArrowUp />
      </IconButton>
      <IconButton {...iconStyle} aria-label="Next match" onClick={() => search.step(1)}>
        <ArrowDown />
      </IconButton>
      <Checkbox
        label="Match case"
        checked={search.matchesCase}
        onChange={({ target }) => search.find({ matchesCase: target.checked })}
      />
      {!isReadOnly && !replaces && (
        <Button
          size="xs"
          variant="ghost"
          colorPalette="gray"
          title="Replace the words (Ctrl/Cmd+H)"
          onClick={() => setReplaces(true)}
        >
          Replace…
        </Button>
      )}
      {!isReadOnly && replaces && <Replacement search={search} hasFocus={!withReplacement} />}
      <IconButton {...iconStyle} aria-label="Close search" ms="auto" onClick={onClose}>
        <X />
      </IconButton>
    </Flex>
  );
}

const iconStyle = { size: 'xs', variant: 'ghost', colorPalette: 'gray' } as const;

const onEnter = (run: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  run(event);
};

/** The search in a text: its words, and its result in words. */
function useSearch(view: EditorView) {
  const [words, setWords] = useState(() => getSearchState(view.state)?.query.search ?? '');
  const [matchesCase, setMatchesCase] = useState(false);
  const [announced, setAnnounced] = useState(() => matchesText(view));
  const run = (command: Command) => {
    command(view.state, view.dispatch, view);
    view.dispatch(view.state.tr.scrollIntoView());
    setAnnounced(matchesText(view));
  };
  return {
    words,
    matchesCase,
    announced,
    find: (change: { words?: string; matchesCase?: boolean }) => {
      const next = { words, matchesCase, ...change };
      setWords(next.words);
      setMatchesCase(next.matchesCase);
      view.dispatch(searchFor(view.state.tr, { search: next.words, caseSensitive: next.matchesCase }));
      setAnnounced(matchesText(view));
    },
    step: (by: 1 | -1) => run(stepToMatch(by)),
    replace: (by: string) => run(replaceMatch(by)),
    replaceAll: (by: string) => {
      const count = replaceAllMatches(view.state, by, view.dispatch.bind(view));
      setAnnounced(count === 1 ? 'Replaced 1 match' : `Replaced ${count} matches`);
    },
  };
}

/** The field for other words, with its buttons. */
function Replacement({ search, hasFocus }: { search: ReturnType<typeof useSearch>; hasFocus: boolean }) {
  const [words, setWords] = useState('');
  return (
    <>
      <Input
        // Opened by the user to type.
        autoFocus={hasFocus}
        {...fieldStyle}
        aria-label="Replace with"
        placeholder="Replace with"
        value={words}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={onEnter(() => search.replace(words))}
      />
      <Button size="xs" variant="outline" colorPalette="gray" onClick={() => search.replace(words)}>
        Replace
      </Button>
      <Button size="xs" variant="outline" colorPalette="gray" onClick={() => search.replaceAll(words)}>
        Replace all
      </Button>
    </>
  );
}

/** The alternative text of the selected image. */
export function ImageBox({ view, pos }: { view: EditorView; pos: number }) {
  const [alt, setAlt] = useState(String(view.state.doc.nodeAt(pos)?.attrs['alt'] ?? ''));
  const change = (next: string) => {
    setAlt(next);
    const { tr } = view.state;
    tr.setNodeAttribute(pos, 'alt', next);
    view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, pos)));
  };
  return (
    <Flex role="group" aria-label="Image" p="2" gap="2" w="min(24rem, calc(100vw - 2rem))">
      <Input
        size="sm"
        aria-label="Alternative text"
        placeholder="Describe the image"
        value={alt}
        onChange={({ target }) => change(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          view.focus();
        }}
      />
      <Button
        size="sm"
        variant="ghost"
        colorPalette="gray"
        onClick={() => {
          view.dispatch(view.state.tr.delete(pos, pos + 1));
          view.focus();
        }}
      >
        Remove
      </Button>
    </Flex>
  );
}

interface FloatingProps {
  view: EditorView;
  pos: number;
  side: 'above' | 'below';
  isBlock?: boolean;
  children: ReactNode;
}

/** Content beside a position of the text, or beside the block at it. */
export function Floating({ view, pos, side, isBlock = false, children }: FloatingProps) {
  const at = () => {
    if (view.isDestroyed) return null;
    const block = isBlock ? view.nodeDOM(pos) : null;
    return block instanceof HTMLElement
      ? block.getBoundingClientRect()
      : view.coordsAtPos(Math.min(pos, view.state.doc.content.size));
  };
  return (
    <Anchored at={at} side={side}>
      {children}
    </Anchored>
  );
}

/**
 * A handle beside the block under the pointer: dragging moves the block, a press selects it. With the keyboard, Alt +
 * Shift + arrow keys move the block of the caret.
 */
export function BlockHandle({ view, frame }: { view: EditorView; frame: HTMLElement }) {
  const [place, setPlace] = useState<{ pos: number; top: number; left: number } | null>(null);
  const handle = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const follow = ({ clientX, clientY, target }: PointerEvent) => {
      if (target === handle.current || handle.current?.contains(target as Node)) return;
      const box = view.dom.getBoundingClientRect();
      const block = [...view.dom.children].find((child) => {
        const { top, bottom } = child.getBoundingClientRect();
        return clientY >= top - 6 && clientY <= bottom + 6;
      });
      if (!block || clientX > box.right) {
        setPlace(null);
        return;
      }
      const index = view.posAtDOM(block, 0);
      const $pos = view.state.doc.resolve(Math.min(index, view.state.doc.content.size));
      const pos = $pos.depth > 0 ? $pos.before(1) : index;
      const around = frame.getBoundingClientRect();
      const text = parseFloat(getComputedStyle(view.dom).paddingInlineStart);
      const top = block.getBoundingClientRect().top - around.top + frame.scrollTop;
      setPlace({ pos, top, left: box.left - around.left + text - 34 });
    };
    const hide = () => setPlace(null);
    frame.addEventListener('pointermove', follow);
    frame.addEventListener('pointerleave', hide);
    view.dom.addEventListener('keydown', hide);
    return () => {
      frame.removeEventListener('pointermove', follow);
      frame.removeEventListener('pointerleave', hide);
      view.dom.removeEventListener('keydown', hide);
    };
  }, [view, frame]);

  if (!place) return null;
  const select = () => {
    const node = view.state.doc.nodeAt(place.pos);
    if (!node) return null;
    const selection = NodeSelection.create(view.state.doc, place.pos);
    view.dispatch(view.state.tr.setSelection(selection));
    return selection;
  };
  return (
    <chakra.button
      ref={handle}
      type="button"
      tabIndex={-1}
      aria-label="Move block"
      title="Drag to move. Alt+Shift+↑ or ↓ moves the block of the caret."
      draggable
      position="absolute"
      display={{ base: 'none', lg: 'grid' }}
      placeItems="center"
      w="6"
      h="7"
      rounded="l1"
      color="fg.muted"
      cursor="grab"
      _hover={{ bg: 'bg.muted', color: 'fg' }}
      css={{ '& svg': { width: '1rem', height: '1rem' } }}
      style={{ top: place.top, left: place.left }}
      onClick={() => {
        select();
        view.focus();
      }}
      onDragStart={(event) => {
        const selection = select();
        if (!selection) return;
        const slice = selection.content();
        const block = view.nodeDOM(place.pos);
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', slice.content.textBetween(0, slice.content.size, '\n'));
        if (block instanceof HTMLElement) event.dataTransfer.setDragImage(block, 0, 0);
        // ProseMirror moves this slice when it is dropped.
        Object.assign(view, { dragging: { slice, move: true } });
      }}
    >
      <GripVertical />
    </chakra.button>
  );
}
