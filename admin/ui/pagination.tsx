import { Button, Flex, Text } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight } from '#icons';

interface PaginationProps {
  /** Starts at 1. */
  page: number;
  pageSize: number;
  count: number;
  onChange: (page: number) => void;
}

/** The rows of one page; a page beyond the end shows the last. */
export function pageOf<Row>(rows: readonly Row[], page: number, pageSize: number): Row[] {
  const last = Math.max(1, Math.ceil(rows.length / pageSize));
  const shown = Math.min(Math.max(1, page), last);
  return rows.slice((shown - 1) * pageSize, shown * pageSize);
}

/** Pages of a long list; renders nothing for a single page. */
export function Pagination({ page, pageSize, count, onChange }: PaginationProps) {
  const last = Math.ceil(count / pageSize);
  if (last <= 1) return null;
  const shown = Math.min(Math.max(1, page), last);
  const first = (shown - 1) * pageSize + 1;
  return (
    <Flex as="nav" aria-label="Pages of the list" justify="space-between" align="center" gap="3" mt="4" wrap="wrap">
      <Text textStyle="sm" color="fg.muted" aria-live="polite">
        {`${first}–${Math.min(count, shown * pageSize)} of ${count}`}
      </Text>
      <Flex gap="2">
        <Button
          size="sm"
          variant="outline"
          colorPalette="gray"
          disabled={shown === 1}
          onClick={() => onChange(shown - 1)}
        >
          <ChevronLeft /> Previous
        </Button>
        <Button
          size="sm"
          variant="outline"
          colorPalette="gray"
          disabled={shown === last}
          onClick={() => onChange(shown + 1)}
        >
          Next <ChevronRight />
        </Button>
      </Flex>
    </Flex>
  );
}
