import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { canReview } from '@frontage/model/permissions';
import { adminPaths } from '@frontage/model/paths';
import type { Role } from '@frontage/model/user';
import { useState } from 'react';
import { Check } from '#icons';
import { useStaff, useViewer } from '../../lib/session.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FirstStep, useFirstSteps } from './dashboard.queries.ts';

interface Step {
  label: string;
  path: string;
  why: string;
  /** Shown instead to users that may not publish. */
  whyForAuthors?: string;
  roles: readonly Role[];
  /** Stored data decides whether it is done; null if no data can tell. */
  step: FirstStep | null;
}

const steps: readonly Step[] = [
  {
    label: 'Set your site’s name and logo',
    path: `${adminPaths.settings}?tab=branding`,
    why: 'They appear on every page.',
    step: 'identity',
    roles: ['admin'],
  },
  {
    label: 'Write the homepage',
    path: adminPaths.homepage,
    why: 'Start with the hero; publish each section when it is ready.',
    step: 'homepage',
    roles: ['admin', 'editor'],
  },
  {
    label: 'Create a page',
    path: adminPaths.page('new'),
    why: 'It appears in the menu as soon as it is published.',
    whyForAuthors: 'Submit it for review when it is ready: an editor publishes it.',
    step: 'page',
    roles: ['admin', 'editor', 'author'],
  },
  {
    label: 'Add a demo',
    path: adminPaths.demo('new'),
    why: 'Paste its embed code. Set a password to restrict access.',
    step: 'demo',
    roles: ['admin', 'editor', 'author'],
  },
  {
    label: 'Invite your team',
    path: `${adminPaths.users}?invite=1`,
    why: 'Each person gets a role.',
    step: 'team',
    roles: ['admin'],
  },
  {
    label: 'Look around',
    path: adminPaths.pages,
    why: 'You can read all content. To edit it, ask an administrator for another role.',
    step: null,
    roles: ['viewer'],
  },
];

/** The steps for the user's roles, until the user hides them. Ticks the ones that this user has done. */
export function GettingStarted() {
  const { roles, user } = useStaff();
  const publishes = canReview(useViewer());
  const mine = steps.filter((step) => step.roles.some((role) => roles.includes(role)));
  const { isHidden, hide } = useHidden(user.uid);
  const known = mine.flatMap(({ step }) => step ?? []);
  const { data: done } = useFirstSteps(isHidden ? [] : known);
  if (isHidden) return null;
  return (
    <Panel title="Getting Started" position="relative" mb="6">
      <Button
        size="sm"
        variant="ghost"
        colorPalette="gray"
        position="absolute"
        top="4"
        insetEnd="4"
        aria-label="Hide Getting Started"
        onClick={hide}
      >
        Hide
      </Button>
      <Flex as="ol" direction="column" gap="4">
        {mine.map(({ label, path, why, whyForAuthors, step }, index) => {
          const isDone = step !== null && done?.has(step) === true;
          return (
            <Flex as="li" key={path} gap="4" align="flex-start">
              <Flex
                aria-hidden
                align="center"
                justify="center"
                flexShrink="0"
                boxSize="7"
                rounded="full"
                bg={isDone ? 'bg.success' : 'brass.subtle'}
                color={isDone ? 'fg.success' : 'brass.fg'}
                textStyle="sm"
                fontWeight="semibold"
              >
                {isDone ? <Check size={16} /> : index + 1}
              </Flex>
              <div>
                <TextLink to={path} fontWeight="medium">
                  {label}
                </TextLink>
                {isDone && <chakra.span srOnly>, done</chakra.span>}
                <Text color="fg.muted" textStyle="sm">
                  {(publishes ? undefined : whyForAuthors) ?? why}
                </Text>
              </div>
            </Flex>
          );
        })}
      </Flex>
    </Panel>
  );
}

/** Whether this user has hidden the steps in this browser. */
function useHidden(uid: string) {
  const entry = `frontage:getting-started:${uid}`;
  const [isHidden, setHidden] = useState(() => localStorage.getItem(entry) === 'hidden');
  const hide = () => {
    localStorage.setItem(entry, 'hidden');
    setHidden(true);
    // The button is gone.
    document.querySelector<HTMLElement>('h1')?.focus();
  };
  return { isHidden, hide };
}
