import type { Viewer } from '@frontage/model/permissions';
import { useMemo } from 'react';
import { useStaff } from './session.tsx';

/** The signed-in person as permissions see them. Only below a route that requires one. */
export function useViewer(): Viewer & { uid: string } {
  const { user, roles } = useStaff();
  return useMemo(() => ({ uid: user.uid, roles }), [user.uid, roles]);
}
