import { Button } from '@chakra-ui/react';

/** Has a list show more of what it is narrowed to; nothing where that is all. */
export function ShowMore({ more }: { more: (() => void) | null }) {
  if (more === null) return null;
  return (
    <Button variant="outline" mt="4" onClick={more}>
      Show more
    </Button>
  );
}
