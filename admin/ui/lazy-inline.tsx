import { Button, Flex, Text } from '@chakra-ui/react';
import { createContext, use, useReducer, type ComponentType } from 'react';
import { lazyWithFallback, type Load } from './lazy.tsx';

// Separate from `lazy.tsx`, because lists do not use it and are close to their size limit.

const Retry = createContext<() => void>(() => undefined);

/**
 * A component that loads inline on a screen, with a display name such as 'The password form'. If loading fails, an
 * error with a retry button replaces it; the rest of the screen keeps its state.
 */
export function lazyInline<Props extends object>(name: string, load: Load<Props>): ComponentType<Props> {
  const loaded = () => lazyWithFallback(load, Fallback);
  let Part = loaded();

  function Fallback() {
    const render = use(Retry);
    const retry = () => {
      Part = loaded();
      render();
    };
    return (
      <Flex role="alert" direction="column" align="start" gap="3" py="4">
        <Text color="fg.muted">
          {name} could not be loaded: the connection was lost, or the admin was updated. Your other input is kept.
        </Text>
        <Button type="button" variant="outline" size="sm" onClick={retry}>
          Try again
        </Button>
      </Flex>
    );
  }

  return function Inline(props) {
    const [, render] = useReducer((count: number) => count + 1, 0);
    return (
      <Retry value={render}>
        <Part {...props} />
      </Retry>
    );
  };
}
