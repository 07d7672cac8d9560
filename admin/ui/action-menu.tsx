import { chakra, IconButton, type IconButtonProps } from '@chakra-ui/react';
import { ChevronDown } from '#icons';
import { type ReactNode, useId, useRef, useState, type KeyboardEvent } from 'react';

interface MenuAction {
  label: string;
  /** Equivalent shortcut, as displayed. */
  keys?: string | undefined;
  tone?: 'danger' | undefined;
  /** A second line. */
  detail?: string;
  /** Distinguishes actions with the same label. */
  key?: string | number;
  run: () => void;
}

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

interface ActionMenuProps {
  label: string;
  actions: readonly MenuAction[];
  /** The content of the button. */
  icon?: ReactNode;
  /** Shown instead of a menu without actions. */
  empty?: string;
  /** Describes the actions, below them. */
  note?: string;
  /** The edge of the button at which the menu begins. */
  edge?: 'left' | 'right';
  button?: IconButtonProps;
}

/** A button that opens a list of actions. Uses the native popover: Escape and a press outside close it. */
export function ActionMenu(props: ActionMenuProps) {
  const { label, actions, icon = <ChevronDown />, empty, note, edge = 'right', button: look } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isEmpty = actions.length === 0 && empty !== undefined;
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];

  const place = () => {
    const { bottom = 0, left = 0, right = 0 } = button.current?.getBoundingClientRect() ?? {};
    const distance = edge === 'left' ? left : document.documentElement.clientWidth - right;
    menu.current?.style.setProperty('top', `${bottom + 4}px`);
    menu.current?.style.setProperty(edge, `${distance}px`);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const all = items();
    const next = steps[event.key]?.(all.indexOf(document.activeElement as HTMLElement), all.length);
    if (next === undefined) {
      if (event.key === 'Tab') menu.current?.hidePopover();
      return;
    }
    event.preventDefault();
    all[next]?.focus();
  };

  return (
    <>
      <IconButton
        ref={button}
        popoverTarget={id}
        aria-label={label}
        title={label}
        aria-haspopup={isEmpty ? 'true' : 'menu'}
        aria-expanded={isOpen}
        size="sm"
        variant="outline"
        colorPalette="gray"
        {...look}
      >
        {icon}
      </IconButton>
      <chakra.div
        ref={menu}
        id={id}
        popover="auto"
        // A menu without items is a note.
        role={isEmpty ? 'note' : 'menu'}
        aria-label={label}
        aria-description={isEmpty ? undefined : note}
        tabIndex={isEmpty ? -1 : undefined}
        outline="none"
        onBeforeToggle={place}
        onToggle={(event) => {
          const opens = event.newState === 'open';
          setOpen(opens);
          if (opens) (items()[0] ?? menu.current)?.focus();
        }}
        onKeyDown={onKeyDown}
        position="fixed"
        {...(edge === 'left' ? { right: 'auto' } : { left: 'auto' })}
        m="0"
        p="1"
        minW="13rem"
        maxW="min(24rem, 100vw - 1.5rem)"
        maxH="min(30rem, 75vh)"
        overflowY="auto"
        bg="bg.panel"
        color="fg"
        borderWidth="1px"
        borderColor="border.emphasized"
        rounded="l2"
        shadow="lg"
      >
        {isEmpty && (
          <chakra.p textStyle="sm" color="fg.muted" px="3" py="2">
            {empty}
          </chakra.p>
        )}
        {actions.map(({ label: name, keys, tone, detail, key = name, run }) => (
          <chakra.button
            key={key}
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              menu.current?.hidePopover();
              run();
            }}
            display="flex"
            width="full"
            minH="9"
            px="3"
            gap="6"
            alignItems="center"
            justifyContent="space-between"
            textStyle="sm"
            textAlign="start"
            rounded="l1"
            cursor="pointer"
            color={tone === 'danger' ? 'fg.error' : 'fg'}
            _hover={{ bg: 'bg.subtle' }}
            focusVisibleRing="inside"
          >
            {detail === undefined ? (
              name
            ) : (
              <chakra.span py="1.5" minW="0">
                <chakra.span display="block" overflowWrap="anywhere">
                  {name}
                </chakra.span>
                <chakra.span display="block" textStyle="xs" color="fg.muted">
                  {detail}
                </chakra.span>
              </chakra.span>
            )}
            {keys !== undefined && (
              <chakra.span aria-hidden textStyle="xs" color="fg.muted">
                {keys}
              </chakra.span>
            )}
          </chakra.button>
        ))}
        {!isEmpty && note !== undefined && (
          <chakra.p aria-hidden textStyle="xs" color="fg.muted" px="3" py="2" borderTopWidth="1px">
            {note}
          </chakra.p>
        )}
      </chakra.div>
    </>
  );
}
