import { chakra, Flex } from '@chakra-ui/react';
import { useEffect, useRef, type KeyboardEvent } from 'react';

interface TabLabel {
  key: string;
  label: string;
  /** The announced text of a dot beside the label, such as 'unsaved changes'. */
  mark?: string | undefined;
  tone?: 'waiting' | 'bad' | undefined;
}

interface TabListProps {
  id: string;
  label: string;
  tabs: readonly TabLabel[];
  current: string;
  onChange: (key: string) => void;
}

/** The ids that connect a tab and its panel. */
export const tabIds = (id: string, key: string) => ({ tab: `${id}-tab-${key}`, panel: `${id}-panel-${key}` });

const steps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowRight: (index, last) => (index === last ? 0 : index + 1),
  ArrowLeft: (index, last) => (index === 0 ? last : index - 1),
  Home: () => 0,
  End: (_, last) => last,
};

const dots = { waiting: 'brass.500', bad: 'brick.500' } as const;

/** A row of tabs. Their panels use the `tabIds` of the same id. */
export function TabList({ id, label, tabs, current, onChange }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);

  const first = tabs[0]?.key;
  const isMoved = useRef(false);

  // On a narrow screen the row scrolls: keep the current tab visible. The first tab of a new row is.
  useEffect(() => {
    if (current === first && !isMoved.current) return;
    isMoved.current = true;
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current, first]);

  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ key }) => key === current);
    const next = steps[event.key]?.(index, tabs.length - 1);
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || !tab) return;
    event.preventDefault();
    onChange(tab.key);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };

  return (
    <Flex
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      gap="1"
      overflowX="auto"
      borderBottomWidth="1px"
    >
      {tabs.map(({ key, label: name, mark, tone = 'waiting' }) => (
        <chakra.button
          key={key}
          type="button"
          role="tab"
          id={tabIds(id, key).tab}
          aria-selected={key === current}
          aria-controls={tabIds(id, key).panel}
          tabIndex={key === current ? 0 : -1}
          onClick={() => onChange(key)}
          px="4"
          py="2.5"
          mb="-1px"
          textStyle="sm"
          fontWeight="medium"
          whiteSpace="nowrap"
          cursor="pointer"
          color="fg.muted"
          borderBottomWidth="2px"
          borderColor="transparent"
          focusVisibleRing="inside"
          roundedTop="l2"
          _hover={{ color: 'fg' }}
          _selected={{ color: 'fg', borderColor: 'brass.400' }}
        >
          {name}
          {mark !== undefined && (
            <>
              <chakra.span aria-hidden ms="2" display="inline-block" boxSize="2" rounded="full" bg={dots[tone]} />
              <chakra.span srOnly>{`, ${mark}`}</chakra.span>
            </>
          )}
        </chakra.button>
      ))}
    </Flex>
  );
}
