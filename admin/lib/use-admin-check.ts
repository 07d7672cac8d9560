import { collections } from '@frontage/model/paths';
import { useCallback, useEffect, useState } from 'react';
import { valueOf } from './documents/document-store.ts';
import { useDocumentStore } from './firestore/client.ts';

type Check = { state: 'checking' } | { state: 'failed'; error: unknown } | { state: 'done'; adminExists: boolean };

/** Whether the site ever had an administrator. */
export function useAdminCheck() {
  const store = useDocumentStore();
  const [check, setCheck] = useState<Check>({ state: 'checking' });

  const run = useCallback(
    () =>
      store
        .read(`${collections.system}/bootstrap`)
        .then(valueOf)
        .then(
          (bootstrap) => setCheck({ state: 'done', adminExists: bootstrap !== null }),
          (error: unknown) => setCheck({ state: 'failed', error }),
        ),
    [store],
  );
  useEffect(() => void run(), [run]);

  const checkAgain = () => {
    setCheck({ state: 'checking' });
    void run();
  };
  return { check, checkAgain };
}
