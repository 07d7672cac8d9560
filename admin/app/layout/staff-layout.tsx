import { Box, Flex, IconButton, Link } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { Menu, Search, WifiOff, X } from '#icons';
import { DialogFrame } from '../../ui/modal.tsx';
import { FirstScreen } from '../../ui/page-header.tsx';
import { lazyWithFallback } from '../../ui/lazy.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { useCommands } from '../commands/commands.ts';
import { useOnline } from '../../ui/browser.ts';
import { RecentActionsMenu } from './recent-actions-menu.tsx';
import { ScrollPosition } from './scroll-position.tsx';
import { SideMenu } from './side-menu.tsx';

// Loads late: a pinned site is rare, and no screen depends on this notice.
const PinnedNotice = lazyWithFallback(
  () => import('./pinned-notice.tsx'),
  () => null,
);

const menuGround = { base: 'ink.800', _dark: 'ink.950' };

/** The layout of every staff screen: side menu (a drawer on phones), notices, and the screen. */
export function StaffLayout() {
  return (
    <Flex minH="100dvh" direction={{ base: 'column', lg: 'row' }}>
      <SkipLink />
      <Box
        as="aside"
        aria-label="Side menu"
        data-side-menu=""
        hideBelow="lg"
        width="16rem"
        flexShrink="0"
        bg={menuGround}
      >
        <Box position="sticky" top="0" height="100dvh">
          <SideMenu />
        </Box>
      </Box>
      <MobileBar />
      <Flex
        direction="column"
        flex="1"
        minW="0"
        // Ends above the notices.
        pb="var(--toasts-height, 0px)"
        // An editor fills the window: its text and side panel scroll.
        css={{ '&:has([data-editor-bar])': { height: { lg: '100dvh' } } }}
      >
        <OfflineNotice />
        <Suspense>
          <PinnedNotice />
        </Suspense>
        <LoadingLine />
        <Box
          as="main"
          id="content"
          tabIndex={-1}
          outline="none"
          px={{ base: '4', md: '8', xl: '12' }}
          py={{ base: '6', md: '10' }}
          width="full"
          maxW="80rem"
          mx="auto"
          css={{
            '&:has([data-editor-bar])': {
              display: 'flex',
              flexDirection: 'column',
              flex: '1',
              minHeight: '0',
              maxWidth: 'none',
              padding: '0',
            },
          }}
        >
          <Screen />
        </Box>
      </Flex>
      <ScrollPosition />
    </Flex>
  );
}

/**
 * A separate component, because it changes with each address: a search keystroke re-renders nothing else of the layout.
 */
function Screen() {
  const { key } = useLocation();
  const [firstKey] = useState(key);
  return (
    <FirstScreen value={firstKey}>
      <Outlet />
    </FirstScreen>
  );
}

function SkipLink() {
  return (
    <Link
      href="#content"
      position="fixed"
      top="3"
      insetStart="3"
      zIndex="skipNav"
      bg="bg.panel"
      px="4"
      py="2"
      rounded="l2"
      shadow="md"
      transform="translateY(-200%)"
      _focusVisible={{ transform: 'none' }}
    >
      Skip to content
    </Link>
  );
}

/** A thin progress line at the top while the next screen's code loads. */
function LoadingLine() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <Box
      position="fixed"
      insetX="0"
      top="0"
      height="2px"
      bg="brass.400"
      zIndex="banner"
      animation="pulse 1s ease-in-out infinite"
      aria-hidden
    />
  );
}

function MobileBar() {
  const [isOpen, setOpen] = useState(false);
  const { openPalette } = useCommands();
  return (
    <Flex
      as="header"
      hideFrom="lg"
      align="center"
      gap="2"
      px="3"
      py="2"
      bg={menuGround}
      color="white"
      position="sticky"
      top="var(--notice-height, 0px)"
      zIndex="docked"
      // The editor's bar replaces it as the sticky element.
      css={{ 'html:has([data-editor-bar]) &': { position: 'static' } }}
    >
      <IconButton aria-label="Open menu" aria-expanded={isOpen} {...barButton} onClick={() => setOpen(true)}>
        <Menu />
      </IconButton>
      {isOpen && <MenuDrawer onClose={() => setOpen(false)} />}
      <Box flex="1">
        <Wordmark onDark />
      </Box>
      <RecentActionsMenu edge="right" button={barButton} />
      <IconButton aria-label="Search" {...barButton} onClick={openPalette}>
        <Search />
      </IconButton>
    </Flex>
  );
}

const barButton = { variant: 'ghost', color: 'white', _hover: { bg: 'rgb(255 255 255 / 0.1)' } } as const;

/** The side menu as a drawer that slides in from the edge. */
function MenuDrawer({ onClose }: { onClose: () => void }) {
  return (
    <DialogFrame
      aria-label="Menu"
      onClose={onClose}
      closesOutside
      bg={menuGround}
      m="0"
      width="min(18rem, 85vw)"
      height="calc(100dvh - var(--toasts-height, 0px))"
      maxHeight="calc(100dvh - var(--toasts-height, 0px))"
      rounded="0"
      animation="slide-in 0.2s ease-out"
    >
      <SideMenu onNavigate={onClose} />
      <IconButton
        aria-label="Close menu"
        {...barButton}
        size="sm"
        position="absolute"
        top="4"
        insetEnd="3"
        onClick={onClose}
      >
        <X />
      </IconButton>
    </DialogFrame>
  );
}

/**
 * A sticky notice while the browser is offline. The live region is always rendered, so that its change is announced;
 * other sticky elements are placed below `--notice-height` (theme).
 */
function OfflineNotice() {
  const isOnline = useOnline();
  return (
    <Box role="status" position="sticky" top="0" zIndex="sticky" flexShrink="0">
      {!isOnline && (
        <Flex
          data-notice=""
          height="var(--notice-height)"
          align="center"
          gap="3"
          bg="brass.100"
          color="brass.900"
          px={{ base: '4', md: '8' }}
          lineHeight="1.25"
          textStyle="sm"
        >
          <Box as={WifiOff} boxSize="4.5" flexShrink="0" aria-hidden />
          You are offline. Your text is kept here; save again once you are back online.
        </Flex>
      )}
    </Box>
  );
}
