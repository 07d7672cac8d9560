import { Text } from '@chakra-ui/react';
import { durations } from '@frontage/model/limits';
import { adminPaths, sitePaths } from '@frontage/model/paths';
import { ShieldX } from '#icons';
import { useEffect } from 'react';
import { useFirebase } from '../lib/firebase.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Says to staff who lack the role for a screen that they do, and leads to the site unless they choose to stay. */
export default function NotForThem() {
  const { config } = useFirebase();
  useEffect(() => {
    const timer = setTimeout(() => location.replace(config.siteOrigin + sitePaths.home), durations.noAccessShown);
    return () => clearTimeout(timer);
  }, [config.siteOrigin]);
  return (
    <>
      <PageHeader title="Administrators only" />
      <EmptyState
        icon={ShieldX}
        title="Your roles do not open this"
        description={<Text role="status">Taking you to the site...</Text>}
        action={
          <ButtonLink to={adminPaths.dashboard} variant="outline">
            Stay in the back office
          </ButtonLink>
        }
      />
    </>
  );
}
