import { lazy, useEffect, useEffectEvent, type ComponentType, type LazyExoticComponent } from 'react';
import { useNotify } from './toaster.tsx';

export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A component that loads when it is first rendered, and a substitute if loading fails. */
export const lazyWithFallback = <Props extends object>(
  load: Load<Props>,
  Fallback: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() =>
    load().catch((error: unknown) => {
      reportError(error);
      return { default: Fallback };
    }),
  );

const notLoaded = {
  title: 'Part of this screen could not be loaded',
  description: 'The connection was lost or the admin was updated. Try again; if that does not help, reload.',
};

/**
 * A lazily loaded dialog. If loading fails, a notice reports it, the dialog closes and the screen keeps its state;
 * opening it again retries.
 */
export function lazyDialog<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const loaded = () => lazyWithFallback(load, Fallback);
  let Dialog = loaded();

  function Fallback({ onClose }: { onClose?: () => void }) {
    const notify = useNotify();
    const close = useEffectEvent(() => {
      notify.failure(notLoaded);
      onClose?.();
    });
    useEffect(() => {
      close();
      return () => void (Dialog = loaded());
    }, []);
    return null;
  }

  return (props) => <Dialog {...props} />;
}
