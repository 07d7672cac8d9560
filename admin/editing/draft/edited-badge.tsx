import { Badge } from '../../ui/badge.tsx';

/** Beside 'Published': somebody keeps changes that visitors do not see. */
export function EditedBadge() {
  return <Badge tone="waiting">Edited</Badge>;
}
