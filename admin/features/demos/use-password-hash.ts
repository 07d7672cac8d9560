import { useRef } from 'react';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { useWrite } from '../../lib/write.ts';

// The server accepts a hash for ten minutes. A retried save reuses the hash, so that it is recognized as the same save.
const maxAgeMs = 5 * 60_000;

/** Hashes a demo's new password on the server. */
export function usePasswordHash(): (password: string) => Promise<string> {
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
