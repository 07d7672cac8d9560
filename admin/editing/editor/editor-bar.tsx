import {
  Box,
  Button,
  chakra,
  Flex,
  Heading,
  type HeadingProps,
  Kbd,
  Spinner,
  Text,
  type TextProps,
} from '@chakra-ui/react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { ArrowLeft, CircleAlert, CircleCheck, ExternalLink, type Icon, PenLine } from '#icons';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { keyShortcut, keysText, useMedia } from '../../ui/browser.ts';
import { BackLink, ButtonLink } from '../../ui/links.tsx';
import { useScreenHeading } from '../../ui/page-header.tsx';
import { useScreenCommands } from '../../ui/screen-commands.tsx';
import { describeProblems, type LiveState } from './live.queries.ts';
import type { StatusLine, Tone } from './save-status.ts';
import type { BarAction, BarActions } from './bar-actions.ts';

/**
 * Stores the height of an element that sticks to an edge of narrow windows as a CSS variable, so that scrolling into view
 * stops beside it (theme).
 */
function useCoveredHeight(element: RefObject<HTMLElement | null>, property: '--bar-height' | '--tools-height'): void {
  useLayoutEffect(() => {
    const bar = element.current;
    if (!bar) return;
    const { style } = document.documentElement;
    const update = () => style.setProperty(property, `${bar.offsetHeight}px`);
    const observer = new ResizeObserver(update);
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, [element, property]);
}

interface EditorBarProps {
  title: string;
  /** The document's name, unless the title contains it. */
  name?: string;
  /** Null if there is no list to return to. */
  back: { to: string; label: string } | null;
  /** The state of the document: 'Draft', 'Published'. */
  badge: ReactNode;
  /** The public address; null while visitors do not see the document. */
  view: { label: string; href: string } | null;
  line: StatusLine;
  live: LiveState | null;
  /** Further information about the current edit. */
  note: ReactNode;
  /** Shown beside the buttons to all users, including read-only ones. */
  tools?: ReactNode;
  /** Null for read-only users. */
  actions: BarActions | null;
  saveLabel: string;
  /** The effect of a save on the live site; null without one. */
  saveEffect: string | null;
  isSaving: boolean;
  onAct: (action: BarAction) => void;
  onRetry: () => void;
  /** Absent if there is nothing to cancel. */
  onCancel?: () => void;
}

// The states "Saved" and "Not saved yet" have no icon, which would suggest an activity.
const looks: Record<Exclude<Tone, 'busy' | 'quiet'>, { icon: Icon; color: string }> = {
  waiting: { icon: PenLine, color: 'fg.warning' },
  good: { icon: CircleCheck, color: 'fg.success' },
  bad: { icon: CircleAlert, color: 'fg.error' },
};

/**
 * The head of every editor: name, save status and the buttons that save, publish or leave. On a narrow screen it
 * is one row at the top; state, effects and tools are a row at the bottom. Both are sticky.
 */
export function EditorBar(props: EditorBarProps) {
  const { title, name } = props;
  const isWide = useMedia('(min-width: 64em)');
  const Layout = isWide ? WideBar : NarrowBar;
  return (
    <Box
      as="section"
      aria-label="Editor bar"
      data-editor-bar=""
      display={{ base: 'contents', lg: 'flex' }}
      flexWrap={{ base: 'wrap', xl: 'nowrap' }}
      alignItems="center"
      columnGap="3"
      rowGap="2"
      borderBottomWidth={{ lg: '1px' }}
      bg="bg.panel"
      px={{ lg: '8' }}
      py={{ lg: '3' }}
    >
      <title>{`${[name, title].filter(Boolean).join(' · ')} · Frontage`}</title>
      <Layout {...props} />
    </Box>
  );
}

function WideBar(props: EditorBarProps) {
  const { title, name, back, badge, note, tools, actions } = props;
  return (
    <>
      {/* Shrinks in favor of the status: a long name is cut, and the tooltip has all of it. */}
      <Flex direction="column" gap="0.5" flexShrink="10" minW="12rem" maxW={{ lg: '26rem', '2xl': '36rem' }}>
        <Flex columnGap="2" align="center" whiteSpace="nowrap" overflow="hidden">
          {back && <BackLink to={back.to}>{back.label}</BackLink>}
          {back && name !== undefined && (
            <chakra.span aria-hidden color="border.emphasized" data-separator="">
              /
            </chakra.span>
          )}
          {name !== undefined && <ScreenHeading textStyle="sm" color="fg.muted" fontWeight="normal" title={title} />}
        </Flex>
        <Flex gap="3" align="center">
          {name === undefined ? (
            <ScreenHeading textStyle="xl" letterSpacing="-0.01em" title={title} />
          ) : (
            <DocumentName textStyle="xl" letterSpacing="-0.01em" name={name} />
          )}
          {badge}
        </Flex>
      </Flex>
      {/* Precedes the status in the DOM, so that Tab reaches the buttons before the controls of the status. */}
      <Flex
        order={1}
        // Wraps below name and state if the space is too narrow.
        ms="auto"
        gap={{ lg: '1.5', '2xl': '2' }}
        align="center"
        justify="flex-end"
        flexShrink="0"
      >
        <ViewLink {...props} />
        {actions && <CancelButton {...props} />}
        {actions && <Buttons {...props} actions={actions} />}
        {tools}
      </Flex>
      <Box flex={{ base: '1 1 16rem', xl: '1 1 auto' }} minW="0">
        <Status {...props} />
        {note}
      </Box>
    </>
  );
}

const ground = { bg: 'bg.panel', px: { base: '4', md: '8' } } as const;

function NarrowBar(props: EditorBarProps) {
  const { title, name, back, badge, note, tools, actions } = props;
  const bar = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  useCoveredHeight(bar, '--bar-height');
  useCoveredHeight(foot, '--tools-height');
  return (
    <>
      <Flex
        ref={bar}
        {...ground}
        py="2"
        gap="2"
        align="center"
        position="sticky"
        top="var(--notice-height, 0px)"
        zIndex="docked"
        borderBottomWidth="1px"
      >
        {back && (
          <ButtonLink to={back.to} aria-label={back.label} variant="ghost" colorPalette="gray" size="sm" px="2" ms="-2">
            <ArrowLeft />
          </ButtonLink>
        )}
        <Box flex="1" minW="0">
          {name === undefined ? (
            <ScreenHeading textStyle="md" truncate title={title} />
          ) : (
            <>
              <ScreenHeading srOnly title={title} />
              <DocumentName textStyle="md" name={name} />
            </>
          )}
          <Status {...props} isCompact />
        </Box>
        {actions && (
          <Flex gap="1.5" align="center" flexShrink="0">
            <Buttons {...props} actions={compactActions(actions)} isCompact />
          </Flex>
        )}
      </Flex>
      {/* At the end of the form; Tab reaches it after the bar. */}
      <Box
        ref={foot}
        {...ground}
        order="1"
        position="sticky"
        bottom="var(--toasts-height, 0px)"
        zIndex="docked"
        borderTopWidth="1px"
      >
        <Flex columnGap="3" align="center" justify="space-between" minH="10">
          <Flex columnGap="2" wrap="wrap" minW="0">
            {badge}
          </Flex>
          <Flex align="center" flexShrink="0" me="-2">
            {actions && <CancelButton {...props} />}
            <ViewLink {...props} />
            {tools}
          </Flex>
        </Flex>
        <Box
          css={{
            '& [data-impact]:empty': { minHeight: '0' },
            '& [data-impact], & [data-impact] button': { display: 'block', truncate: true },
          }}
        >
          {note}
        </Box>
      </Box>
    </>
  );
}

/** The actions of a bar with two buttons: the primary action and the one that saves. The others move to the menu. */
function compactActions({ primary, saves, buttons, menu }: BarActions): BarActions {
  const isButton = (action: BarAction) => action === primary || action === saves;
  return {
    primary,
    saves,
    buttons: buttons.filter(isButton),
    menu: [...buttons.filter((action) => !isButton(action)), ...menu],
  };
}

function DocumentName({ name, ...style }: { name: string } & TextProps) {
  return (
    <Text fontWeight="semibold" truncate title={name} data-document-name="" {...style}>
      {name}
    </Text>
  );
}

function ViewLink({ view }: Pick<EditorBarProps, 'view'>) {
  useScreenCommands(
    view
      ? [
          {
            label: `${view.label} this document`,
            icon: ExternalLink,
            keywords: 'page site',
            run: () => window.open(view.href, '_blank', 'noopener'),
          },
        ]
      : [],
  );
  if (!view) return null;
  return (
    <Button asChild variant="ghost" colorPalette="gray" size="sm" px={{ base: '2', '2xl': '3.5' }}>
      <a href={view.href} target="_blank" rel="noopener" aria-label={view.label} title={view.label}>
        <ExternalLink />
        <chakra.span hideBelow="2xl">{view.label}</chakra.span>
      </a>
    </Button>
  );
}

function CancelButton({ onCancel }: Pick<EditorBarProps, 'onCancel'>) {
  if (!onCancel) return null;
  return (
    <Button size="sm" variant="ghost" colorPalette="gray" px={{ base: '2', '2xl': '3.5' }} onClick={onCancel}>
      Cancel
    </Button>
  );
}

function ScreenHeading({ title, ...style }: { title: string } & HeadingProps) {
  return (
    <Heading as="h1" ref={useScreenHeading()} tabIndex={-1} outline="none" {...style}>
      {title}
    </Heading>
  );
}

/** The labels of actions; that of `save` depends on the document. */
export const barActionLabels: Record<Exclude<BarAction, 'save'>, string> = {
  publish: 'Publish',
  unpublish: 'Unpublish',
  draft: 'Save draft',
  discard: 'Discard draft',
  submit: 'Submit for review',
  withdraw: 'Withdraw from review',
  review: 'Compare with live',
};

function Buttons(props: EditorBarProps & { actions: BarActions; isCompact?: boolean }) {
  const { actions, saveLabel, saveEffect, isSaving, isCompact = false, onAct } = props;
  const { primary, saves, buttons, menu } = actions;
  const isShort = isCompact && buttons.length > 1;
  // Ctrl/Cmd+S saves, Ctrl/Cmd+Enter takes the primary action.
  const keysOf = (action: BarAction) => [...(action === saves ? ['S'] : []), ...(action === primary ? ['Enter'] : [])];
  return (
    <>
      {buttons.map((action) => {
        const label = action === 'save' ? saveLabel : barActionLabels[action];
        const keys = keysOf(action);
        const effect = action === 'save' ? saveEffect : null;
        const shortcuts = keys.length > 0 ? ` (${keys.map(keysText).join(' or ')})` : '';
        return (
          <Button
            key={action}
            size="sm"
            type={action === saves ? 'submit' : 'button'}
            variant={action === primary ? 'solid' : 'outline'}
            disabled={isSaving}
            aria-keyshortcuts={keys.length > 0 ? keys.map(keyShortcut).join(' ') : undefined}
            aria-label={isShort ? label : undefined}
            px={isCompact ? '2.5' : undefined}
            title={label + (effect === null ? '' : `: ${effect}`) + shortcuts}
            {...(action === saves ? {} : { onClick: () => onAct(action) })}
          >
            {isSaving && action === primary && <Spinner size="xs" aria-hidden />}
            <Flex as="span" direction="column" lineHeight="1.15">
              <span>{isShort ? <FirstWord text={label} /> : label}</span>
              {/* Hidden, so that the accessible name is the same in every state. The title includes the effect. */}
              {effect !== null && !isShort && (
                <chakra.span aria-hidden fontSize="0.6875rem" fontWeight="normal">
                  {effect}
                </chakra.span>
              )}
            </Flex>
            {keys[0] !== undefined && (
              <Kbd size="sm" variant="plain" hideBelow="2xl" aria-hidden color="inherit" opacity="0.8">
                {keysText(keys[0])}
              </Kbd>
            )}
          </Button>
        );
      })}
      {menu.length > 0 && (
        <ActionMenu
          label="More actions"
          actions={menu.map((action) => ({
            label: action === 'save' ? saveLabel : barActionLabels[action],
            run: () => onAct(action),
          }))}
        />
      )}
    </>
  );
}

/** The first word of a label; on wider screens all of it. */
function FirstWord({ text }: { text: string }) {
  const [first = '', ...rest] = text.split(' ');
  return (
    <>
      {first}
      {rest.length > 0 && <chakra.span hideBelow="md">{` ${rest.join(' ')}`}</chakra.span>}
    </>
  );
}

interface StatusProps extends Pick<EditorBarProps, 'line' | 'live' | 'onRetry'> {
  isCompact?: boolean;
}

function Status({ line, live, onRetry, isCompact = false }: StatusProps) {
  const isFailed = line.tone === 'bad' && live?.type === 'failed';
  return (
    <Box role="status" aria-live="polite" data-save-status={line.tone}>
      <Flex gap={isCompact ? '1' : '2'} align="center">
        <StatusIcon tone={line.tone} size={isCompact ? '4' : '5'} />
        {/* A problem is shown in full, other states in one line. */}
        <Text
          textStyle={isCompact ? 'xs' : 'sm'}
          fontWeight="medium"
          truncate={isCompact && line.tone !== 'bad'}
          color={line.tone === 'quiet' ? 'fg.muted' : undefined}
        >
          {line.text}
        </Text>
      </Flex>
      {line.canRetry && (
        <Button size="xs" variant="outline" ms={isCompact ? '0' : '7'} my="1" onClick={onRetry}>
          Try again
        </Button>
      )}
      {isFailed && (
        <Text textStyle={isCompact ? 'xs' : 'sm'} color="fg.error" ps={isCompact ? '0' : '7'}>
          {describeProblems(live)}
        </Text>
      )}
    </Box>
  );
}

function StatusIcon({ tone, size }: { tone: Tone; size: string }) {
  if (tone === 'quiet') return null;
  if (tone === 'busy') return <Spinner size="sm" color="colorPalette.solid" aria-hidden />;
  const { icon: Icon, color } = looks[tone];
  return <Box as={Icon} boxSize={size} color={color} flexShrink="0" aria-hidden />;
}
