import { Box, chakra, Flex } from '@chakra-ui/react';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

interface Tab {
  key: string;
  label: string;
  /** Shown beside the label and read with it, as 'unsaved'. */
  mark?: string | undefined;
  panel: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  current: string;
  onChange: (key: string) => void;
}

const steps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowRight: (index, last) => (index === last ? 0 : index + 1),
  ArrowLeft: (index, last) => (index === 0 ? last : index - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Panels of which one shows. Hidden ones stay mounted, so that what is typed in them stays too. */
export function Tabs({ label, tabs, current, onChange }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  // On a narrow screen the row scrolls; the current tab stays in sight.
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);

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
    <>
      <Flex
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        gap="1"
        mb="6"
        overflowX="auto"
        borderBottomWidth="1px"
      >
        {tabs.map(({ key, label: name, mark }) => (
          <chakra.button
            key={key}
            type="button"
            role="tab"
            id={`${id}-tab-${key}`}
            aria-selected={key === current}
            aria-controls={`${id}-panel-${key}`}
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
                <chakra.span aria-hidden ms="2" display="inline-block" boxSize="2" rounded="full" bg="brass.500" />
                <chakra.span srOnly>{`, ${mark}`}</chakra.span>
              </>
            )}
          </chakra.button>
        ))}
      </Flex>
      {tabs.map(({ key, panel }) => (
        <Box
          key={key}
          role="tabpanel"
          id={`${id}-panel-${key}`}
          aria-labelledby={`${id}-tab-${key}`}
          hidden={key !== current}
        >
          {panel}
        </Box>
      ))}
    </>
  );
}
