import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from '../lib/query-client.ts';
import { useSessionActions, useStaff } from '../lib/session.tsx';
import { ConfirmProvider } from '../ui/confirm.tsx';
import { CommandProvider } from './commands/command-provider.tsx';
import { LeaveToSite } from './guards.tsx';
import { SessionDialog } from './session-dialog.tsx';
import { StaffLayout } from './layout/staff-layout.tsx';

/** Everything behind the sign-in: one store of read data a person, the frame, and the screens inside it. */
export function Component() {
  const { user, roles } = useStaff();
  if (roles.length === 0) return <LeaveToSite />;
  return <StaffArea key={user.uid} />;
}

function StaffArea() {
  const { reauthenticate } = useSessionActions();
  const [queryClient] = useState(() => {
    const client = createQueryClient(() => {
      void reauthenticate().then((signedIn) => {
        if (signedIn) void client.invalidateQueries();
      });
    });
    return client;
  });
  return (
    <QueryClientProvider client={queryClient}>
      <ConfirmProvider>
        <CommandProvider>
          <StaffLayout />
          <SessionDialog />
        </CommandProvider>
      </ConfirmProvider>
    </QueryClientProvider>
  );
}
