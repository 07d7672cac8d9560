import { Button, Flex, IconButton, Input, Text } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, X } from '#icons';
import { closeHistory } from 'prosemirror-history';
import {
  findNext,
  findPrev,
  getMatchHighlights,
  getSearchState,
  replaceAll,
  replaceNext,
  SearchQuery,
  setSearchState,
} from 'prosemirror-search';
import type { Command } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useRef, useState } from 'react';

interface FindBarProps {
  view: EditorView;
  withReplacement: boolean;
  isReadOnly: boolean;
  onClose: () => void;
}

const queryFor = (search: string, replace = '') => new SearchQuery({ search, replace, literal: true });

/** Highlights the matches of the selected words. */
export function startSearch(view: EditorView): void {
  view.dispatch(setSearchState(view.state.tr, queryFor(selectedWords(view))));
}

/** The number of matches, and which of them is selected. */
function matchesText({ state }: EditorView): string {
  if (getSearchState(state)?.query.search === '') return '';
  const found = getMatchHighlights(state).find();
  const index = found.findIndex(({ from, to }) => from === state.selection.from && to === state.selection.to);
  const total = found.length === 1 ? '1 match' : `${found.length} matches`;
  return index === -1 ? total : `${index + 1} of ${total}`;
}

/** Find and replace. "Replace all" is one step of undo. */
export function FindBar({ view, withReplacement, isReadOnly, onClose }: FindBarProps) {
  const [search, setSearch] = useState(() => getSearchState(view.state)?.query.search ?? '');
  const [replacement, setReplacement] = useState('');
  const [announced, setAnnounced] = useState(() => matchesText(view));
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    field.current?.select();
    return () => {
      if (!view.isDestroyed) view.dispatch(setSearchState(view.state.tr, queryFor('')));
    };
  }, [view]);

  const ask = (next: { search: string; replacement: string }) => {
    setSearch(next.search);
    setReplacement(next.replacement);
    view.dispatch(setSearchState(view.state.tr, queryFor(next.search, next.replacement)));
    setAnnounced(matchesText(view));
  };
  const run = (command: Command) => {
    command(view.state, view.dispatch, view);
    view.dispatch(view.state.tr.scrollIntoView());
    setAnnounced(matchesText(view));
  };
  const replaceEvery = () => {
    const count = getMatchHighlights(view.state).find().length;
    replaceAll(view.state, (transaction) => view.dispatch(closeHistory(transaction)), view);
    setAnnounced(count === 1 ? 'Replaced 1 match' : `Replaced ${count} matches`);
  };

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
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <Input
        ref={field}
        size="sm"
        w="10rem"
        flex={{ base: '1', md: 'initial' }}
        aria-label="Find"
        placeholder="Find"
        value={search}
        onChange={({ target }) => ask({ search: target.value, replacement })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          run(event.shiftKey ? findPrev : findNext);
        }}
      />
      <Text as="span" role="status" textStyle="xs" color="fg.muted" minW="5rem">
        {announced}
      </Text>
      <IconButton
        aria-label="Previous match"
        size="xs"
        variant="ghost"
        colorPalette="gray"
        onClick={() => run(findPrev)}
      >
        <ArrowUp />
      </IconButton>
      <IconButton aria-label="Next match" size="xs" variant="ghost" colorPalette="gray" onClick={() => run(findNext)}>
        <ArrowDown />
      </IconButton>
      {withReplacement && !isReadOnly && (
        <>
          <Input
            size="sm"
            w="10rem"
            flex={{ base: '1', md: 'initial' }}
            aria-label="Replace with"
            placeholder="Replace with"
            value={replacement}
            onChange={({ target }) => ask({ search, replacement: target.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              run(replaceNext);
            }}
          />
          <Button size="xs" variant="outline" colorPalette="gray" onClick={() => run(replaceNext)}>
            Replace
          </Button>
          <Button size="xs" variant="outline" colorPalette="gray" onClick={replaceEvery}>
            Replace all
          </Button>
        </>
      )}
      <IconButton aria-label="Close search" size="xs" variant="ghost" colorPalette="gray" ms="auto" onClick={onClose}>
        <X />
      </IconButton>
    </Flex>
  );
}

function selectedWords({ state: { doc, selection } }: EditorView): string {
  const text = doc.textBetween(selection.from, selection.to, '\n');
  return text.includes('\n') || text.length > 100 ? '' : text;
}
