import { Box, Spinner, Text } from '@chakra-ui/react';
import { texts } from '@frontage/model/messages';
import { durations } from '@frontage/model/limits';
import { adminPaths, sitePaths } from '@frontage/model/paths';
import { CircleCheck } from '#icons';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useFirebase } from '../../lib/firebase.tsx';
import { useStaff } from '../../lib/session.tsx';
import { useAdminCheck } from '../../lib/use-admin-check.ts';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { NoAccess } from '../../ui/no-access.tsx';
import { FailureState } from '../../ui/states.tsx';
import { BecomeAdmin, setupOutcome } from './first-admin.tsx';

export function Component() {
  const { roles } = useStaff();
  const { check, checkAgain } = useAdminCheck();
  const [isClaimed, setClaimed] = useState(false);

  if (isClaimed) return <AllSet after={durations.setupBecameAdmin} />;
  if (roles.includes('admin')) return <AllSet after={durations.setupAlreadyAdmin} />;
  if (check.state === 'failed') {
    return (
      <FrontLayout title="Setup">
        <FailureState error={check.error} onRetry={checkAgain} />
      </FrontLayout>
    );
  }
  if (check.state === 'checking') {
    return (
      <FrontLayout title="Setup">
        <Text role="status" color="fg.muted" display="flex" gap="3" alignItems="center">
          <Spinner size="sm" /> {texts.loading}
        </Text>
      </FrontLayout>
    );
  }
  const outcome = setupOutcome(roles, check.adminExists);
  if (outcome === 'leave') return <LeaveForSite />;
  if (outcome === 'no-access') return <NoAccess />;
  return <BecomeAdmin onClaimed={() => setClaimed(true)} />;
}

/** Redirects to the homepage: the setup is for administrators. */
function LeaveForSite() {
  const { config } = useFirebase();
  useEffect(() => location.replace(config.siteOrigin + sitePaths.home), [config.siteOrigin]);
  return (
    <FrontLayout title="Setup">
      <Text role="status" color="fg.muted">
        Taking you to the site...
      </Text>
    </FrontLayout>
  );
}

function AllSet({ after }: { after: number }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(adminPaths.dashboard, { replace: true }), after);
    return () => clearTimeout(timer);
  }, [after, navigate]);
  return (
    <FrontLayout title="You're all set!">
      <Text role="status" color="fg.muted" display="flex" gap="3" alignItems="center">
        <Box as={CircleCheck} boxSize="5" color="fg.success" aria-hidden />
        Taking you to the admin...
      </Text>
    </FrontLayout>
  );
}
