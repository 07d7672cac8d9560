import { useEffect, useEffectEvent, type ComponentType } from 'react';
import { lazyOr } from './lazy-or.ts';
import { useNotify } from './toaster.tsx';

const missing = {
  title: 'Part of this screen could not be loaded',
  description: 'The connection was lost or the back office was updated. Try again; if that does not help, reload.',
};

/**
 * A part of a screen that loads when it is first drawn. Where that fails a notice says so, the part closes, and the screen stays
 * as it is with all that was typed; drawn again, it is loaded anew.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const loaded = () => lazyOr(load, Missing);
  let Part = loaded();

  function Missing({ onClose }: { onClose?: () => void }) {
    const notify = useNotify();
    const close = useEffectEvent(() => {
      notify.failure(missing);
      onClose?.();
    });
    useEffect(() => {
      close();
      return () => void (Part = loaded());
    }, []);
    return null;
  }

  return (props) => <Part {...props} />;
}
