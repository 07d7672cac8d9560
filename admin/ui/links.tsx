import { Button, Link as ChakraLink, type ButtonProps, type LinkProps } from '@chakra-ui/react';
import { ArrowLeft } from '#icons';
import type { ReactNode } from 'react';
import { Link, type LinkProps as RouterLinkProps } from 'react-router';

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
