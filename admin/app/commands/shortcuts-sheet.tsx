import { chakra, Flex, Kbd, Text } from '@chakra-ui/react';
import { useStaff } from '../../lib/session.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Switch } from '../../ui/toggle.tsx';
import { accountDestination, destinations, isOpenTo } from '../navigation.ts';
import { useSingleKeys } from './single-keys.ts';

const commandKey = /mac/i.test(navigator.platform) ? '⌘' : 'Ctrl';

const everywhere: readonly [keys: readonly string[], does: string][] = [
  [[commandKey, 'K'], 'Find a command'],
  [[commandKey, 'S'], 'Save what is being edited'],
  [['/'], 'Search the list'],
  [['?'], 'Show these shortcuts'],
  [['Esc'], 'Close a dialog'],
];

/** Every shortcut, and the switch for those without a modifier. Loaded when first asked for. */
export default function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const { roles } = useStaff();
  const { isOn, setOn } = useSingleKeys();
  const places = [...destinations, accountDestination]
    .filter((destination) => isOpenTo(destination, roles))
    .map(({ key, label }) => [['g', key], `Go to ${label}`] as const);
  return (
    <Modal isOpen onClose={onClose} title="Keyboard shortcuts">
      <ShortcutList title="Everywhere" shortcuts={everywhere} />
      <ShortcutList title="Places" shortcuts={places} />
      <Switch
        label="Single-key shortcuts"
        help="Turn off if keys without Ctrl or Cmd get in your way."
        checked={isOn}
        onChange={(event) => setOn(event.target.checked)}
      />
    </Modal>
  );
}

function ShortcutList({
  title,
  shortcuts,
}: {
  title: string;
  shortcuts: readonly (readonly [keys: readonly string[], does: string])[];
}) {
  return (
    <>
      <Text as="h3" fontWeight="semibold" mb="2">
        {title}
      </Text>
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
