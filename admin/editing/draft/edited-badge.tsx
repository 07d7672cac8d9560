import { chakra } from '@chakra-ui/react';
import { Badge } from '../../ui/badge.tsx';

/** Beside 'Published': somebody keeps changes that visitors do not see. */
export function EditedBadge() {
  return <Badge tone="waiting">Edited</Badge>;
}

/** Its place, so that nothing moves under somebody's hand when the first of what they type is kept. */
export function EditedBadgePlace({ isEdited }: { isEdited: boolean }) {
  return (
    <chakra.span display="inline-flex" visibility={isEdited ? 'visible' : 'hidden'}>
      <EditedBadge />
    </chakra.span>
  );
}
