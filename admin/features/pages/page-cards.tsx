import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { excerpt } from '@frontage/model/excerpt';
import { limits } from '@frontage/model/limits';
import { adminPaths, sitePaths } from '@frontage/model/paths';
import { abilities, canCreate, canDraft } from '@frontage/model/permissions';
import type { ListedPage } from '@frontage/model/summaries/listed';
import { memo } from 'react';
import { CornerDownRight, ExternalLink, Pencil, Plus, Trash2 } from '#icons';
import { DuplicateButton } from '../../editing/list/duplicate-button.tsx';
import { DocumentMarks, LiveMark, ProblemNote, SelectBox, type Selection } from '../../editing/list/list-view.tsx';
import { InTextMark } from '../../editing/list/text-matches.tsx';
import { useRenderedRows } from '../../ui/list-rows.ts';
import { useLiveAddress } from '../../editing/editor/live.queries.ts';
import { documentName } from '../../lib/documents/document.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useViewer } from '../../lib/session.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { Badge, PublishedBadge } from '../../ui/note.tsx';
import { addBelowPath, type PageRow } from './page-tree.ts';

interface PageCardProps {
  row: PageRow;
  siteOrigin: string;
  selection: Selection;
  onDelete: (page: ListedPage) => void;
}

// Deeper levels would leave no space for the text.
const deepestIndent = 5;

/** One page of the list, indented below its parent. */
const PageCard = memo(function PageCard({ row, siteOrigin, selection, onDelete }: PageCardProps) {
  const { document: page, problems } = row.entry;
  const viewer = useViewer();
  const { canDelete } = abilities('page', viewer, page);
  const address = useLiveAddress('page', page.id, page.is_published ? sitePaths.shortPage(page.slug) : null);
  const indent = Math.min(row.depth, deepestIndent);
  return (
    <chakra.li
      data-page={page.id}
      data-row={page.id}
      display="flex"
      gap="2"
      ps={{ base: `${indent * 0.75}rem`, md: `${indent * 1.75}rem` }}
      overflowWrap="anywhere"
      css={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 7.5rem' }}
    >
      {row.depth > 0 && (
        <Box color="fg.muted" pt="5" flexShrink="0">
          <CornerDownRight size={18} aria-hidden data-tree-glyph="" />
          <chakra.span srOnly>{`Level ${row.depth + 1}: `}</chakra.span>
        </Box>
      )}
      <Flex
        flex="1"
        minW="0"
        gap="3"
        bg="bg.panel"
        borderWidth="1px"
        borderColor={selection.has(page.id) ? 'ink.focusRing' : 'border'}
        rounded="l3"
        p={{ base: '4', md: '5' }}
        align="flex-start"
      >
        <SelectBox id={page.id} name={documentName(page)} selection={selection} />
        <Flex flex="1" minW="0" gap="3" direction={{ base: 'column', lg: 'row' }}>
          <Box flex="1" minW="0">
            <Flex gap="2" align="center" wrap="wrap">
              <TextLink to={adminPaths.page(page.id)} fontWeight="semibold" variant="plain" color="fg">
                {documentName(page)}
              </TextLink>
              <PublishedBadge isPublished={page.is_published} />
              <DocumentMarks kind="page" id={page.id} />
              {page.show_in_menu && <Badge tone="info">In Menu</Badge>}
              <InTextMark id={page.id} />
              <LiveMark kind="page" id={page.id} />
            </Flex>
            <Text textStyle="sm" color="fg.muted" mt="0.5">
              {`/${page.slug}`}
              <chakra.span aria-hidden>{' · '}</chakra.span>
              <chakra.span whiteSpace="nowrap">{`Order: ${page.menu_order}`}</chakra.span>
            </Text>
            {page.excerpt !== '' && (
              <Text textStyle="sm" mt="2">
                {page.excerpt}
              </Text>
            )}
            {page.meta_description !== null && page.meta_description !== '' && (
              <Text textStyle="sm" color="fg.muted" mt="1">
                {`SEO: ${excerpt(page.meta_description, limits.metaDescriptionPreview)}`}
              </Text>
            )}
            <ProblemNote kind="page" problems={problems} />
          </Box>
          <Flex gap="1" wrap="wrap" align="flex-start" flexShrink="0" ms={{ base: '-3', lg: '0' }}>
            <ButtonLink size="sm" variant="ghost" colorPalette="gray" to={adminPaths.page(page.id)}>
              <Pencil />
              {canDraft('page', viewer, page) ? 'Edit' : 'Open'}
              <chakra.span srOnly>{` ${page.title}`}</chakra.span>
            </ButtonLink>
            {address !== null && (
              <Button asChild size="sm" variant="ghost" colorPalette="gray">
                <a href={siteOrigin + address} target="_blank" rel="noopener">
                  <ExternalLink />
                  View
                  <chakra.span srOnly>{` ${page.title} in a new tab`}</chakra.span>
                </a>
              </Button>
            )}
            {canCreate('page', viewer) && (
              <ButtonLink size="sm" variant="ghost" colorPalette="gray" to={addBelowPath(page.id)}>
                <Plus />
                Add subpage
                <chakra.span srOnly>{` ${page.title}`}</chakra.span>
              </ButtonLink>
            )}
            <DuplicateButton kind="page" id={page.id} name={documentName(page)} />
            {canDelete && (
              <Button size="sm" variant="ghost" colorPalette="gray" onClick={() => onDelete(page)}>
                <Trash2 />
                Delete
                <chakra.span srOnly>{` ${page.title}`}</chakra.span>
              </Button>
            )}
          </Flex>
        </Flex>
      </Flex>
    </chakra.li>
  );
});

// In rem, including the gap; matches `PageCard`'s size estimate for off-screen cards.
const cardHeight = 8.25;

export interface PageCardsProps {
  rows: readonly PageRow[];
  selection: Selection;
  onDelete: (page: ListedPage) => void;
}

/** The pages as cards with excerpts, indented below their parent. */
export default function PageCards({ rows, selection, onDelete }: PageCardsProps) {
  const { config } = useFirebase();
  const drawn = useRenderedRows(rows);
  return (
    <Box
      as="ul"
      aria-label="Pages"
      display="flex"
      flexDirection="column"
      gap="3"
      listStyle="none"
      // Reserves the height of the remaining rows, so that the scroll position can be restored.
      style={{ paddingBottom: `${(rows.length - drawn.length) * cardHeight}rem` }}
    >
      {drawn.map((row) => (
        <PageCard
          key={row.entry.document.id}
          row={row}
          siteOrigin={config.siteOrigin}
          selection={selection}
          onDelete={onDelete}
        />
      ))}
    </Box>
  );
}
