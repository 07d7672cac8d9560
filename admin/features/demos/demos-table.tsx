import { Box, Button, chakra, Flex, IconButton, Text } from '@chakra-ui/react';
import { formatDate } from '@frontage/model/dates';
import type { Listed, ListedDemo } from '@frontage/model/summaries/listed';
import { notices } from '@frontage/model/messages';
import { adminPaths, sitePaths } from '@frontage/model/paths';
import { abilities, canDraft } from '@frontage/model/permissions';
import { Check, ExternalLink, Link2, Pencil, Trash2 } from '#icons';
import { documentName } from '../../lib/documents/document.ts';
import type { TextMatches } from '../../lib/search/search.queries.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useViewer } from '../../lib/session.tsx';
import { Badge, PublishedBadge } from '../../ui/note.tsx';
import { Address, type Column, DataTable, Words } from '../../ui/data-table.tsx';
import { DuplicateButton } from '../../editing/list/duplicate-button.tsx';
import { BulkTools } from '../../editing/list/bulk-tools.tsx';
import { type DeletionWords, inTrash, useDocumentActions } from '../../editing/list/use-document-actions.tsx';
import { SelectBox, useSelection, LiveMark, ProblemNote, DocumentMarks } from '../../editing/list/list-view.tsx';
import { InTextMark, noMatches, searchList } from '../../editing/list/text-matches.tsx';
import { VisibleRows } from '../../ui/list-rows.ts';
import { useLiveAddress } from '../../editing/editor/live.queries.ts';
import { ButtonLink, TextLink, useCopy } from '../../ui/links.tsx';
import { pageOf, Pagination } from '../../ui/list-controls.tsx';
import { useNotify } from '../../ui/toaster.tsx';

const demoDeletion: DeletionWords<ListedDemo> = {
  question: ({ heading }) => ({
    title: 'Delete Demo',
    description: `Are you sure you want to delete "${heading}"? It is removed from the site and moved to the trash.`,
    more: inTrash(heading),
  }),
  deleted: notices.demoDeleted,
  failed: notices.demoDeleteFailed,
};

type Row = Listed<'demo'>;

interface DemosTableProps {
  rows: readonly Row[];
  /** Starts at 1. */
  page: number;
  onPage: (page: number) => void;
}

const pageSize = 50;

export function DemosTable({ rows, page, onPage }: DemosTableProps) {
  const { remove } = useDocumentActions('demo', demoDeletion);
  const selection = useSelection('demo');
  const shown = pageOf(rows, page, pageSize);
  const columns: Column<Row>[] = [
    {
      header: 'Heading',
      isName: true,
      cell: ({ document, problems }) => (
        <Flex gap="3">
          <SelectBox id={document.id} name={documentName(document)} selection={selection} />
          <Box>
            <TextLink to={adminPaths.demo(document.id)} variant="plain" color="fg">
              <Words>{documentName(document)}</Words>
            </TextLink>
            <ProblemNote kind="demo" problems={problems} />
          </Box>
        </Flex>
      ),
    },
    { header: 'Slug', cell: ({ document }) => <Slug slug={document.slug} heading={document.heading} /> },
    {
      header: 'Status',
      cell: ({ document }) => (
        <Flex direction="column" gap="1" align="flex-start">
          <PublishedBadge isPublished={document.is_published} />
          <DocumentMarks kind="demo" id={document.id} />
          <InTextMark id={document.id} />
          <LiveMark kind="demo" id={document.id} />
        </Flex>
      ),
    },
    { header: 'Features', cell: ({ document }) => <Features demo={document} /> },
    {
      header: 'Created',
      cell: ({ document }) => (document.created_at === '' ? 'Unknown' : formatDate(document.created_at)),
    },
    {
      header: 'Actions',
      isUnlabelled: true,
      align: 'end',
      cell: ({ document }) => <Actions demo={document} onDelete={() => void remove(document)} />,
    },
  ];
  return (
    <>
      <BulkTools
        kind="demo"
        documents={rows.map(({ document }) => document)}
        shown={shown.map(({ document }) => document)}
        selection={selection}
      />
      {shown.length > 0 && (
        <VisibleRows value={shown.map(({ document }) => document.id)}>
          <DataTable label="Demos" columns={columns} rows={shown} rowKey={({ document }) => document.id} />
        </VisibleRows>
      )}
      <Pagination page={page} pageSize={pageSize} count={rows.length} onChange={onPage} />
    </>
  );
}

function Slug({ slug, heading }: { slug: string; heading: string }) {
  const { copy, isCopied } = useCopy();
  const notify = useNotify();
  const copySlug = async () => {
    if (await copy(sitePaths.demo(slug))) notify.success(notices.slugCopied);
    else notify.failure(notices.copyFailed);
  };
  return (
    <Flex align="center" gap="1">
      <Text as="code" fontFamily="mono" textStyle="xs" minW={{ xl: '8rem' }}>
        <Address>{slug}</Address>
      </Text>
      <IconButton
        aria-label={`Copy the address of ${heading}`}
        title="Copy address"
        size="xs"
        variant="ghost"
        colorPalette="gray"
        onClick={() => void copySlug()}
      >
        {isCopied ? <Check /> : <Link2 />}
      </IconButton>
    </Flex>
  );
}

function Features({ demo }: { demo: ListedDemo }) {
  return (
    <Flex gap="1.5" wrap="wrap">
      {demo.is_password_protected && <Badge tone="info">Protected</Badge>}
      {demo.ga_tracking_enabled && <Badge tone="quiet">GA</Badge>}
    </Flex>
  );
}

function Actions({ demo, onDelete }: { demo: ListedDemo; onDelete: () => void }) {
  const viewer = useViewer();
  const { config } = useFirebase();
  const { canDelete } = abilities('demo', viewer, demo);
  const address = useLiveAddress('demo', demo.id, demo.is_published ? sitePaths.demo(demo.slug) : null);
  const named = <chakra.span srOnly>{` ${demo.heading}`}</chakra.span>;
  return (
    <Flex
      gap="1"
      justify={{ base: 'flex-start', md: 'flex-end' }}
      wrap={{ base: 'wrap', md: 'nowrap' }}
      ms={{ base: '-2.5', md: '0' }}
    >
      {address !== null && (
        <Button asChild size="sm" variant="ghost" colorPalette="gray" px="2.5">
          <a href={config.siteOrigin + address} target="_blank" rel="noopener">
            <ExternalLink />
            <chakra.span srOnly={{ base: false, md: true }}>Open live page</chakra.span>
            <chakra.span srOnly>{` of ${demo.heading} in a new tab`}</chakra.span>
          </a>
        </Button>
      )}
      <ButtonLink size="sm" variant="ghost" colorPalette="gray" px="2.5" to={adminPaths.demo(demo.id)}>
        <Pencil />
        {canDraft('demo', viewer, demo) ? 'Edit' : 'Open'}
        {named}
      </ButtonLink>
      <DuplicateButton kind="demo" id={demo.id} name={documentName(demo)} />
      {canDelete && (
        <Button size="sm" variant="ghost" colorPalette="gray" px="2.5" onClick={onDelete}>
          <Trash2 />
          Delete
          {named}
        </Button>
      )}
    </Flex>
  );
}

type Entry = Listed<'demo'>;

/** The figures above the list. */
export function demoStats(entries: readonly Entry[]) {
  const demos = entries.map(({ document }) => document);
  const published = demos.filter((demo) => demo.is_published).length;
  return {
    total: demos.length,
    published,
    protectedOnes: demos.filter((demo) => demo.is_password_protected).length,
    drafts: demos.length - published,
  };
}

/** The demos that a search finds: by heading and slug the newest first, then those with the words in their text. */
export function filterDemos(
  entries: readonly Entry[],
  search: string,
  matches: Pick<TextMatches, 'byId'> = noMatches,
): Record<'inTitle' | 'inText', Entry[]> {
  const textsOf = ({ heading, slug }: ListedDemo) => [heading, slug];
  const { inTitle, inText } = searchList(entries, { search, matches, textsOf });
  return { inTitle: inTitle.sort(({ document: a }, { document: b }) => compareNewest(a, b)), inText };
}

function compareNewest(a: Entry['document'], b: Entry['document']): number {
  if (a.created_at !== b.created_at) return a.created_at > b.created_at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
