import { Box, Button, chakra, Flex, IconButton, Text } from '@chakra-ui/react';
import { formatDate } from '@frontage/model/dates';
import type { Field } from '@frontage/model/kinds/field';
import {
  capitalized,
  editorPath,
  type Kind,
  kinds,
  nameOf,
  pathOf,
  type SlugKind,
  slugKindOf,
} from '@frontage/model/kinds/kinds';
import { notices } from '@frontage/model/messages';
import { abilities, canDraft } from '@frontage/model/permissions';
import { type Listed, type ListedDocuments, listedFields } from '@frontage/model/summaries/listed';
import { Check, ExternalLink, Link2, Pencil, Trash2 } from '#icons';
import { shortPathOf, documentName } from '../../lib/documents/document.ts';
import type { ListPart } from '../../lib/documents/document-list.ts';
import { useWholeList } from '../../lib/documents/documents.queries.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useViewer } from '../../lib/session.tsx';
import { Address, type Column, DataTable, Words } from '../../ui/data-table.tsx';
import { ButtonLink, TextLink, useCopy } from '../../ui/links.tsx';
import { pageOf, Pagination } from '../../ui/list-controls.tsx';
import { VisibleRows } from '../../ui/list-rows.ts';
import { Badge, PublishedBadge } from '../../ui/note.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { fieldText } from '../field-text.ts';
import { isEmptyValue } from '../versions/compare-fields.ts';
import { useLiveAddress } from '../editor/live.queries.ts';
import { BulkTools } from './bulk-tools.tsx';
import { deletionWords } from './deletion-words.ts';
import { DuplicateButton } from './duplicate-button.tsx';
import { DocumentMarks, LiveMark, ProblemNote, SelectBox, useSelection } from './list-view.tsx';
import { InTextMark } from './text-matches.tsx';
import { type DeletionWords, useDocumentActions } from './use-document-actions.tsx';

/** The parts of a table that differ from those that follow from the kind. */
export interface TableView<K extends Kind> {
  /** The columns between state and creation; one for each listed field if absent. */
  columns?: readonly Column<Listed<K>>[];
  deletion?: DeletionWords<ListedDocuments[K]>;
  /** The label of the link to the published document. */
  viewLabel?: string;
}

interface KindTableProps<K extends Kind> extends TableView<K> {
  kind: K;
  rows: readonly Listed<K>[];
  /** Of which the rows are a part; null if they are all. */
  part: Pick<ListPart<unknown>, 'count'> | null;
  /** Starts at 1. */
  page: number;
  onPage: (page: number) => void;
}

const pageSize = 50;

/** One page of the documents of a kind as a table with bulk actions. */
export function KindTable<K extends Kind>(props: KindTableProps<K>) {
  const { kind, rows, part, page, onPage, columns, viewLabel = 'View' } = props;
  const { fields, nameField, nouns } = kinds[kind];
  const slugKind = slugKindOf(kind);
  const { remove } = useDocumentActions(kind, props.deletion ?? deletionWords(kind));
  const selection = useSelection(kind);
  const whole = useWholeList(kind);
  const count = part ? part.count : rows.length;
  const shown = pageOf(rows, page, pageSize);
  const name: Column<Listed<K>> = {
    header: fields[nameField]?.label ?? capitalized(nouns.one),
    isName: true,
    cell: ({ document, problems }) => (
      <Flex gap="3">
        <SelectBox id={document.id} name={documentName(document)} selection={selection} />
        <Box>
          <TextLink to={editorPath(kind, document.id)} variant="plain" color="fg">
            <Words>{documentName(document)}</Words>
          </TextLink>
          <ProblemNote kind={kind} problems={problems} />
        </Box>
      </Flex>
    ),
  };
  const slug: Column<Listed<K>> = {
    header: 'Slug',
    cell: ({ document }) =>
      slugKind && <Slug kind={slugKind} slug={String(Reflect.get(document, 'slug'))} name={nameOf(kind, document)} />,
  };
  const state: Column<Listed<K>> = {
    header: 'Status',
    cell: ({ document }) => (
      <Flex direction="column" gap="1" align="flex-start">
        <PublishedBadge isPublished={document.is_published} />
        <DocumentMarks kind={kind} id={document.id} />
        <InTextMark id={document.id} />
        <LiveMark kind={kind} id={document.id} />
      </Flex>
    ),
  };
  const created: Column<Listed<K>> = {
    header: 'Created',
    cell: ({ document }) => (document.created_at === '' ? 'Unknown' : formatDate(document.created_at)),
  };
  const actions: Column<Listed<K>> = {
    header: 'Actions',
    isUnlabelled: true,
    align: 'end',
    cell: ({ document }) => (
      <RowActions
        {...{ kind, document, viewLabel }}
        onDelete={() => void whole().then((isRead) => isRead && remove(document))}
      />
    ),
  };
  const all = [
    name,
    ...(slugKind === null ? [] : [slug]),
    state,
    ...(columns ?? listedColumns(kind)),
    created,
    actions,
  ];
  return (
    <>
      <BulkTools
        kind={kind}
        documents={rows.map(({ document }) => document)}
        shown={shown.map(({ document }) => document)}
        isWhole={part === null}
        selection={selection}
      />
      {shown.length > 0 && (
        <VisibleRows value={shown.map(({ document }) => document.id)}>
          <DataTable
            label={capitalized(nouns.many)}
            columns={all}
            rows={shown}
            rowKey={({ document }) => document.id}
          />
        </VisibleRows>
      )}
      {count !== null && <Pagination page={page} pageSize={pageSize} count={count} onChange={onPage} />}
    </>
  );
}

/** A column for each listed field that has none in every table. Links and rows have none. */
export function listedColumns<K extends Kind>(kind: K): Column<Listed<K>>[] {
  const { fields, nameField } = kinds[kind];
  const others = [nameField, 'slug', 'is_published'];
  return (listedFields[kind] as readonly string[]).flatMap((name): Column<Listed<K>>[] => {
    const field = fields[name];
    if (field === undefined || field.to !== undefined || field.row !== undefined || others.includes(name)) return [];
    return [
      { header: field.label, cell: ({ document }) => <Value field={field} value={Reflect.get(document, name)} /> },
    ];
  });
}

/** A field's value in a table. */
function Value({ field, value }: { field: Field; value: unknown }) {
  if (field.type === 'switch') return value === true && <Badge tone="info">{field.label}</Badge>;
  return <Words>{fieldText(field, value) ?? (isEmptyValue(value) ? '' : String(value))}</Words>;
}

function Slug({ kind, slug, name }: { kind: SlugKind; slug: string; name: string }) {
  const { copy, isCopied } = useCopy();
  const notify = useNotify();
  const copySlug = async () => {
    if (await copy(pathOf(kind, slug))) notify.success(notices.slugCopied);
    else notify.failure(notices.copyFailed);
  };
  return (
    <Flex align="center" gap="1">
      <Text as="code" fontFamily="mono" textStyle="xs" minW={{ xl: '8rem' }}>
        <Address>{slug}</Address>
      </Text>
      <IconButton
        aria-label={`Copy the address of ${name}`}
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

interface RowActionsProps<K extends Kind> {
  kind: K;
  document: ListedDocuments[K];
  viewLabel: string;
  onDelete: () => void;
}

function RowActions<K extends Kind>({ kind, document, viewLabel, onDelete }: RowActionsProps<K>) {
  const viewer = useViewer();
  const { config } = useFirebase();
  const slugKind = slugKindOf(kind);
  const { id } = document;
  const { canDelete } = abilities(kind, viewer, document);
  const slug = String(Reflect.get(document, 'slug'));
  const path = slugKind === null || !document.is_published ? null : shortPathOf(slugKind, slug);
  const address = useLiveAddress(kind, id, path);
  const name = nameOf(kind, document);
  const named = <chakra.span srOnly>{` ${name}`}</chakra.span>;
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
            <chakra.span srOnly={{ base: false, md: true }}>{viewLabel}</chakra.span>
            <chakra.span srOnly>{` of ${name} in a new tab`}</chakra.span>
          </a>
        </Button>
      )}
      <ButtonLink size="sm" variant="ghost" colorPalette="gray" px="2.5" to={editorPath(kind, id)}>
        <Pencil />
        {canDraft(kind, viewer, document) ? 'Edit' : 'Open'}
        {named}
      </ButtonLink>
      <DuplicateButton kind={kind} id={id} name={documentName(document)} />
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
