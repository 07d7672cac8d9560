import { Button, Flex, IconButton, Text } from '@chakra-ui/react';
import { formatDate } from '@frontage/model/dates';
import type { Role } from '@frontage/model/user';
import { History, UserCog } from '#icons';
import { useStaff } from '../../lib/session.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { nameOf, type Person } from './person.ts';
import { useSetActive } from './users.queries.ts';

const tones: Record<Role, Tone> = { admin: 'info', editor: 'good', author: 'waiting', viewer: 'quiet' };

interface PeopleTableProps {
  people: readonly Person[];
  onDialog: (kind: 'roles' | 'activity', person: Person) => void;
}

/** One row a person, with what may be done about them. */
export function PeopleTable({ people, onDialog }: PeopleTableProps) {
  const { user } = useStaff();
  const setActive = useSetActive();

  const columns: Column<Person>[] = [
    {
      header: 'Name',
      isName: true,
      cell: (person) => (
        <span>
          {nameOf(person)}
          {person.id === user.uid && (
            <Text as="span" color="fg.muted" fontWeight="normal">
              {' '}
              (you)
            </Text>
          )}
        </span>
      ),
    },
    { header: 'Email', cell: ({ email }) => email },
    { header: 'Roles', cell: (person) => <Roles roles={person.roles} /> },
    {
      header: 'Status',
      cell: ({ is_active }) => <Badge tone={is_active ? 'good' : 'bad'}>{is_active ? 'Active' : 'Inactive'}</Badge>,
    },
    { header: 'Created', cell: ({ created_at }) => (created_at === null ? 'Unknown' : formatDate(created_at)) },
    {
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (person) => (
        <Flex gap="1" justify={{ md: 'flex-end' }} align="center" width="full">
          <IconButton
            aria-label={`Manage roles of ${person.email}`}
            title="Manage roles"
            size="sm"
            variant="ghost"
            onClick={() => onDialog('roles', person)}
          >
            <UserCog />
          </IconButton>
          <IconButton
            aria-label={`View activity of ${person.email}`}
            title="View activity"
            size="sm"
            variant="ghost"
            onClick={() => onDialog('activity', person)}
          >
            <History />
          </IconButton>
          {person.id !== user.uid && (
            <Button
              size="xs"
              minW="6rem"
              variant="outline"
              colorPalette={person.is_active ? 'brick' : 'moss'}
              aria-label={`${person.is_active ? 'Deactivate' : 'Activate'} ${person.email}`}
              onClick={() => void setActive(person, !person.is_active)}
            >
              {person.is_active ? 'Deactivate' : 'Activate'}
            </Button>
          )}
        </Flex>
      ),
    },
  ];
  return <DataTable label="Users" columns={columns} rows={people} rowKey={({ id }) => id} />;
}

function Roles({ roles }: { roles: readonly Role[] }) {
  if (roles.length === 0) return <Text color="fg.muted">No roles</Text>;
  return (
    <Flex gap="1" wrap="wrap" justify={{ base: 'flex-end', md: 'flex-start' }}>
      {roles.map((role) => (
        <Badge key={role} tone={tones[role]}>
          {role}
        </Badge>
      ))}
    </Flex>
  );
}
