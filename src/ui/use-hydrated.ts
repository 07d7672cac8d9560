import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** Whether the component runs in a browser and answers: false in the static page, true from hydration on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
