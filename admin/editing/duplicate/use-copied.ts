import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';

const copied = z.object({
  copied: z.object({ fields: z.record(z.string(), z.unknown()), embed: z.string().nullable() }),
});

export type Copied = z.output<typeof copied>;

/** The values copied into a new document's editor; null for an editor opened otherwise. */
export function useCopied(): Copied['copied'] | null {
  const state: unknown = useLocation().state;
  return useMemo(() => copied.safeParse(state).data?.copied ?? null, [state]);
}
