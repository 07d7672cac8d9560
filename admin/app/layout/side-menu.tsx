import { Box, chakra, Flex, IconButton, Link as ChakraLink, Text } from '@chakra-ui/react';
import { memo, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { canReview } from '@frontage/model/permissions';
import { adminPaths } from '@frontage/model/paths';
import { ExternalLink, LogOut, Monitor, Moon, Search, Sun } from '#icons';
import { maxListedDrafts, useWaitingDrafts } from '../../editing/versions/listed-drafts.queries.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useHealthCounts } from '../../lib/pipeline.ts';
import { useStaff, useViewer } from '../../lib/session.tsx';
import { type ColorMode, keyShortcut, keysText, useColorMode } from '../../ui/browser.ts';
import { Wordmark } from '../../ui/wordmark.tsx';
import { useCommands } from '../commands/commands.ts';
import { accountDestination, type Destination, useDestinations } from '../navigation.ts';
import { RecentActionsMenu } from './recent-actions-menu.tsx';

/** Navigation, the signed-in user and sign-out. `onNavigate` closes the drawer. */
export function SideMenu({ onNavigate }: { onNavigate?: () => void }) {
  const { user } = useStaff();
  const destinations = useDestinations();
  const { config } = useFirebase();
  return (
    <Flex direction="column" height="full" px="3" py="5" gap="6" color="ink.100">
      <Box px="3">
        <Wordmark onDark />
      </Box>
      <Flex gap="2" align="center">
        <OpenSearch onPress={onNavigate} />
        <RecentActionsMenu edge="left" button={recentLook} onPress={onNavigate} />
      </Flex>
      <chakra.nav aria-label="Main" flex="1" overflowY="auto" mx="-3" px="3">
        <Flex as="ul" direction="column" gap="1">
          {destinations.map((destination) => (
            <li key={destination.path}>
              <MenuLink destination={destination} onNavigate={onNavigate} />
            </li>
          ))}
        </Flex>
      </chakra.nav>
      <Flex direction="column" gap="1">
        <ChakraLink href={config.siteOrigin} target="_blank" rel="noopener" {...entryLook}>
          <EntryIcon>
            <ExternalLink />
          </EntryIcon>
          View site
        </ChakraLink>
        <MenuLink destination={accountDestination} onNavigate={onNavigate} />
        <ChakraLink asChild {...entryLook}>
          <Link to={adminPaths.signOut} onClick={onNavigate}>
            <EntryIcon>
              <LogOut />
            </EntryIcon>
            Sign out
          </Link>
        </ChakraLink>
        <Flex align="center" gap="2" px="3" pt="4" mt="3" borderTopWidth="1px" borderColor="rgb(255 255 255 / 0.14)">
          <Box flex="1" minW="0">
            <Text textStyle="xs" color="ink.200">
              Signed in as
            </Text>
            <Text textStyle="sm" color="white" truncate title={user.email}>
              {user.email}
            </Text>
          </Box>
          <ColorModeSwitch />
        </Flex>
      </Flex>
    </Flex>
  );
}

const modes = {
  system: { icon: Monitor, label: 'Theme: system', next: 'light' },
  light: { icon: Sun, label: 'Theme: light', next: 'dark' },
  dark: { icon: Moon, label: 'Theme: dark', next: 'system' },
} as const satisfies Record<ColorMode, object>;

/** Cycles through system, light and dark theme. */
function ColorModeSwitch() {
  const { mode, setMode } = useColorMode();
  const { icon: Icon, label, next } = modes[mode];
  return (
    <IconButton
      aria-label={label}
      title={label}
      size="sm"
      variant="ghost"
      color="ink.100"
      focusRingColor="brass.400"
      _hover={{ bg: 'rgb(255 255 255 / 0.1)' }}
      onClick={() => setMode(next)}
    >
      <Icon />
    </IconButton>
  );
}

/** A button that opens the search. */
function OpenSearch({ onPress }: { onPress: (() => void) | undefined }) {
  const { openPalette } = useCommands();
  return (
    <chakra.button
      type="button"
      aria-keyshortcuts={keyShortcut('K')}
      onClick={() => {
        onPress?.();
        openPalette();
      }}
      {...entryLook}
      flex="1"
      borderWidth="1px"
      borderColor="rgb(255 255 255 / 0.22)"
      cursor="pointer"
    >
      <EntryIcon>
        <Search />
      </EntryIcon>
      <chakra.span flex="1" textAlign="start">
        Search
      </chakra.span>
      <chakra.span aria-hidden textStyle="xs" color="ink.200">
        {keysText('K')}
      </chakra.span>
    </chakra.button>
  );
}

const recentLook = {
  variant: 'outline',
  size: 'md',
  color: 'ink.100',
  borderColor: 'rgb(255 255 255 / 0.22)',
  focusRingColor: 'brass.400',
  _hover: { bg: 'rgb(255 255 255 / 0.07)' },
} as const;

const entryLook = {
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  px: '3',
  minH: '10',
  rounded: 'l2',
  textStyle: 'sm',
  fontWeight: 'medium',
  color: 'ink.100',
  textDecoration: 'none',
  focusRingColor: 'brass.400',
  _hover: { bg: 'rgb(255 255 255 / 0.07)', color: 'white', textDecoration: 'none' },
  _currentPage: {
    bg: 'rgb(255 255 255 / 0.11)',
    color: 'white',
    boxShadow: 'inset 3px 0 0 {colors.brass.400}',
  },
} as const;

function EntryIcon({ children }: { children: ReactNode }) {
  return (
    <chakra.span aria-hidden css={{ '& svg': { width: '1.125rem', height: '1.125rem' } }}>
      {children}
    </chakra.span>
  );
}

/** The number of proposals waiting for review. */
function WaitingCount() {
  const { drafts: { length } = [] } = useWaitingDrafts(canReview(useViewer()));
  return <Count text={length < maxListedDrafts ? String(length) : `${maxListedDrafts}+`} label="waiting for review" />;
}

/** The number of errors and warnings about the live site. */
function ProblemCount() {
  const counts = useHealthCounts();
  const count = counts ? counts.error + counts.warning : 0;
  return <Count text={count.toLocaleString()} label={count === 1 ? 'problem' : 'problems'} />;
}

function Count({ text, label }: { text: string; label: string }) {
  if (text === '0') return null;
  return (
    <chakra.span
      ms="auto"
      px="2"
      rounded="full"
      textStyle="xs"
      bg="brass.400"
      color="ink.950"
      title={`${text} ${label}`}
    >
      {text}
      <chakra.span srOnly>{` ${label}`}</chakra.span>
    </chakra.span>
  );
}

interface MenuLinkProps {
  destination: Destination;
  onNavigate: (() => void) | undefined;
}

function MenuLink(props: MenuLinkProps) {
  const { path } = props.destination;
  const { pathname } = useLocation();
  const isCurrent = pathname === path || (path !== '/admin' && pathname.startsWith(`${path}/`));
  return <Entry {...props} isCurrent={isCurrent} />;
}

const Entry = memo(function Entry({ destination, onNavigate, isCurrent }: MenuLinkProps & { isCurrent: boolean }) {
  const { label, path, icon: Icon } = destination;
  return (
    <ChakraLink asChild {...entryLook}>
      <Link to={path} onClick={onNavigate} {...(isCurrent ? { 'aria-current': 'page' as const } : {})}>
        <EntryIcon>
          <Icon />
        </EntryIcon>
        {label}
        {path === adminPaths.dashboard && <WaitingCount />}
        {path === adminPaths.health && <ProblemCount />}
      </Link>
    </ChakraLink>
  );
});
