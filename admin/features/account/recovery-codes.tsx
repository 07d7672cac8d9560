import { Button, Flex, Skeleton, Text } from '@chakra-ui/react';
import { formatDate } from '@frontage/model/dates';
import { limits } from '@frontage/model/limits';
import { useQuery } from '@tanstack/react-query';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { useStaff } from '../../lib/session.tsx';
import { Note } from '../../ui/note.tsx';

export const recoveryCodesKey = ['recovery-codes'] as const;

function useRecoveryCodesLeft() {
  const firebase = useFirebase();
  const { user } = useStaff();
  return useQuery({
    queryKey: [...recoveryCodesKey, user.uid],
    queryFn: () => call(firebase, 'countRecoveryCodes', {}),
  });
}

/** The number of recovery codes left, with a button for new ones. */
export function RecoveryCodesLeft({ isPending, onRenew }: { isPending: boolean; onRenew: () => void }) {
  const { data, isPending: isUnknown } = useRecoveryCodesLeft();
  if (isUnknown) return <Skeleton height="6" width="18rem" maxW="full" />;
  if (!data) return null;
  return (
    <Flex gap="3" align="center" wrap="wrap">
      <Text>
        {data.left} of {limits.recoveryCodes} recovery codes left
      </Text>
      <Button size="xs" variant="outline" loading={isPending} onClick={onRenew}>
        {data.left === 0 ? 'Create recovery codes' : 'New recovery codes'}
      </Button>
    </Flex>
  );
}

/** A notice that a recovery code was used, shown until a second factor is set up again. */
export function RecoveryCodeUsed() {
  const { data } = useRecoveryCodesLeft();
  if (!data?.usedAt) return null;
  return (
    <Note kind="warning">
      Your second factor was turned off with a recovery code on {formatDate(data.usedAt)}. Set it up again. If that was
      not you, change your password first.
    </Note>
  );
}
