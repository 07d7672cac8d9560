import { Button, chakra, Flex, IconButton, Text } from '@chakra-ui/react';
import type { Account } from '@frontage/model/calls';
import { formatDate } from '@frontage/model/dates';
import type { Role } from '@frontage/model/user';
import { History, ShieldX, Trash2, UserCog } from '#icons';
import { useStaff } from '../../lib/session.tsx';
import { Badge, type Tone } from '../../ui/note.tsx';
import { Address, DataTable, Words, type Column } from '../../ui/data-table.tsx';
import { hasName, displayName, nameOf, type Person } from './person.ts';
import { useAccounts, useDeletePerson, useErasePerson, useResetSecondFactor, useSetActive } from './users.queries.ts';

const tones: Record<Role, Tone> = { admin: 'info', editor: 'good', author: 'waiting', viewer: 'quiet' };

interface PeopleTableProps {
  people: readonly Person[];
  onDialog: (dialog: PersonDialog) => void;
}

/** A dialog opened from a row. */
export interface PersonDialog {
  kind: 'roles' | 'activity';
  person: Person;
  /** Undefined while loading. */
  account: Account | undefined;
}

/** One row per user, with actions. */
export function PeopleTable({ people, onDialog }: PeopleTableProps) {
  const { user } = useStaff();
  const setActive = useSetActive();
  const deletePerson = useDeletePerson();
  const erasePerson = useErasePerson();
  const resetSecondFactor = useResetSecondFactor();
  const accounts = useAccounts(people.filter(({ is_deleted }) => !is_deleted).map(({ id }) => id));

  const columns: Column<Person>[] = [
    {
      header: 'Name',
      isName: true,
      cell: (person) => (
        <span>
          <Words>{nameOf(person)}</Words>
          {person.id === user.uid && (
            <Text as="span" color="fg.muted" fontWeight="normal">
              {' '}
              (you)
            </Text>
          )}
        </span>
      ),
    },
    { header: 'Email', share: '30%', cell: (person) => <Email person={person} account={accounts.get(person.id)} /> },
    { header: 'Roles', cell: (person) => <Roles roles={person.roles} /> },
    {
      header: 'Status',
      cell: ({ is_active, is_deleted }) =>
        is_deleted ? (
          <Badge tone="quiet">Deleted</Badge>
        ) : (
          <Badge tone={is_active ? 'good' : 'bad'}>{is_active ? 'Active' : 'Inactive'}</Badge>
        ),
    },
    { header: 'Created', cell: ({ created_at }) => (created_at === null ? 'Unknown' : formatDate(created_at)) },
    {
      header: 'Actions',
      isUnlabelled: true,
      align: 'end',
      cell: (person) => (
        <Flex
          gap="1"
          wrap="wrap"
          justify={{ md: 'flex-end' }}
          align="center"
          width="full"
          minW={{ md: '8rem', xl: '14.5rem' }}
          ms={{ base: '-2', md: '0' }}
        >
          {!person.is_deleted && (
            <IconButton
              aria-label={`Manage roles of ${person.email}`}
              title="Manage roles"
              size="sm"
              variant="ghost"
              onClick={() => onDialog({ kind: 'roles', person, account: accounts.get(person.id) })}
            >
              <UserCog />
            </IconButton>
          )}
          <IconButton
            aria-label={`View activity of ${person.email || displayName(person)}`}
            title="View activity"
            size="sm"
            variant="ghost"
            onClick={() => onDialog({ kind: 'activity', person, account: accounts.get(person.id) })}
          >
            <History />
          </IconButton>
          {person.id !== user.uid && accounts.get(person.id)?.hasSecondFactor === true && (
            <IconButton
              aria-label={`Reset the second factor of ${person.email}`}
              title="Reset second factor"
              size="sm"
              variant="ghost"
              onClick={() => void resetSecondFactor(person)}
            >
              <ShieldX />
            </IconButton>
          )}
          {person.is_deleted && hasName(person) && (
            <Button
              size="xs"
              variant="outline"
              colorPalette="gray"
              aria-label={`Erase name of ${displayName(person)}`}
              onClick={() => void erasePerson(person)}
            >
              Erase name
            </Button>
          )}
          {person.id !== user.uid && !person.is_deleted && (
            <IconButton
              aria-label={`Delete ${person.email || displayName(person)}`}
              title="Delete user"
              size="sm"
              variant="ghost"
              onClick={() => void deletePerson(person)}
            >
              <Trash2 />
            </IconButton>
          )}
          {person.id !== user.uid && !person.is_deleted && (
            <Button
              size="xs"
              minW="6rem"
              variant="outline"
              colorPalette="gray"
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

/** The email according to Authentication, and whether it is verified. */
function Email({ person, account }: { person: Person; account: Account | undefined }) {
  return (
    <chakra.span textAlign={{ base: 'end', md: 'start' }}>
      <Address>{account?.email ?? person.email}</Address>
      {/* As high as a line of the other cells, also before the account has loaded, so that no row moves. */}
      <Text
        as="span"
        display={person.is_deleted ? 'none' : 'block'}
        minH="5"
        lineHeight="1.25rem"
        textStyle="xs"
        color={account?.isEmailVerified === false ? 'fg.warning' : 'fg.muted'}
      >
        {account && (account.isEmailVerified ? 'Verified' : 'Not verified')}
        {account?.hasSecondFactor && ' · second factor'}
      </Text>
    </chakra.span>
  );
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
