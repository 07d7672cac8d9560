import { Flex, Text } from '@chakra-ui/react';
import { canReview } from '@frontage/model/permissions';
import { adminPaths } from '@frontage/model/paths';
import type { Role } from '@frontage/model/user';
import { useStaff, useViewer } from '../../lib/session.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/panel.tsx';

interface Step {
  label: string;
  path: string;
  why: string;
  /** Shown instead to users that may not publish. */
  whyForAuthors?: string;
  roles: readonly Role[];
}

const steps: readonly Step[] = [
  {
    label: 'Set your site’s name and logo',
    path: `${adminPaths.settings}?tab=branding`,
    why: 'They appear on every page.',
    roles: ['admin'],
  },
  {
    label: 'Write the homepage',
    path: adminPaths.homepage,
    why: 'Start with the hero; publish each section when it is ready.',
    roles: ['admin', 'editor'],
  },
  {
    label: 'Create a page',
    path: adminPaths.page('new'),
    why: 'It appears in the menu as soon as it is published.',
    whyForAuthors: 'Submit it for review when it is ready: an editor publishes it.',
    roles: ['admin', 'editor', 'author'],
  },
  {
    label: 'Add a demo',
    path: adminPaths.demo('new'),
    why: 'Paste its embed code. Set a password to restrict access.',
    roles: ['admin', 'editor', 'author'],
  },
  {
    label: 'Invite your team',
    path: `${adminPaths.users}?invite=1`,
    why: 'Each person gets a role.',
    roles: ['admin'],
  },
  {
    label: 'Look around',
    path: adminPaths.pages,
    why: 'You can read all content. To edit it, ask an administrator for another role.',
    roles: ['viewer'],
  },
];

/** First steps for the user's roles. */
export function GettingStarted() {
  const { roles } = useStaff();
  const publishes = canReview(useViewer());
  const mine = steps.filter((step) => step.roles.some((role) => roles.includes(role)));
  return (
    <Panel title="Getting Started">
      <Flex as="ol" direction="column" gap="4">
        {mine.map(({ label, path, why, whyForAuthors }, index) => (
          <Flex as="li" key={path} gap="4" align="flex-start">
            <Flex
              aria-hidden
              align="center"
              justify="center"
              flexShrink="0"
              boxSize="7"
              rounded="full"
              bg="brass.subtle"
              color="brass.fg"
              textStyle="sm"
              fontWeight="semibold"
            >
              {index + 1}
            </Flex>
            <div>
              <TextLink to={path} fontWeight="medium">
                {label}
              </TextLink>
              <Text color="fg.muted" textStyle="sm">
                {(publishes ? undefined : whyForAuthors) ?? why}
              </Text>
            </div>
          </Flex>
        ))}
      </Flex>
    </Panel>
  );
}
