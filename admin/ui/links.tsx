import { Button, type ButtonProps, Link as ChakraLink, type LinkProps, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link, type LinkProps as RouterLinkProps } from 'react-router';
import { adminPaths } from '@frontage/model/paths';
import { ArrowLeft } from '#icons';
import { useFirebase } from '../lib/firebase.tsx';

/** A link within the admin, styled as a button. */
export function ButtonLink({
  to,
  state,
  children,
  ...button
}: ButtonProps & { to: RouterLinkProps['to']; state?: unknown }) {
  return (
    <Button asChild {...button}>
      <Link to={to} state={state}>
        {children}
      </Link>
    </Button>
  );
}

/** A link within the admin, in running text. */
export function TextLink({ to, state, children, ...link }: LinkProps & { to: RouterLinkProps['to']; state?: unknown }) {
  return (
    <ChakraLink asChild variant="underline" colorPalette="ink" {...link}>
      <Link to={to} state={state}>
        {children}
      </Link>
    </ChakraLink>
  );
}

/** The link back above a screen's title. */
export function BackLink({ to, children }: { to: RouterLinkProps['to']; children: ReactNode }) {
  return (
    <ChakraLink asChild color="fg.muted" textStyle="sm" fontWeight="medium" _hover={{ color: 'fg' }}>
      <Link to={to}>
        <ArrowLeft size={16} aria-hidden />
        {children}
      </Link>
    </ChakraLink>
  );
}

/** A link to the local mailbox, because a local project sends no email. Renders nothing on a hosted project. */
export function LocalMailLink() {
  const { config } = useFirebase();
  if (!config.emulators) return null;
  return (
    <Text textStyle="sm">
      This is a local project: <TextLink to={adminPaths.localMail}>its mail is here</TextLink>.
    </Text>
  );
}
