import { Box, Button, chakra, Flex, Heading, Kbd, Spinner, Text } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, CircleDashed, ExternalLink, PenLine, type Icon } from '#icons';
import { useRef, type ReactNode } from 'react';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { keyShortcut, keysText } from '../../ui/command-key.ts';
import { BackLink } from '../../ui/links.tsx';
import { useScreenHeading } from '../../ui/page-header.tsx';
import { describeProblems, type LiveState } from '../live/live-state.ts';
import type { StatusLine, Tone } from '../save/save-status.ts';
import type { BarAction, BarActions } from './bar-actions.ts';
import { useCoveredHeight } from './use-covered-height.ts';

interface EditorBarProps {
  title: string;
  /** Null where there is no list to go back to. */
  back: { to: string; label: string } | null;
  /** The state of the document: 'Draft', 'Published'. */
  badge: ReactNode;
  /** Where visitors see it; null while they do not. */
  view: { label: string; href: string } | null;
  line: StatusLine;
  live: LiveState | null;
  /** Something else to know of the work at hand. */
  note: ReactNode;
  /** Beside the buttons, for everybody who looks. */
  tools?: ReactNode;
  /** Null for somebody who only reads. */
  actions: BarActions | null;
  saveLabel: string;
  isSaving: boolean;
  onAct: (action: BarAction) => void;
  onRetry: () => void;
  /** Absent where there is nothing to cancel. */
  onCancel?: () => void;
}

const looks: Record<Exclude<Tone, 'busy'>, { icon: Icon; color: string }> = {
  quiet: { icon: CircleDashed, color: 'fg.muted' },
  waiting: { icon: PenLine, color: 'fg.warning' },
  good: { icon: CircleCheck, color: 'fg.success' },
  bad: { icon: CircleAlert, color: 'fg.error' },
};

const ground = { bg: 'bg.panel', px: { base: '4', md: '8' } } as const;

/**
 * The head of every editor: what it is, where the work stands, and the buttons that save, publish or leave it. On a narrow
 * screen the name scrolls away, and what stays in reach is the rest.
 */
export function EditorBar(props: EditorBarProps) {
  const { title, back, badge, view, line, live, note, tools, actions, onRetry } = props;
  const heading = useScreenHeading();
  const sticking = useRef<HTMLDivElement>(null);
  useCoveredHeight(sticking);
  return (
    <Box
      as="section"
      aria-label="Editor bar"
      data-editor-bar=""
      display={{ base: 'contents', lg: 'flex' }}
      flexWrap="wrap"
      alignItems="center"
      columnGap="3"
      rowGap="2"
      borderBottomWidth={{ lg: '1px' }}
      bg="bg.panel"
      px={{ lg: '8' }}
      py={{ lg: '3' }}
    >
      <title>{`${title} · Frontage`}</title>
      <Flex {...ground} px={{ ...ground.px, lg: '0' }} pt={{ base: '4', lg: '0' }} direction="column" gap="0.5">
        {back && <BackLink to={back.to}>{back.label}</BackLink>}
        <Flex gap="3" align="center" wrap="wrap">
          <Heading as="h1" ref={heading} tabIndex={-1} outline="none" size="xl" letterSpacing="-0.01em">
            {title}
          </Heading>
          {badge}
        </Flex>
      </Flex>
      <Flex
        ref={sticking}
        {...ground}
        px={{ ...ground.px, lg: '0' }}
        py={{ base: '2.5', lg: '0' }}
        display={{ base: 'flex', lg: 'contents' }}
        position={{ base: 'sticky', lg: 'static' }}
        top="var(--notice-height, 0px)"
        zIndex="docked"
        columnGap="4"
        rowGap="2"
        direction={{ base: 'column', md: 'row' }}
        align={{ md: 'center' }}
        borderBottomWidth={{ base: '1px', lg: '0' }}
      >
        {/* Before the state, beside which they stand: what can be pressed there is on nobody's way to them. */}
        <Flex
          order={1}
          // Where they do not fit beside name and state, they stand below them.
          ms={{ lg: 'auto' }}
          gap={{ base: '2', lg: '1.5', '2xl': '2' }}
          align="center"
          justify={{ base: 'flex-start', md: 'flex-end' }}
          wrap={{ base: 'wrap', md: 'nowrap' }}
          flexShrink="0"
        >
          {view && (
            <Button asChild variant="ghost" colorPalette="gray" size="sm">
              <a href={view.href} target="_blank" rel="noopener" aria-label={view.label} title={view.label}>
                <ExternalLink />
                <chakra.span hideBelow="2xl">{view.label}</chakra.span>
              </a>
            </Button>
          )}
          {actions && <Buttons {...props} actions={actions} />}
          {tools}
        </Flex>
        <Status line={line} live={live} note={note} onRetry={onRetry} />
      </Flex>
    </Box>
  );
}

const words: Record<Exclude<BarAction, 'save'>, string> = {
  publish: 'Publish',
  unpublish: 'Unpublish',
  draft: 'Save draft',
  discard: 'Discard draft',
  submit: 'Submit for review',
  withdraw: 'Withdraw from review',
};

function Buttons(props: EditorBarProps & { actions: BarActions }) {
  const { actions, saveLabel, isSaving, onAct, onCancel } = props;
  const { right, saves, buttons, menu } = actions;
  // Ctrl/Cmd+S saves, Ctrl/Cmd+Enter takes the right step.
  const keysOf = (action: BarAction) => [...(action === saves ? ['S'] : []), ...(action === right ? ['Enter'] : [])];
  return (
    <>
      {onCancel && (
        <Button size="sm" variant="ghost" colorPalette="gray" onClick={onCancel}>
          Cancel
        </Button>
      )}
      {buttons.map((action) => {
        const label = action === 'save' ? saveLabel : words[action];
        const keys = keysOf(action);
        return (
          <Button
            key={action}
            size="sm"
            type={action === saves ? 'submit' : 'button'}
            variant={action === right ? 'solid' : 'outline'}
            disabled={isSaving}
            aria-keyshortcuts={keys.length > 0 ? keys.map(keyShortcut).join(' ') : undefined}
            title={keys.length > 0 ? `${label} (${keys.map(keysText).join(' or ')})` : label}
            {...(action === saves ? {} : { onClick: () => onAct(action) })}
          >
            {isSaving && action === right && <Spinner size="xs" aria-hidden />}
            {label}
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
            label: action === 'save' ? saveLabel : words[action],
            run: () => onAct(action),
          }))}
        />
      )}
    </>
  );
}

function Status({ line, live, note, onRetry }: Pick<EditorBarProps, 'line' | 'live' | 'note' | 'onRetry'>) {
  const isFailed = line.tone === 'bad' && live?.type === 'failed';
  return (
    <Box flex={{ base: '1', lg: '1 1 16rem' }} minW="0">
      <Box role="status" aria-live="polite" data-save-status={line.tone}>
        <Flex gap="2" align="center">
          <StatusIcon tone={line.tone} />
          <Text textStyle="sm" fontWeight="medium">
            {line.text}
          </Text>
        </Flex>
        {line.canRetry && (
          <Button size="xs" variant="outline" ms="7" my="1" onClick={onRetry}>
            Try again
          </Button>
        )}
        {isFailed && (
          <Text textStyle="sm" color="fg.error" ps="7">
            {describeProblems(live)}
          </Text>
        )}
      </Box>
      {note}
    </Box>
  );
}

function StatusIcon({ tone }: { tone: Tone }) {
  if (tone === 'busy') return <Spinner size="sm" color="colorPalette.solid" aria-hidden />;
  const { icon: Icon, color } = looks[tone];
  return <Box as={Icon} boxSize="5" color={color} flexShrink="0" aria-hidden />;
}
