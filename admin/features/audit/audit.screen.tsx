import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { adminPaths } from '@frontage/model/paths';
import { Suspense, useDeferredValue, useState } from 'react';
import { Download, History, Search } from '#icons';
import { timeText } from '../../editing/publish/local-time.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Select, TextInput, type Option } from '../../ui/controls.tsx';
import { DataTable, Words, type Column } from '../../ui/data-table.tsx';
import { lazyDialog } from '../../ui/lazy.tsx';
import { TextLink } from '../../ui/links.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';
import {
  actionName,
  actionOf,
  auditActions,
  chainText,
  detailsText,
  publicationFilters,
  targetOf,
  type AuditEntry,
} from './audit-entries.ts';
import {
  mostExported,
  useAudit,
  useExport,
  usePeopleNames,
  type AuditFilter,
  type NamedEntry,
} from './audit.queries.ts';

const DocumentFilter = lazyDialog(() => import('./document-filter.tsx'));

const noFilter: AuditFilter & Record<string, string> = { person: '', document: '', action: '', from: '', to: '' };

const actionOptions: readonly Option[] = [
  { value: '', label: 'All actions' },
  ...[...Object.keys(publicationFilters), ...Object.values(auditActions).flat()].map((action) => ({
    value: action,
    label: actionName(action),
  })),
];

/** The audit trail with filters and an export, for administrators. */
export function Component() {
  const [filter, setFilter] = useUrlState(noFilter);
  const people = usePeopleNames();
  const query = useAudit(filter);
  // A table takes long to render: deferred data is rendered in parts, between which the browser responds.
  const data = useDeferredValue(query.data);
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const isFiltered = Object.values(filter).some((value) => value !== '');
  const personName = (uid: string): string | null => people.get(uid) ?? null;

  return (
    <ListScreen
      title="Audit log"
      description="Every change with its author and time. Entries cannot be changed and are kept forever."
      actions={<ExportButton filter={filter} personName={personName} />}
      query={{ ...query, data }}
      tools={<Filters filter={filter} people={people} entries={entries} onChange={setFilter} />}
      count={entries.length}
      narrowing={{
        isActive: isFiltered,
        title: 'No entries match',
        description: 'Change or clear the filters.',
        onClear: () => setFilter(noFilter),
      }}
      empty={{
        icon: History,
        title: 'No entries yet',
        description: 'Changes of content, users and schedules appear here.',
      }}
    >
      {entries.length > 0 && <Entries entries={entries} personName={personName} onFilter={setFilter} />}
      {query.hasNextPage && (
        <Flex justify="center" mt="4">
          <Button
            variant="outline"
            colorPalette="gray"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show older entries
          </Button>
        </Flex>
      )}
    </ListScreen>
  );
}

interface FiltersProps {
  filter: AuditFilter;
  people: ReadonlyMap<string, string>;
  /** The loaded entries, which know the name of a chosen document. */
  entries: readonly NamedEntry[];
  onChange: (change: Partial<AuditFilter>) => void;
}

function Filters({ filter, people, entries, onChange }: FiltersProps) {
  const known =
    people.has(filter.person) || filter.person === '' ? [] : [{ value: filter.person, label: 'Other user' }];
  const personOptions = [
    { value: '', label: 'All people' },
    ...known,
    ...[...people].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label)),
  ];
  return (
    <>
      <Box width={{ base: 'full', sm: '12rem' }}>
        <Select
          aria-label="Person"
          options={personOptions}
          value={filter.person}
          onChange={(event) => onChange({ person: event.target.value })}
        />
      </Box>
      <Box width={{ base: 'full', sm: '12rem' }}>
        <Select
          aria-label="Action"
          options={actionOptions}
          value={filter.action}
          onChange={(event) => onChange({ action: event.target.value })}
        />
      </Box>
      <Day label="From" value={filter.from} onChange={(from) => onChange({ from })} />
      <Day label="To" value={filter.to} onChange={(to) => onChange({ to })} />
      <ByDocument document={filter.document} entries={entries} onChange={(document) => onChange({ document })} />
    </>
  );
}

function Day({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <chakra.label display="flex" alignItems="center" gap="2" textStyle="sm" color="fg.muted">
      <chakra.span minW={{ base: '2.25rem', sm: 'auto' }}>{label}</chakra.span>
      <TextInput type="date" width="10.5rem" value={value} onChange={(event) => onChange(event.target.value)} />
    </chakra.label>
  );
}

interface ByDocumentProps extends Pick<FiltersProps, 'entries'> {
  document: string;
  onChange: (document: string) => void;
}

function ByDocument({ document, entries, onChange }: ByDocumentProps) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  if (document !== '') {
    const name = entries.find((entry) => entry.document === document)?.documentName ?? document;
    return (
      <Button variant="outline" colorPalette="gray" maxW="full" onClick={() => onChange('')}>
        <chakra.span truncate>{`Document: ${name}`}</chakra.span>
        <chakra.span aria-hidden>×</chakra.span>
        <chakra.span srOnly>Remove filter</chakra.span>
      </Button>
    );
  }
  const button = (
    <Button variant="outline" colorPalette="gray" onClick={open}>
      <Search size={16} /> Document
    </Button>
  );
  if (!isOpen) return button;
  return (
    <Box width={{ base: 'full', sm: '18rem' }}>
      <Suspense fallback={button}>
        <DocumentFilter
          onChoose={(chosen) => {
            setOpen(false);
            onChange(chosen);
          }}
        />
      </Suspense>
    </Box>
  );
}

interface EntriesProps {
  entries: readonly NamedEntry[];
  personName: (uid: string) => string | null;
  onFilter: (change: Partial<AuditFilter>) => void;
}

function Entries({ entries, personName, onFilter }: EntriesProps) {
  const columns: Column<NamedEntry>[] = [
    { header: 'Action', isName: true, cell: actionOf },
    { header: 'Person', cell: ({ actor }) => <PersonName actor={actor} personName={personName} /> },
    { header: 'Document', cell: (entry) => <Target entry={entry} personName={personName} /> },
    {
      header: 'Details',
      cell: (entry) => (
        <Text as="span" color="fg.muted" lineClamp={3} textAlign={{ base: 'end', md: 'start' }}>
          <Words>{detailsText(entry, personName) || 'None'}</Words>
        </Text>
      ),
    },
    {
      header: 'Time',
      cell: (entry) => (
        <Box textAlign={{ base: 'end', md: 'start' }}>
          <chakra.time dateTime={entry.at} whiteSpace={{ base: 'nowrap', md: 'normal', xl: 'nowrap' }}>
            {timeText(entry.at)}
          </chakra.time>
          <Text textStyle="xs" color="fg.muted" {...(entry.hash !== undefined && { title: entry.hash })}>
            {chainText(entry)}
          </Text>
        </Box>
      ),
    },
    {
      header: 'Filter',
      isUnlabelled: true,
      align: 'end',
      cell: (entry) => (
        <Button size="xs" variant="ghost" colorPalette="gray" onClick={() => onFilter({ document: entry.document })}>
          Only this
          <chakra.span srOnly>{`: ${entry.documentName ?? entry.document}`}</chakra.span>
        </Button>
      ),
    },
  ];
  return <DataTable label="Audit log" columns={columns} rows={entries} rowKey={({ id }) => id} />;
}

function PersonName({ actor, personName }: { actor: string | null } & Pick<EntriesProps, 'personName'>) {
  if (actor === null)
    return (
      <Text as="span" color="fg.muted">
        System
      </Text>
    );
  return <Words>{personName(actor) ?? 'Unknown user'}</Words>;
}

function Target({ entry, personName }: { entry: NamedEntry } & Pick<EntriesProps, 'personName'>) {
  const { noun, to, uid } = targetOf(entry.document);
  const name = (uid === null ? entry.documentName : personName(uid)) ?? `Deleted ${noun.toLowerCase()}`;
  const isGone = uid === null && entry.documentName === null;
  const address = uid === null || to === null ? to : `${adminPaths.users}?search=${encodeURIComponent(name)}`;
  return (
    <Box textAlign={{ base: 'end', md: 'start' }}>
      {address === null || isGone ? (
        <Words>{name}</Words>
      ) : (
        <TextLink to={address}>
          <Words>{name}</Words>
        </TextLink>
      )}
      {name !== noun && (
        <Text textStyle="xs" color="fg.muted">
          {noun}
        </Text>
      )}
    </Box>
  );
}

function ExportButton({ filter, personName }: { filter: AuditFilter } & Pick<EntriesProps, 'personName'>) {
  const readAll = useExport();
  const notify = useNotify();
  const { isRunning, perform } = useAction();

  const run = () =>
    perform({ title: "Couldn't export" }, async () => {
      const [entries, { auditCsv }] = await Promise.all([readAll(filter), import('./audit-csv.ts')]);
      saveCsv(entries, auditCsv(entries, personName));
      const isCut = entries.length >= mostExported;
      notify.success({
        title: `${entries.length.toLocaleString('en')} entries exported`,
        ...(isCut && {
          description: 'The file has the newest entries only. Choose an earlier day to export the rest.',
        }),
      });
    });
  return (
    <Button variant="outline" colorPalette="gray" loading={isRunning} onClick={() => void run()}>
      <Download /> Export CSV
    </Button>
  );
}

function saveCsv(entries: readonly AuditEntry[], text: string): void {
  const day = (entries[0]?.at ?? new Date().toISOString()).slice(0, 10);
  saveFile(`audit-${day}.csv`, { text, type: 'text/csv' });
}
