import { Box, Button, chakra, Flex, IconButton, Text } from '@chakra-ui/react';
import { adminPaths } from '@frontage/model/paths';
import { sectionKeys, sectionStatus } from '@frontage/model/kinds/section';
import type { FieldProblem } from '@frontage/model/fields';
import type { ListedSection } from '@frontage/model/summaries/listed';
import type { CSSProperties, ReactNode, Ref } from 'react';
import type { Abilities } from '@frontage/model/permissions';
import { ArrowDown, ArrowUp, Eye, EyeOff, Pencil, Send, Trash2, Undo2 } from '#icons';
import { documentName } from '../../lib/documents/document.ts';
import { Badge } from '../../ui/note.tsx';
import { DuplicateButton } from '../../editing/list/duplicate-button.tsx';
import { LiveMark, ProblemNote, SelectBox, type Selection, DocumentMarks } from '../../editing/list/list-view.tsx';
import { InTextMark } from '../../editing/list/text-matches.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { statusTones } from './sections.ts';

/** Drag props of a card's handle. */
export interface Sorting {
  frame: Ref<HTMLLIElement>;
  style: CSSProperties;
  handle: ReactNode;
  isDragging: boolean;
}

interface SectionCardProps {
  section: ListedSection;
  problems: readonly FieldProblem[];
  /** The possible moves, and whether the section is the hero, which is always first. */
  moves: { up: boolean; down: boolean; isFixed: boolean };
  abilities: Abilities;
  selection: Selection;
  /** Absent until dragging has loaded. */
  sorting: Sorting | undefined;
  onMove: (step: 1 | -1) => void;
  onTogglePublished: () => void;
  onToggleVisible: () => void;
  onDelete: () => void;
}

/** One section of the homepage: content, state and actions. */
export function SectionCard(props: SectionCardProps) {
  const {
    section,
    problems,
    moves,
    abilities,
    selection,
    sorting,
    onMove,
    onTogglePublished,
    onToggleVisible,
    onDelete,
  } = props;
  const isDragging = sorting?.isDragging ?? false;
  const status = sectionStatus(section);
  const title = documentName(section);

  return (
    <chakra.li
      ref={sorting?.frame}
      style={sorting?.style}
      data-section={section.id}
      data-row={section.id}
      position="relative"
      zIndex={isDragging ? '1' : 'auto'}
      bg="bg.panel"
      borderWidth="1px"
      borderColor={isDragging || selection.has(section.id) ? 'ink.focusRing' : 'border'}
      shadow={isDragging ? 'lg' : 'none'}
      rounded="l3"
      p={{ base: '4', md: '5' }}
      display="flex"
      gap="3"
      alignItems="flex-start"
      overflowWrap="anywhere"
    >
      {abilities.canEdit && (
        <Flex direction={{ base: 'column', md: 'row' }} align="center" gap="0.5" ms="-2">
          <Box px="2">
            <SelectBox id={section.id} name={title} selection={selection} />
          </Box>
          {!moves.isFixed && sorting?.handle}
          <Flex direction="column">
            <IconButton
              aria-label={`Move ${title} up`}
              variant="ghost"
              colorPalette="gray"
              size="2xs"
              disabled={!moves.up}
              onClick={() => onMove(-1)}
            >
              <ArrowUp />
            </IconButton>
            <IconButton
              aria-label={`Move ${title} down`}
              variant="ghost"
              colorPalette="gray"
              size="2xs"
              disabled={!moves.down}
              onClick={() => onMove(1)}
            >
              <ArrowDown />
            </IconButton>
          </Flex>
        </Flex>
      )}
      <Flex flex="1" minW="0" gap="3" direction={{ base: 'column', lg: 'row' }} align={{ lg: 'center' }}>
        <Box flex="1" minW="0">
          <Flex gap="2" align="center" wrap="wrap">
            <TextLink to={adminPaths.section(section.id)} fontWeight="semibold" variant="plain" color="fg">
              {title}
            </TextLink>
            <Badge tone={statusTones[status]}>{status}</Badge>
            <DocumentMarks kind="section" id={section.id} />
            <InTextMark id={section.id} />
            <LiveMark kind="section" id={section.id} />
          </Flex>
          <Text textStyle="sm" color="fg.muted" mt="0.5" lineClamp={1}>
            {sectionKeys[section.section_key]}
            {moves.isFixed && ', always first'}
            {section.excerpt !== '' && ` · ${section.excerpt}`}
          </Text>
          <ProblemNote kind="section" problems={problems} />
        </Box>
        <Flex gap="1" wrap="wrap" ms={{ base: '-3', lg: '0' }}>
          {abilities.canPublish && (
            <>
              <Button size="sm" variant="ghost" colorPalette="gray" onClick={onTogglePublished}>
                {section.is_published ? <Undo2 /> : <Send />}
                {section.is_published ? 'Unpublish' : 'Publish'}
                <chakra.span srOnly>{` ${title}`}</chakra.span>
              </Button>
              <Button size="sm" variant="ghost" colorPalette="gray" onClick={onToggleVisible}>
                {section.is_visible ? <EyeOff /> : <Eye />}
                {section.is_visible ? 'Hide' : 'Show'}
                <chakra.span srOnly>{` ${title}`}</chakra.span>
              </Button>
            </>
          )}
          <ButtonLink size="sm" variant="ghost" colorPalette="gray" to={adminPaths.section(section.id)}>
            <Pencil />
            {abilities.canEdit ? 'Edit' : 'Open'}
            <chakra.span srOnly>{` ${title}`}</chakra.span>
          </ButtonLink>
          <DuplicateButton kind="section" id={section.id} name={title} />
          {abilities.canDelete && (
            <Button size="sm" variant="ghost" colorPalette="gray" onClick={onDelete}>
              <Trash2 />
              Delete
              <chakra.span srOnly>{` ${title}`}</chakra.span>
            </Button>
          )}
        </Flex>
      </Flex>
    </chakra.li>
  );
}

export function SectionsFrame({ children }: { children: ReactNode }) {
  return (
    <Box as="ol" aria-label="Homepage sections" display="flex" flexDirection="column" gap="3" listStyle="none">
      {children}
    </Box>
  );
}
