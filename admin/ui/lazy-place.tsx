import { Button, Flex, Text } from '@chakra-ui/react';
import { createContext, use, useReducer, type ComponentType } from 'react';
import { lazyOr } from './lazy-or.ts';

const Again = createContext<() => void>(() => undefined);

/**
 * A part that loads in its place on a screen, by what people call it: 'The form for a new password'. Where that fails its
 * place says so and offers to load it again; all around it stays as it is, with what was typed there.
 */
export function lazyPlace<Props extends object>(
  name: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const loaded = () => lazyOr(load, Missing);
  let Part = loaded();

  function Missing() {
    const again = use(Again);
    const loadAgain = () => {
      Part = loaded();
      again();
    };
    return (
      <Flex role="alert" direction="column" align="start" gap="3" py="4">
        <Text color="fg.muted">
          {name} could not be loaded: the connection was lost, or the back office was updated. What you typed elsewhere
          is still there.
        </Text>
        <Button type="button" variant="outline" size="sm" onClick={loadAgain}>
          Try again
        </Button>
      </Flex>
    );
  }

  return function Place(props) {
    const [, again] = useReducer((count: number) => count + 1, 0);
    return (
      <Again value={again}>
        <Part {...props} />
      </Again>
    );
  };
}
