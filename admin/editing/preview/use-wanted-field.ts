import { useState } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import type { Wanted } from '../frame/panels.tsx';
import type { PreviewSource } from './preview-source.ts';
import type { Place } from './place.ts';

const asked = z.object({ field: z.string() });

/** The field that somebody was sent to this screen for; null where they came for none. */
export function useAskedField(): Wanted | null {
  const { state } = useLocation() as { state: unknown };
  return asked.safeParse(state).data ?? null;
}

/** The field to go to: the one somebody came for, then the newest that was clicked in the preview. */
export function useWantedField(source: PreviewSource) {
  const first = useAskedField();
  const [wanted, setWanted] = useState(first);
  return {
    wanted,
    /** Goes to a place of this document; false where it is not of this one. */
    goTo: ({ collection, id, field }: Place): boolean => {
      const here = source.read();
      if (here.collection !== collection || here.id !== id) return false;
      setWanted({ field });
      return true;
    },
  };
}
