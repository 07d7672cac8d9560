import { chakra, IconButton } from '@chakra-ui/react';
import { ChevronDown } from '#icons';
import { useId, useRef, useState, type KeyboardEvent } from 'react';

export interface MenuAction {
  label: string;
  /** Equivalent shortcut, as displayed. */
  keys?: string | undefined;
  tone?: 'danger' | undefined;
  run: () => void;
}

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A button that opens a list of actions. Uses the native popover: Escape and a press outside close it. */
export function ActionMenu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];

  const place = () => {
    const { bottom = 0, right = 0 } = button.current?.getBoundingClientRect() ?? {};
    menu.current?.style.setProperty('top', `${bottom + 4}px`);
    menu.current?.style.setProperty('right', `${document.documentElement.clientWidth - right}px`);
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
        aria-haspopup="menu"
        aria-expanded={isOpen}
        size="sm"
        variant="outline"
        colorPalette="gray"
      >
        <ChevronDown />
      </IconButton>
      <chakra.div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        onBeforeToggle={place}
        onToggle={(event) => {
          const opens = event.newState === 'open';
          setOpen(opens);
          if (opens) items()[0]?.focus();
        }}
        onKeyDown={onKeyDown}
        position="fixed"
        left="auto"
        m="0"
        p="1"
        minW="13rem"
        bg="bg.panel"
        color="fg"
        borderWidth="1px"
        borderColor="border.emphasized"
        rounded="l2"
        shadow="lg"
      >
        {actions.map(({ label: name, keys, tone, run }) => (
          <chakra.button
            key={name}
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
            rounded="l1"
            cursor="pointer"
            color={tone === 'danger' ? 'fg.error' : 'fg'}
            _hover={{ bg: 'bg.subtle' }}
            focusVisibleRing="inside"
          >
            {name}
            {keys !== undefined && (
              <chakra.span aria-hidden textStyle="xs" color="fg.muted">
                {keys}
              </chakra.span>
            )}
          </chakra.button>
        ))}
      </chakra.div>
    </>
  );
}
