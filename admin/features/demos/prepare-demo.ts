import type { DemoFields, DemoInput } from '@frontage/model/kinds/demo-form';
import { useRef } from 'react';
import type { Origin } from '../../editing/session/session.ts';
import type { Prepared } from '../../editing/versions/use-undo.ts';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { useWrite } from '../../lib/write.ts';

// The server accepts a hash for ten minutes. A retried save reuses the hash, so that it is recognized as the same save.
const maxAgeMs = 5 * 60_000;

/** Hashes a demo's new password on the server. */
function usePasswordHash(): (password: string) => Promise<string> {
  const firebase = useFirebase();
  const write = useWrite();
  const last = useRef<{ password: string; hash: string; at: number } | null>(null);
  return async (password) => {
    const known = last.current;
    if (known?.password === password && Date.now() - known.at < maxAgeMs) return known.hash;
    const { hash } = await write(() => call(firebase, 'hashDemoPassword', { password }));
    last.current = { password, hash, at: Date.now() };
    return hash;
  };
}

/** Prepares a demo for saving; hashes a new password on the server. */
export function usePrepareDemo() {
  const hashPassword = usePasswordHash();
  return async (fields: DemoFields, origin: Origin<DemoInput>): Promise<Prepared> => {
    const isNew = fields.is_password_protected && fields.password !== '';
    return toPrepared(fields, origin, isNew ? await hashPassword(fields.password) : null);
  };
}

/** The document and its companions: the embed code if it changed, a hash if a password was typed. */
export function toPrepared(
  { iframe_url, password: _, ...fields }: DemoFields,
  origin: Pick<Origin<DemoInput>, 'base' | 'values'>,
  passwordHash: string | null,
): Prepared {
  const isSameEmbed = origin.base !== null && origin.values.iframe_url === iframe_url;
  return {
    fields,
    companions: {
      ...(isSameEmbed ? {} : { embed: iframe_url }),
      ...(passwordHash === null ? {} : { passwordHash }),
    },
  };
}
