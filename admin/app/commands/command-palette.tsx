import { FileText, House, MonitorPlay } from '#icons';
import { counted } from '@frontage/model/dates';
import { foldText } from '@frontage/model/fold';
import { adminPaths } from '@frontage/model/paths';
import { Box, chakra, Flex, Kbd, Text } from '@chakra-ui/react';
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { findTargets } from '../../editing/links/link-targets.ts';
import { useDocuments } from '../../lib/documents/documents.queries.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useStaff } from '../../lib/session.tsx';
import { useColorMode } from '../../ui/browser.ts';
import { TextInput } from '../../ui/controls.tsx';
import { DialogFrame } from '../../ui/modal.tsx';
import { useCommands } from './commands.ts';
import { type Command, listCommands, matchCommands } from './list-commands.ts';

/** The number of documents shown for typed words. */
const shownDocuments = 6;

/**
 * A dialog to find and open a document or to run a command by typing. A combobox with a list box: focus stays in the field, arrow keys move
 * the selection.
 */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const commands = useAvailableCommands();
  const documents = useDocumentCommands();
  const matches = useMemo(() => {
    const found = typed.trim().length < 2 ? [] : findTargets(documents, typed, shownDocuments);
    return [...matchCommands(commands, typed), ...found];
  }, [commands, documents, typed]);
  const current = Math.min(chosen, matches.length - 1);

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((current + step + matches.length) % Math.max(1, matches.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(matches[current]);
    }
  };

  return (
    <DialogFrame
      role="dialog"
      aria-label="Commands"
      onClose={onClose}
      closesOutside
      initialFocus={input}
      maxWidth="34rem"
      marginTop="12vh"
    >
      <TextInput
        ref={input}
        role="combobox"
        aria-label="Find a command"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={matches.length > 0 ? `${listId}-${current}` : undefined}
        autoComplete="off"
        placeholder="Search pages, demos, sections and commands"
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
      <Box role="listbox" id={listId} aria-label="Commands" maxH="22rem" overflowY="auto" p="2">
        {matches.map((command, index) => (
          <CommandRow
            key={command.id ?? command.label}
            id={`${listId}-${index}`}
            command={command}
            isCurrent={index === current}
            onPoint={() => setChosen(index)}
            onRun={() => run(command)}
          />
        ))}
      </Box>
      <Text role="status" srOnly={matches.length > 0} px="5" pb="5" color="fg.muted">
        {matches.length === 0 ? 'Nothing found.' : counted(matches.length, 'result')}
      </Text>
    </DialogFrame>
  );
}

interface CommandRowProps {
  id: string;
  command: Command;
  isCurrent: boolean;
  onPoint: () => void;
  onRun: () => void;
}

function CommandRow({ id, command: { label, note, icon: Icon, keys }, isCurrent, onPoint, onRun }: CommandRowProps) {
  return (
    <Flex
      id={id}
      role="option"
      aria-selected={isCurrent}
      ref={(row: HTMLDivElement | null) => {
        if (isCurrent) row?.scrollIntoView({ block: 'nearest' });
      }}
      align="center"
      gap="3"
      px="3"
      minH="10"
      rounded="l2"
      cursor="pointer"
      bg={isCurrent ? 'colorPalette.subtle' : undefined}
      onPointerMove={onPoint}
      onClick={onRun}
    >
      <Box as={Icon} boxSize="4" color="fg.muted" aria-hidden />
      <chakra.span flex="1" minW="0" truncate>
        {label}
      </chakra.span>
      {note !== undefined && (
        <chakra.span textStyle="sm" color="fg.muted">
          {note}
        </chakra.span>
      )}
      {keys?.map((key) => (
        <Kbd key={key} size="sm">
          {key}
        </Kbd>
      ))}
    </Flex>
  );
}

function useAvailableCommands(): Command[] {
  const { roles } = useStaff();
  const { config } = useFirebase();
  const { setMode } = useColorMode();
  const { openSheet } = useCommands();
  const navigate = useNavigate();
  return useMemo(
    () =>
      listCommands(roles, {
        go: (path) => void navigate(path),
        openSite: (path) => window.open(config.siteOrigin + path, '_blank', 'noopener'),
        setColorMode: setMode,
        openSheet,
      }),
    [config.siteOrigin, navigate, openSheet, roles, setMode],
  );
}

/** A command for each document that opens its editor, the most recently edited first. */
function useDocumentCommands(): (Command & { words: string })[] {
  const navigate = useNavigate();
  const pages = useDocuments('page').data;
  const demos = useDocuments('demo').data;
  const sections = useDocuments('section').data;
  return useMemo(() => {
    const named = [
      ...(pages ?? []).map(({ document }) => ({
        kind: 'page' as const,
        icon: FileText,
        title: document.title,
        document,
      })),
      ...(demos ?? []).map(({ document }) => ({
        kind: 'demo' as const,
        icon: MonitorPlay,
        title: document.heading,
        document,
      })),
      ...(sections ?? []).map(({ document }) => ({
        kind: 'section' as const,
        icon: House,
        title: document.title,
        document,
      })),
    ];
    return named
      .toSorted((a, b) => (a.document.updated_at < b.document.updated_at ? 1 : -1))
      .map(({ kind, icon, title, document }) => ({
        id: `${kind}/${document.id}`,
        label: title,
        note: { page: 'Page', demo: 'Demo', section: 'Section' }[kind],
        icon,
        words: foldText(`${title} ${'slug' in document ? document.slug : document.section_key}`),
        run: () => void navigate(adminPaths[kind](document.id)),
      }));
  }, [pages, demos, sections, navigate]);
}
