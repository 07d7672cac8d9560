import { Button, Flex } from '@chakra-ui/react';
import { texts } from '@frontage/model/messages';
import { roleNames } from '@frontage/model/user';
import { ShieldCheck, SquarePen, UserCheck, UserPlus, Users } from '#icons';
import { Suspense, useDeferredValue, useMemo } from 'react';
import { useUrlState } from '../../lib/url-state.ts';
import { Select } from '../../ui/controls.tsx';
import { pageOf, Pagination, SearchBox, StatCards } from '../../ui/list-controls.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { StatsSkeleton, TableSkeleton } from '../../ui/states.tsx';
import { lazyDialog, useOpenState } from '../../ui/lazy.tsx';
import { OpenInvites } from './open-invites.tsx';
import { PeopleTable, type PersonDialog } from './people-table.tsx';
import { countPeople, filterPeople, type Person } from './person.ts';
import { usePeople } from './users.queries.ts';

const ActivityDialog = lazyDialog(() => import('./activity-dialog.tsx'));
const InviteDialog = lazyDialog(() => import('./invite-dialog.tsx'));
const RolesDialog = lazyDialog(() => import('./roles-dialog.tsx'));

const pageSize = 25;
const defaults = { search: '', role: 'all', status: 'all', page: '1', invite: '' };

const roleOptions = [
  { value: 'all', label: 'All roles' },
  ...roleNames.map((role) => ({ value: role, label: role[0]?.toUpperCase() + role.slice(1) })),
];
const statusOptions = [
  { value: 'all', label: 'All statuses' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'deleted', label: 'Deleted' },
];

export function Component() {
  const query = usePeople();
  const [address, setAddress] = useUrlState(defaults);
  const [dialog, setDialog] = useOpenState<PersonDialog | null>(null);
  const { role, status } = address;
  const search = useDeferredValue(address.search);
  const people = useMemo(() => query.data ?? [], [query.data]);
  const found = useMemo(() => filterPeople(people, { search, role, status }), [people, search, role, status]);
  const page = Number(address.page) || 1;

  return (
    <>
      <ListScreen
        title="User Management"
        description="Manage users and their roles."
        actions={
          <Button onClick={() => setAddress({ invite: '1', page: address.page })}>
            <UserPlus /> Invite User
          </Button>
        }
        query={query}
        figures={query.data ? <Figures people={people} /> : !query.isError && <StatsSkeleton />}
        tools={
          <>
            <SearchBox
              label="Search users"
              placeholder="Search by name or email..."
              value={address.search}
              onChange={(value) => setAddress({ search: value })}
            />
            <Flex gap="3" wrap={{ base: 'wrap', sm: 'nowrap' }} width={{ base: 'full', sm: 'auto' }}>
              <Select
                aria-label="Role"
                minW="9.5rem"
                options={roleOptions}
                value={role}
                onChange={(event) => setAddress({ role: event.target.value })}
              />
              <Select
                aria-label="Status"
                minW="9.5rem"
                options={statusOptions}
                value={status}
                onChange={(event) => setAddress({ status: event.target.value })}
              />
            </Flex>
          </>
        }
        skeleton={<TableSkeleton label={texts.loadingUsers} />}
        count={found.length}
        narrowing={{
          isActive: search !== '' || role !== 'all' || status !== 'all',
          title: 'No users found',
          description: 'Change the search or the filters.',
          onClear: () => setAddress({ search: '', role: 'all', status: 'all' }),
        }}
        empty={{ icon: Users, title: 'No users found' }}
      >
        {found.length > 0 && <PeopleTable people={pageOf(found, page, pageSize)} onDialog={setDialog} />}
        <Pagination
          page={page}
          pageSize={pageSize}
          count={found.length}
          onChange={(next) => setAddress({ page: String(next) })}
        />
      </ListScreen>
      <OpenInvites />
      <Suspense fallback={null}>
        {dialog?.kind === 'roles' && <RolesDialog {...dialog} onClose={() => setDialog(null)} />}
        {dialog?.kind === 'activity' && <ActivityDialog person={dialog.person} onClose={() => setDialog(null)} />}
        {address.invite !== '' && <InviteDialog onClose={() => setAddress({ invite: '', page: address.page })} />}
      </Suspense>
    </>
  );
}

function Figures({ people }: { people: readonly Person[] }) {
  const { total, active, admins, editors } = countPeople(people);
  return (
    <StatCards
      stats={[
        { label: 'Total Users', value: total, icon: Users },
        { label: 'Active Users', value: active, icon: UserCheck },
        { label: 'Admins', value: admins, icon: ShieldCheck },
        { label: 'Editors', value: editors, icon: SquarePen },
      ]}
    />
  );
}
