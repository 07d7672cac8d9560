import { Button, type ButtonProps, Flex, Link as ChakraLink, type LinkProps, Text } from '@chakra-ui/react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link, type LinkProps as RouterLinkProps } from 'react-router';
import { adminPaths } from '@frontage/model/paths';
import { type Notice, notices } from '@frontage/model/messages';
import { durations } from '@frontage/model/limits';
import { ArrowLeft, Check, Copy } from '#icons';
import { useFirebase } from '../lib/firebase.tsx';
import { TextField } from './field.tsx';
import { useNotify } from './toaster.tsx';

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

/** A full link with a focused button that copies it. */
export function LinkToCopy({ label, url, copied }: { label: string; url: string; copied: Notice }) {
  const { copy, isCopied } = useCopy();
  const notify = useNotify();

  const copyLink = async () => {
    if (await copy(url)) notify.success(copied);
    else notify.failure(notices.copyFailed);
  };

  return (
    <Flex gap="2" align="flex-end">
      <TextField
        label={label}
        readOnly
        input={{ value: url, fontFamily: 'mono', onFocus: (event) => event.target.select() }}
      />
      {/* The margin aligns the button with the input, because the field reserves a line for an error. */}
      <Button variant="outline" onClick={() => void copyLink()} mb="1.5" minW="7rem" autoFocus>
        {isCopied ? <Check /> : <Copy />}
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </Flex>
  );
}

/** Copies text. `copy` returns whether it succeeded; `isCopied` stays true for two seconds. */
export function useCopy() {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = useCallback(async (text: string): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return false;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), durations.copiedShown);
    return true;
  }, []);
  return { copy, isCopied };
}
