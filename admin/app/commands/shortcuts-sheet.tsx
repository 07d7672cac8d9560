import { chakra, Flex, Heading, Kbd } from '@chakra-ui/react';
import { useRef, type Ref } from 'react';
import { commandKey } from '../../ui/browser.ts';
import { Modal } from '../../ui/modal.tsx';
import { Switch } from '../../ui/toggle.tsx';
import { accountDestination, useDestinations } from '../navigation.ts';
import { useSingleKeys } from './commands.ts';

const everywhere: readonly [keys: readonly string[], does: string][] = [
  [[commandKey, 'K'], 'Search everything, or insert a link in a text'],
  [[commandKey, 'S'], 'Save the open document'],
  [[commandKey, 'Enter'], 'Use the main button of an editor'],
  [[commandKey, 'Shift', 'P'], 'Open or close the preview'],
  [['/'], 'Search the list'],
  [['?'], 'Show these shortcuts'],
  [['Esc'], 'Close a dialog'],
];

const inText: typeof everywhere = [
  [['/'], 'Insert a block at the start of a line or after a space'],
  [[commandKey, 'Z'], 'Undo your last step'],
  [[commandKey, 'Shift', 'Z'], 'Redo'],
  [[commandKey, 'B'], 'Bold'],
  [[commandKey, 'I'], 'Italic'],
  [[commandKey, 'E'], 'Code'],
  [[commandKey, 'Shift', 'X'], 'Strikethrough'],
  [[commandKey, 'K'], 'Insert or change a link'],
  [[commandKey, 'Alt', '2'], 'Heading 2; 3 and 4 for smaller ones, 0 for text'],
  [[commandKey, 'Shift', '8'], 'Bulleted list'],
  [[commandKey, 'Shift', '7'], 'Numbered list'],
  [[commandKey, ']'], 'Indent a list item'],
  [[commandKey, '['], 'Outdent a list item'],
  [[commandKey, 'Shift', '9'], 'Quote'],
  [[commandKey, 'Alt', 'C'], 'Code block'],
  [[commandKey, 'Alt', 'T'], 'Table'],
  [[commandKey, 'F'], 'Find in the text'],
  [[commandKey, 'H'], 'Find and replace in the text'],
  [[commandKey, 'Alt', 'B'], 'Open the menu of blocks'],
  [['Alt', 'Enter'], 'Open the settings of a block'],
  [['F2'], 'Type the title or caption of a block'],
  [['Alt', 'Shift', '↑'], 'Move a block up'],
  [['Alt', 'Shift', '↓'], 'Move a block down'],
  [[commandKey, 'Shift', 'D'], 'Duplicate a block'],
  [[commandKey, 'Shift', 'Backspace'], 'Delete a block'],
  [['Alt', 'F10'], 'Go to the toolbar of the text'],
  [['Esc', 'Tab'], 'Leave a text'],
];

/** The list of shortcuts with the switch for single keys. Loaded on first use. */
export default function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const destinations = useDestinations();
  const { isOn, setOn } = useSingleKeys();
  const top = useRef<HTMLHeadingElement>(null);
  const places = [...destinations, accountDestination].flatMap(({ key, label }) =>
    key === undefined ? [] : [[['g', key], `Go to ${label}`] as const],
  );
  return (
    <Modal isOpen onClose={onClose} title="Keyboard shortcuts" initialFocus={top}>
      <ShortcutList title="Everywhere" shortcuts={everywhere} headingRef={top} />
      <ShortcutList title="In a text" shortcuts={inText} />
      <ShortcutList title="Navigation" shortcuts={places} />
      <Switch
        label="Single-key shortcuts"
        help="Turn off if keys without Ctrl or Cmd get in your way."
        checked={isOn}
        onChange={(event) => setOn(event.target.checked)}
      />
    </Modal>
  );
}

interface ShortcutListProps {
  title: string;
  shortcuts: readonly (readonly [keys: readonly string[], does: string])[];
  /** Focused on opening, so that reading starts at the top. */
  headingRef?: Ref<HTMLHeadingElement>;
}

function ShortcutList({ title, shortcuts, headingRef }: ShortcutListProps) {
  return (
    <>
      <Heading as="h3" size="sm" ref={headingRef} tabIndex={-1} outline="none" mb="2">
        {title}
      </Heading>
      <chakra.dl mb="5">
        {shortcuts.map(([keys, does]) => (
          <Flex
            key={does}
            justify="space-between"
            align="center"
            py="1.5"
            borderTopWidth="1px"
            borderColor="border.muted"
          >
            <dt>{does}</dt>
            <Flex as="dd" gap="1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Flex>
          </Flex>
        ))}
      </chakra.dl>
    </>
  );
}
