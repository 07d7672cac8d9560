import { useState } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import type { RequestedPanel } from '../frame/panels.tsx';
import type { PreviewSource } from './preview-source.ts';
import type { Place } from './place.ts';

const linkState = z.object({ field: z.string() });

/** The field requested by the link to this screen; null for none. */
export function useRequestedField(): RequestedPanel | null {
  const { state } = useLocation() as { state: unknown };
  return linkState.safeParse(state).data ?? null;
}

/** The field to focus: the one requested by the link, then the last one clicked in the preview. */
export function useFieldFocus(source: PreviewSource) {
  const first = useRequestedField();
  const [wanted, setWanted] = useState(first);
  return {
    wanted,
    /** Focuses a field of this document; false if the place belongs to another one. */
    goTo: ({ collection, id, field }: Place): boolean => {
      const here = source.read();
      if (here.collection !== collection || here.id !== id) return false;
      setWanted({ field });
      return true;
    },
  };
}
