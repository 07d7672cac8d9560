import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** Whether the component is hydrated: false in the static page, true in a browser from hydration on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
