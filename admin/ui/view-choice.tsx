import { Button, Flex } from '@chakra-ui/react';
import type { Icon } from '#icons';

interface ViewChoiceProps<View extends string> {
  views: Record<View, { label: string; icon: Icon }>;
  /** Null while unknown. */
  view: View | null;
  onChange: (view: View) => void;
}

/** Switches between the views of a list. */
export function ViewChoice<View extends string>({ views, view, onChange }: ViewChoiceProps<View>) {
  return (
    <Flex
      role="group"
      aria-label="View"
      borderWidth="1px"
      borderColor="border.control"
      rounded="l2"
      p="0.5"
      bg="bg.panel"
    >
      {(Object.keys(views) as View[]).map((name) => {
        const { label, icon: Icon } = views[name];
        const isChosen = name === view;
        return (
          <Button
            key={name}
            size="sm"
            variant={isChosen ? 'subtle' : 'ghost'}
            colorPalette="gray"
            aria-pressed={isChosen}
            onClick={() => onChange(name)}
          >
            <Icon /> {label}
          </Button>
        );
      })}
    </Flex>
  );
}
