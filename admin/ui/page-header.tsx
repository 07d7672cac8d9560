import { Box, Flex, Heading, Text } from '@chakra-ui/react';
import { createContext, use, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'react-router';

export interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  /** A link back, above the title. */
  back?: ReactNode;
  /** Badges beside the title. */
  badges?: ReactNode;
  /** Buttons at the end of the line. */
  actions?: ReactNode;
}

/** The location key of the first screen, which keeps the browser's initial focus. */
export const FirstScreen = createContext<string | null>(null);

/** The element that receives focus after navigation: set the returned ref on the screen's heading. */
export function useScreenHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const isFirstScreen = useRef(use(FirstScreen) === key);

  useEffect(() => {
    const isTaken = heading.current?.closest('main')?.contains(document.activeElement) ?? false;
    if (!isFirstScreen.current && !isTaken) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

/** The heading of a screen: sets the document title and receives focus after navigation. */
export function PageHeader({ title, description, back, badges, actions }: PageHeaderProps) {
  const heading = useScreenHeading();
  return (
    <Box as="header" mb={{ base: '5', md: '7' }}>
      <title>{`${title} · Frontage`}</title>
      {back && <Box mb="2">{back}</Box>}
      <Flex gap="4" wrap="wrap" align="flex-start" justify="space-between">
        <Box minW="0">
          <Flex gap="3" align="center" wrap="wrap">
            <Heading
              as="h1"
              ref={heading}
              tabIndex={-1}
              outline="none"
              size={{ base: '2xl', md: '3xl' }}
              fontWeight="semibold"
              letterSpacing="-0.02em"
            >
              {title}
            </Heading>
            {badges}
          </Flex>
          {description && (
            <Text color="fg.muted" mt="1">
              {description}
            </Text>
          )}
        </Box>
        {actions && (
          <Flex gap="2" wrap="wrap">
            {actions}
          </Flex>
        )}
      </Flex>
    </Box>
  );
}
