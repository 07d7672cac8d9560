import {
  type ComponentType,
  createContext,
  lazy,
  type LazyExoticComponent,
  startTransition,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { Button, Flex, Text } from '@chakra-ui/react';
import { useNotify } from './toaster.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

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

/**
 * Open state of a lazily loaded part below an existing `Suspense`: opens as soon as the part is loaded, closes
 * immediately. Ordinary state would render an empty fallback first, which React replaces only after 300 ms.
 */
export function useOpenState<State>(closed: State): [State, (next: State) => void] {
  const [opened, setOpened] = useState(closed);
  const open = useCallback(
    (next: State) => (next === closed ? setOpened(next) : startTransition(() => setOpened(next))),
    [closed],
  );
  return [opened, open];
}

const Retry = createContext<() => void>(() => undefined);

/** A component that loads when it is first rendered. Preloaded, it appears without a fallback. */
export type InlinePart<Props> = ComponentType<Props> & {
  /** Loads the code. A failure is reported when the component is rendered. */
  preload: () => void;
};

/**
 * A component that loads inline on a screen, with a display name such as 'The password form'. If loading fails, an
 * error with a retry button replaces it; the rest of the screen keeps its state.
 */
export function lazyInline<Props extends object>(name: string, load: Load<Props>): InlinePart<Props> {
  const loading = (): ComponentType<Props> => lazyWithFallback(load, Fallback);
  let Part = loading();

  function Fallback() {
    const retry = use(Retry);
    return (
      <Flex role="alert" direction="column" align="start" gap="3" py="4">
        <Text color="fg.muted">
          {name} could not be loaded: the connection was lost, or the admin was updated. Your other input is kept.
        </Text>
        <Button type="button" variant="outline" size="sm" onClick={retry}>
          Try again
        </Button>
      </Flex>
    );
  }

  function Inline(props: Props) {
    // Chosen when it is mounted: another one would lose the state of its children.
    const [Shown, show] = useState(() => Part);
    const retry = useCallback(() => {
      Part = loading();
      show(() => Part);
    }, []);
    return (
      <Retry value={retry}>
        <Shown {...props} />
      </Retry>
    );
  }
  // React replaces a fallback only after 300 ms, also one that was shown for a moment: `lazy` is not used for loaded code.
  const preload = () =>
    void load().then(
      (loaded) => (Part = loaded.default),
      () => undefined,
    );
  return Object.assign(Inline, { preload });
}
