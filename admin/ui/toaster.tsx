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
 * Shows notices in the bottom corner of the window, announced, and kept while hovered or focused. The screen and open
 * dialogs end above them (`--toasts-height`). A newer notice replaces a failure about the same subject.
 */
export function Toaster({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const nextId = useRef(1);
  const { top } = useTopLayer();
  const region = useRef<HTMLDivElement>(null);
  useKeptFree(region, top, toasts);

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
  // A hovered or focused notice that is replaced, or moves into a dialog, causes no event of leaving.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (region.current?.matches(':hover, :focus-within') !== true) setHeld(false);
    });
    return () => cancelAnimationFrame(frame);
  }, [toasts, top]);

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
          ref={region}
          position="fixed"
          bottom="0"
          insetEnd="0"
          insetStart={top ? '0' : 'var(--menu-width, 0px)'}
          zIndex="toast"
          wrap="wrap"
          justify="flex-end"
          maxH={top ? '25dvh' : '40dvh'}
          overflowY="auto"
          onPointerMove={hold}
          onPointerLeave={release}
          onFocus={hold}
          onBlur={release}
          css={{
            // Content that scrolls below the notices is hidden behind a strip, as if the window ended above it. Dialogs
            // end above it.
            '&:has([data-toast])': { px: '3', pb: '2', ...(top ? {} : { bg: 'bg', borderTopWidth: '1px' }) },
          }}
        >
          {/* Live regions must exist before their content to be announced. */}
          <Flex aria-live="polite" {...row}>
            {loud.filter((toast) => !isFailure(toast)).map(draw)}
          </Flex>
          <Flex aria-live="assertive" {...row}>
            {loud.filter(isFailure).map(draw)}
          </Flex>
          <Flex {...row}>{toasts.filter(({ isQuiet }) => isQuiet).map(draw)}</Flex>
        </Flex>,
        top ?? document.body,
      )}
    </NotifyContext>
  );
}

const row = { wrap: 'wrap', justify: 'flex-end', width: { base: 'full', sm: 'auto' } } as const;

const property = '--toasts-height';

// Taller elements, such as text fields, stay in use when their end is hidden.
const maxControlHeight = 200;

/**
 * Stores the height of the notices as a CSS variable, by which screens and dialogs end earlier, and scrolls the focused
 * control out from behind them.
 */
function useKeptFree(
  region: RefObject<HTMLElement | null>,
  dialog: HTMLElement | null,
  toasts: readonly Toast[],
): void {
  useLayoutEffect(() => {
    const element = region.current;
    if (!element) return;
    const { style } = document.documentElement;
    const update = () => {
      style.setProperty(property, `${element.offsetHeight}px`);
      const focused = document.activeElement;
      if (!focused || focused === document.body || element.contains(focused)) return;
      const { top, bottom, height } = focused.getBoundingClientRect();
      const end = innerHeight - element.offsetHeight;
      if (top < innerHeight && bottom > end && height < maxControlHeight) focused.scrollIntoView({ block: 'nearest' });
    };
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, [region, dialog]);
  // The newest is the last.
  useLayoutEffect(() => {
    region.current?.scrollTo(0, region.current.scrollHeight);
  }, [region, toasts]);
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
      width={{ base: 'full', sm: '22rem' }}
      mt="2"
      ms={{ base: '0', sm: '2' }}
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
