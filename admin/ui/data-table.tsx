import { Box, chakra } from '@chakra-ui/react';
import { Fragment, type ReactNode } from 'react';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** The cell that names the row; it heads the card on a phone. Set it on exactly one column. */
  isName?: boolean;
  /** Whether the cells of a phone's cards have no label, for example buttons. */
  isUnlabelled?: boolean;
  /** The share of a wide table's width, for contents that would otherwise be the first to break. */
  share?: string;
  align?: 'start' | 'end';
}

interface DataTableProps<Row> {
  /** Names the table for assistive technology. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/**
 * A table that becomes a list of cards on narrow screens. Roles are explicit, because a table displayed as blocks loses
 * its implicit roles. A table that is wider than its place scrolls.
 */
export function DataTable<Row>({ label, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <Box borderWidth={{ md: '1px' }} rounded="l3" bg={{ md: 'bg.panel' }} overflow={{ md: 'auto' }}>
      <chakra.table role="table" aria-label={label} width="full" display={{ base: 'block', md: 'table' }}>
        <chakra.thead role="rowgroup" srOnly={{ base: true, md: false }}>
          <tr role="row">
            {columns.map(({ header, align }) => (
              <chakra.th
                key={header}
                role="columnheader"
                scope="col"
                textAlign={align ?? 'start'}
                textStyle="xs"
                fontWeight="semibold"
                color="fg.muted"
                px={{ base: '4', md: '3', xl: '4' }}
                py="3"
              >
                {header}
              </chakra.th>
            ))}
          </tr>
        </chakra.thead>
        <chakra.tbody role="rowgroup" display={{ base: 'flex', md: 'table-row-group' }} flexDirection="column" gap="3">
          {rows.map((row) => (
            <chakra.tr
              key={rowKey(row)}
              data-row={rowKey(row)}
              role="row"
              display={{ base: 'block', md: 'table-row' }}
              bg="bg.panel"
              borderWidth={{ base: '1px', md: '0' }}
              borderTopWidth={{ md: '1px' }}
              rounded={{ base: 'l3', md: '0' }}
              p={{ base: '4', md: '0' }}
              _hover={{ bg: { md: 'bg.subtle' } }}
            >
              {columns.map((column) => (
                <Cell key={column.header} column={column}>
                  {column.cell(row)}
                </Cell>
              ))}
            </chakra.tr>
          ))}
        </chakra.tbody>
      </chakra.table>
    </Box>
  );
}

// Before an @, else after the other separators.
const parts = /(?=@)/u;
const smallerParts = /(?<=[/._+-])/u;

const longPart = 25;

/**
 * An email or URL that stays whole where there is space. It breaks before an @; long parts break at the other separators,
 * and elsewhere only if a column has no space for the rest.
 */
export function Address({ children }: { children: string }) {
  const pieces = children
    .split(parts)
    .flatMap((part) => (part.length > longPart || part.includes('/') ? part.split(smallerParts) : [part]));
  return pieces.map((piece, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <chakra.span whiteSpace={piece.length > longPart ? undefined : 'nowrap'}>
        <Words>{piece}</Words>
      </chakra.span>
    </Fragment>
  ));
}

// Longer words than in ordinary names, which a column could not hold.
const longWord = /(\S{25,})/u;

/** A text whose words stay whole, except those that are too long for a column. */
export function Words({ children }: { children: string }) {
  return children.split(longWord).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <chakra.span key={index} overflowWrap="anywhere">
        {part}
      </chakra.span>
    ),
  );
}

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  const isLabelled = !column.isName && !column.isUnlabelled;
  return (
    <chakra.td
      role={column.isName ? 'rowheader' : 'cell'}
      display={{ base: 'flex', md: 'table-cell' }}
      justifyContent={isLabelled ? 'space-between' : 'flex-start'}
      alignItems="center"
      gap="4"
      textStyle="sm"
      fontWeight={column.isName ? 'semibold' : 'normal'}
      textAlign={{ md: column.align ?? 'start' }}
      verticalAlign="middle"
      px={{ md: '3', xl: '4' }}
      py={{ base: '1.5', md: '3' }}
      width={{ xl: column.share }}
      overflowWrap={{ base: 'anywhere', md: 'break-word' }}
    >
      {isLabelled && (
        <chakra.span hideFrom="md" color="fg.muted" aria-hidden flexShrink="0">
          {column.header}
        </chakra.span>
      )}
      {children}
    </chakra.td>
  );
}
