import { Box, Button, Flex, IconButton, Text } from '@chakra-ui/react';
import type { Notice } from '@frontage/model/messages';
import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { CircleCheck, CircleX, Info, X } from '#icons';
import { plainFailure } from '../lib/errors.ts';
import { useTopLayer } from './modal.tsx';

export interface ToastAction {
  label: string;
  /** An action that undoes something resolves to false if it was not undone. */
  run(): unknown;
  /**
   * The documents (`kind/id`) whose last change the action undoes. A notice about their next change replaces this one.
   */
  documents?: readonly string[];
}

/** A further action of a notice, or a link to a page that opens in a new tab. */
export type ToastLink = ToastAction | { label: string; href: string };

interface Toast extends Notice {
  id: number;
  kind: NoticeKind;
  action?: ToastAction;
  links: readonly ToastLink[];
}

interface Offer {
  action?: ToastAction | undefined;
  links?: readonly ToastLink[] | undefined;
}

export interface Notify {
  success(notice: Notice, action?: ToastAction, links?: readonly ToastLink[]): void;
  /** Shows a failure with the error's message as description, unless the notice has one. */
  failure(notice: Notice, error?: unknown): void;
  info(notice: Notice, action?: ToastAction): void;
}

const shownFor: Record<NoticeKind, number> = { success: 6_000, info: 8_000, failure: 12_000 };
const maxToasts = 4;

/** Where notices go. */
export const NotifyContext = createContext<Notify | null>(null);

export function useNotify(): Notify {
  const notify = use(NotifyContext);
  if (!notify) throw new Error('useNotify outside Toaster');
  return notify;
}

/**
 * Actions of a component: `perform` reports a failure with the given notice, and resolves to false then; `isRunning` is
 * true meanwhile.
 */
export function useAction() {
  const notify = useNotify();
  const [isRunning, setRunning] = useState(false);
  const perform = async (failed: Notice, action: () => Promise<unknown>): Promise<boolean> => {
    setRunning(true);
    try {
      await action();
      return true;
    } catch (error) {
      notify.failure(failed, error);
      return false;
    } finally {
      setRunning(false);
    }
  };
  return { isRunning, perform };
}

/**
 * Shows notices: placed where they cover no control, announced, and kept while hovered or focused. A newer notice
 * replaces a failure about the same subject.
 */
export function Toaster({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const nextId = useRef(1);
  const { top } = useTopLayer();
  const region = useRef<HTMLDivElement>(null);
  const root = top ?? document.body;
  useFreePosition(region, root, toasts.length && (toasts.at(-1)?.id ?? 0));

  const add = useCallback((kind: NoticeKind, notice: Notice, { action, links = [] }: Offer = {}) => {
    const toast: Toast = { ...notice, id: nextId.current++, kind, links, ...(action && { action }) };
    setToasts((shown) => [...shown.filter((earlier) => !supersedes(toast, earlier)), toast].slice(-maxToasts));
  }, []);

  const notify = useMemo<Notify>(
    () => ({
      success: (notice, action, links) => add('success', notice, { action, links }),
      info: (notice, action) => add('info', notice, { action }),
      failure: (notice, error) =>
        add('failure', error === undefined ? notice : { description: plainFailure(error), ...notice }),
    }),
    [add],
  );

  const remove = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);

  // A removed notice moves the others: keep all while one is hovered or focused.
  const [isHeld, setHeld] = useState(false);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);

  const isFailure = ({ kind }: Toast) => kind === 'failure';
  const loud = toasts.filter(({ isQuiet }) => !isQuiet);
  const draw = (toast: Toast) => (
    <ToastCard
      key={toast.id}
      toast={toast}
      isHeld={isHeld}
      onTimeUp={() => remove(toast.id)}
      onClose={() => {
        release();
        remove(toast.id);
      }}
    />
  );
  return (
    <NotifyContext value={notify}>
      {children}
      {createPortal(
        <Flex
          role="region"
          aria-label="Notifications"
          position="fixed"
          zIndex="toast"
          ref={region}
          width="min(22rem, 100vw - 1.5rem)"
          direction="column"
          gap="2"
          pointerEvents="none"
          onPointerMove={hold}
          onPointerLeave={release}
          onFocus={hold}
          onBlur={release}
          css={{ '&[data-in-flow]': { position: 'static', width: 'auto', mx: '3', mb: '3', flexShrink: 0 } }}
        >
          {/* Live regions must exist before their content to be announced. */}
          <Flex aria-live="polite" direction="column" gap="2">
            {loud.filter((toast) => !isFailure(toast)).map(draw)}
          </Flex>
          <Flex aria-live="assertive" direction="column" gap="2">
            {loud.filter(isFailure).map(draw)}
          </Flex>
          {toasts.filter(({ isQuiet }) => isQuiet).map(draw)}
        </Flex>,
        root,
      )}
    </NotifyContext>
  );
}

const kindStyles = {
  success: { icon: CircleCheck, color: 'fg.success' },
  failure: { icon: CircleX, color: 'fg.error' },
  info: { icon: Info, color: 'fg.info' },
} as const;

interface ToastCardProps {
  toast: Toast;
  /** Keeps the notice while true. */
  isHeld: boolean;
  onTimeUp: () => void;
  onClose: () => void;
}

function ToastCard({ toast, isHeld, onTimeUp, onClose }: ToastCardProps) {
  const { icon: Icon, color } = kindStyles[toast.kind];

  const timeUp = useEffectEvent(onTimeUp);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => timeUp(), shownFor[toast.kind]);
    return () => clearTimeout(timer);
  }, [isHeld, toast.kind]);

  return (
    <Flex
      data-kind={toast.kind}
      data-toast={toast.id}
      _hidden={{ display: 'none' }}
      pointerEvents="auto"
      gap="3"
      align="flex-start"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.emphasized"
      rounded="l3"
      shadow="lg"
      px="4"
      py="3"
      animation="slide-up 0.2s ease-out, fade-in 0.2s"
    >
      <Box as={Icon} boxSize="5" color={color} flexShrink="0" mt="0.5" aria-hidden />
      <Flex
        flex="1"
        minW="0"
        direction={{ base: 'row', md: 'column' }}
        align={{ base: 'center', md: 'flex-start' }}
        gap="2"
      >
        <Box flex="1" minW="0">
          <Text fontWeight="semibold" textStyle="sm">
            {toast.title}
          </Text>
          {toast.about !== undefined && (
            <Text textStyle="sm" overflowWrap="anywhere" lineClamp="3">
              {toast.about}
            </Text>
          )}
          {toast.description !== undefined && (
            <Text textStyle="sm" color="fg.muted">
              {toast.description}
            </Text>
          )}
        </Box>
        <ToastButtons toast={toast} onClose={onClose} />
      </Flex>
      <IconButton aria-label="Dismiss" size="2xs" variant="ghost" colorPalette="gray" onClick={onClose}>
        <X />
      </IconButton>
    </Flex>
  );
}

function ToastButtons({ toast: { action, links }, onClose }: Pick<ToastCardProps, 'toast' | 'onClose'>) {
  const all: ToastLink[] = [...(action ? [action] : []), ...links];
  if (all.length === 0) return null;
  return (
    <Flex gap="2" wrap="wrap" direction={{ base: 'column', md: 'row' }}>
      {all.map((link) =>
        'href' in link ? (
          <Button key={link.label} asChild size="xs" variant="outline">
            <a href={link.href} target="_blank" rel="noopener">
              {link.label}
            </a>
          </Button>
        ) : (
          <Button
            key={link.label}
            size="xs"
            variant="outline"
            onClick={() => {
              void link.run();
              onClose();
            }}
          >
            {link.label}
          </Button>
        ),
      )}
    </Flex>
  );
}

type NoticeKind = 'success' | 'failure' | 'info';

interface Shown extends Notice {
  kind: NoticeKind;
  /** An action that is still possible, such as undo. */
  action?: { documents?: readonly string[] };
}

/**
 * Whether a later notice replaces an earlier one: a failure is replaced by a notice about the same subject, and
 * duplicates are merged. A notice with an action stays until a later one covers all its documents: undo works only from
 * the revision a save left, so the earlier save can no longer be undone.
 */
export function supersedes(later: Shown, earlier: Shown): boolean {
  const [before, now] = [earlier.action?.documents, later.action?.documents ?? later.changed];
  if (before && now && before.every((document) => now.includes(document))) return true;
  if (later.about !== earlier.about) return false;
  if (earlier.kind === 'failure') return true;
  return earlier.kind === later.kind && earlier.title === later.title && earlier.action === undefined;
}

const controls = 'a[href], button, input, select, textarea, summary, [role="switch"], [tabindex="0"]';

// Content that notices cover only if no other position is free: labels of controls and figures of a list.
const contents = 'label, dl > *';

// Taller controls, such as large text fields, may be covered at a corner.
const maxHeight = 200;

const delayMs = 120;

/** The boxes of visible elements that match `selector` inside `root` but not inside `excluded`. */
function boxesIn(root: Element, selector: string, excluded: Element): Box[] {
  return [...root.querySelectorAll(selector)].flatMap((control) => {
    if (excluded.contains(control) || !control.checkVisibility()) return [];
    const box = control.getBoundingClientRect();
    const isSeen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    return isSeen && box.width > 0 && box.height > 0 && box.height <= maxHeight ? [box] : [];
  });
}

/**
 * Positions a fixed element with notices so that it covers no control inside `root`, while any are `shown`: also after
 * scrolling and navigation. It does not move while the pointer is on it.
 */
function useFreePosition(element: RefObject<HTMLElement | null>, root: Element, shown: number): void {
  useLayoutEffect(() => {
    if (shown > 0 && element.current) place(element.current, root);
  }, [element, root, shown]);

  const isShown = shown > 0;
  useEffect(() => {
    if (!isShown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A resting pointer under the moved element does not count.
    let isPointedAt = false;
    const follow = ({ target }: Event) => {
      isPointedAt = target instanceof Node && element.current?.contains(target) === true;
    };
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        const here = element.current;
        // An element in the flow of a dialog stays there: moving it back and forth would shift scrolled content.
        if (here && !('inFlow' in here.dataset) && !isPointedAt && !here.contains(document.activeElement))
          place(here, root);
      }, delayMs);
    };
    addEventListener('pointermove', follow, { passive: true });
    const observer = new MutationObserver(later);
    observer.observe(document.body, { childList: true, subtree: true });
    for (const event of ['scroll', 'resize']) addEventListener(event, later, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener('pointermove', follow);
      for (const event of ['scroll', 'resize']) removeEventListener(event, later, { capture: true });
    };
  }, [element, root, isShown]);
}

/** Shows as many of the newest notices as fit, at least one. If a dialog has no free space, notices join its layout. */
function place(element: HTMLElement, root: Element): void {
  delete element.dataset['inFlow'];
  const notices = [...element.querySelectorAll<HTMLElement>('[data-toast]')];
  const newestFirst = notices.sort((a, b) => Number(b.dataset['toast']) - Number(a.dataset['toast']));
  for (const notice of notices) notice.hidden = false;
  const obstacles = boxesIn(root, controls, element);
  const all = [...obstacles, ...boxesIn(root, contents, element)];
  for (let count = notices.length; ; count -= 1) {
    // Layout sizes, because the opening animation of a dialog scales the rendered size.
    const { offsetWidth: width, offsetHeight: height } = element;
    const window = { width: innerWidth, height: innerHeight };
    const clear = freePosition({ width, height }, window, all);
    const found = clear.covered === 0 ? clear : freePosition({ width, height }, window, obstacles);
    element.style.left = `${found.left}px`;
    // Anchored at the bottom: when an older notice is removed, newer ones keep their position.
    element.style.bottom = `${innerHeight - found.top - height}px`;
    if (found.covered === 0) return;
    const oldest = newestFirst[count - 1];
    if (count <= 1 || !oldest) break;
    oldest.hidden = true;
  }
  if (root !== document.body) element.dataset['inFlow'] = '';
}

/** A rectangle in pixels of the window. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

type Size = Pick<Box, 'width' | 'height'>;
/** `covered` is in square pixels. */
type Place = Pick<Box, 'left' | 'top'> & { covered: number };

const margin = 12;
const step = 8;

const overlap = (a: Box, b: Box): number => {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
};

/**
 * A position for an element of this size that covers no obstacle: at the bottom if possible, else at the top, else as
 * low as possible; on the left only if the right has no space. Without free space, the position that covers least.
 */
export function freePosition(size: Size, window: Size, obstacles: readonly Box[]): Place {
  const lowest = Math.max(margin, window.height - size.height - margin);
  const right = Math.max(margin, window.width - size.width - margin);
  const rows = Array.from({ length: Math.floor((lowest - margin) / step) }, (_, index) => lowest - index * step);
  const places = [...new Set([right, margin])].flatMap((left) =>
    [lowest, margin, ...rows].map((top) => ({ left, top })),
  );
  let best: Place | null = null;
  for (const place of places) {
    const covered = obstacles.reduce((sum, obstacle) => sum + overlap({ ...place, ...size }, obstacle), 0);
    if (best === null || covered < best.covered) best = { ...place, covered };
    if (covered === 0) break;
  }
  return best ?? { left: right, top: lowest, covered: 0 };
}
