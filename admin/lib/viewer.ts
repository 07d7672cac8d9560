import type { Viewer } from '@frontage/model/permissions';
import { useMemo } from 'react';
import { useStaff } from './session.tsx';

/** The signed-in user as an argument of permission checks. Requires a route behind the sign-in. */
export function useViewer(): Viewer & { uid: string } {
  const { user, roles } = useStaff();
  return useMemo(() => ({ uid: user.uid, roles }), [user.uid, roles]);
}
