import { Text } from '@chakra-ui/react';
import { durations } from '@frontage/model/limits';
import { adminPaths, sitePaths } from '@frontage/model/paths';
import { ShieldX } from '#icons';
import { useEffect } from 'react';
import { useFirebase } from '../lib/firebase.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Shown to staff without the role for a screen; redirects to the site unless they choose to stay. */
export default function Forbidden() {
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
        title="You don't have access to this page"
        description={<Text role="status">Taking you to the site...</Text>}
        action={
          <ButtonLink to={adminPaths.dashboard} variant="outline">
            Stay in the admin
          </ButtonLink>
        }
      />
    </>
  );
}
