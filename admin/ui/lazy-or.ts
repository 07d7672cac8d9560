import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A component that loads when it is first drawn, and another one in its place where that fails. */
export const lazyOr = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Missing: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() =>
    load().catch((error: unknown) => {
      reportError(error);
      return { default: Missing };
    }),
  );
