import { IconButton } from '@chakra-ui/react';
import { canCreate } from '@frontage/model/abilities';
import type { Kind } from '@frontage/model/kinds';
import { Copy } from '#icons';
import { useViewer } from '../../lib/session.tsx';
import { useDuplicate } from './use-duplicate.ts';

/** A button that copies a document; hidden from users without permission to create one. */
export function DuplicateButton({ kind, id, name }: { kind: Kind; id: string; name: string }) {
  const viewer = useViewer();
  const { isRunning, duplicate } = useDuplicate(kind);
  if (!canCreate(kind, viewer)) return null;
  return (
    <IconButton
      aria-label={`Duplicate ${name}`}
      title="Duplicate"
      variant="ghost"
      colorPalette="gray"
      size="sm"
      disabled={isRunning}
      onClick={() => void duplicate(id, name)}
    >
      <Copy />
    </IconButton>
  );
}
