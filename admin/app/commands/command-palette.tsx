import { counted } from '@frontage/model/dates';
import { texts } from '@frontage/model/messages';
import { Box, Button, chakra, Flex, Kbd, Spinner, Text } from '@chakra-ui/react';
import { useId, useRef, useState } from 'react';
import { markText } from '../../lib/search/mark-text.ts';
import { useStaff } from '../../lib/session.tsx';
import { TextInput } from '../../ui/controls.tsx';
import { ListOption, onListKey } from '../../ui/list-option.tsx';
import { useRenderedRows } from '../../ui/list-rows.ts';
import { DialogFrame } from '../../ui/modal.tsx';
import { Badge } from '../../ui/note.tsx';
import { type PaletteRow, usePaletteRows } from './palette-rows.ts';

/**
 * A dialog to find and open a document, a user or a setting, or to run an action, by typing. A combobox with a list box:
 * focus stays in the field, arrow keys move the selection.
 */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { roles } = useStaff();
  const { rows, count, isPending, isTitlesOnly, retry } = usePaletteRows(typed);
  const current = Math.min(chosen, rows.length - 1);
  const drawn = useRenderedRows(rows);

  const run = (row: PaletteRow | undefined) => {
    if (!row) return;
    onClose();
    row.run();
  };

  const onKeyDown = onListKey({
    count: rows.length,
    index: current,
    onMove: setChosen,
    onEnter: () => run(rows[current]),
    onEscape: onClose,
  });

  return (
    <DialogFrame
      role="dialog"
      aria-label="Search"
      onClose={onClose}
      closesOutside
      initialFocus={input}
      maxWidth="38rem"
      marginTop="12vh"
    >
      <TextInput
        ref={input}
        role="combobox"
        aria-label="Search"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={rows.length > 0 ? `${listId}-${current}` : undefined}
        autoComplete="off"
        placeholder={`Search pages, demos,${roles.includes('admin') ? ' settings' : ' sections'} and actions`}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
        size="xl"
        border="0"
        borderBottomWidth="1px"
        rounded="0"
        _focusVisible={{ outline: 'none' }}
      />
      <Box role="listbox" id={listId} aria-label="Results" maxH="min(26rem, 60vh)" overflowY="auto" p="2">
        {drawn.map((row, index) => (
          <ListOption key={row.key} id={`${listId}-${index}`} isActive={index === current} onChoose={() => run(row)}>
            <Result {...row} />
          </ListOption>
        ))}
      </Box>
      {isPending && (
        <Flex px="5" pb="4" gap="2" align="center" color="fg.muted" textStyle="sm" aria-hidden>
          <Spinner size="xs" /> Searching…
        </Flex>
      )}
      {isTitlesOnly && !retry && (
        <Text role="status" px="5" pb="4" color="fg.muted" textStyle="sm">
          {texts.titlesOnly}
        </Text>
      )}
      {retry && (
        <Flex px="5" pb="4" gap="3" align="center" justify="space-between" wrap="wrap">
          <Text role="alert" color="fg.error" textStyle="sm">
            Documents could not be searched.
          </Text>
          <Button size="sm" variant="outline" onClick={retry}>
            Try again
          </Button>
        </Flex>
      )}
      <Text role="status" srOnly={rows.length > 0 || isPending || retry !== null} px="5" pb="5" color="fg.muted">
        {(rows.length > 0 || !retry) && statusOf({ shown: rows.length, count, isPending })}
      </Text>
    </DialogFrame>
  );
}

function statusOf({ shown, count, isPending }: { shown: number; count: number; isPending: boolean }): string {
  if (isPending) return 'Searching…';
  if (shown === 0) return 'Nothing found. Try fewer or other words.';
  return count > shown ? `${shown} of ${counted(count, 'result')}` : counted(shown, 'result');
}

function Result({ label, kind, icon: Icon, keys, snippet, isDraft, marks }: PaletteRow) {
  return (
    <Flex align="center" gap="3" minH="7">
      <Box as={Icon} boxSize="4" color="fg.muted" flexShrink="0" aria-hidden />
      <Box flex="1" minW="0">
        <Text truncate>
          <Marked text={label} marks={marks} isTitle />
        </Text>
        {snippet != null && snippet !== '' && (
          <Text textStyle="sm" color="fg.muted" lineClamp="2">
            <Marked text={snippet} marks={marks} />
          </Text>
        )}
      </Box>
      {(isDraft || kind !== undefined) && (
        <Flex flexShrink="0" direction={{ base: 'column', sm: 'row' }} align={{ base: 'end', sm: 'center' }} gap="1">
          {isDraft && <Badge tone="waiting">In a draft</Badge>}
          <Text as="span" textStyle="sm" color="fg.muted">
            {kind}
          </Text>
        </Flex>
      )}
      {keys?.map((key) => (
        <Kbd key={key} size="sm">
          {key}
        </Kbd>
      ))}
    </Flex>
  );
}

function Marked({ text, marks, isTitle }: { text: string; marks: readonly string[]; isTitle?: boolean }) {
  return markText(text, marks, isTitle).map((piece, index) =>
    piece.isMarked ? (
      <chakra.mark key={index} bg="transparent" color="fg" fontWeight="semibold" textDecoration="underline">
        {piece.text}
      </chakra.mark>
    ) : (
      piece.text
    ),
  );
}
