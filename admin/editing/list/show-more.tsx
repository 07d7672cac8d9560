import { Button } from '@chakra-ui/react';

/** A button that extends a filtered list; renders nothing if all is shown. */
export function ShowMore({ more }: { more: (() => void) | null }) {
  if (more === null) return null;
  return (
    <Button variant="outline" mt="4" onClick={more}>
      Show more
    </Button>
  );
}
