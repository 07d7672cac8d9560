import { Box, Button, Flex, SimpleGrid, Text } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight, type Icon, Search } from '#icons';
import { TextInput } from './controls.tsx';

interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search field that filters while typing. The `/` shortcut finds it by `data-search`. */
export function SearchBox({ label, placeholder, value, onChange }: SearchBoxProps) {
  return (
    <Box position="relative" flex="1" minW={{ base: 'full', sm: '14rem' }}>
      <Box
        as={Search}
        aria-hidden
        position="absolute"
        insetStart="3"
        top="3"
        boxSize="4"
        color="fg.muted"
        pointerEvents="none"
        zIndex="1"
      />
      <TextInput
        type="search"
        data-search=""
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        ps="9"
      />
    </Box>
  );
}

interface Stat {
  label: string;
  value: number;
  icon: Icon;
}

/** The figures above a list. */
export function StatCards({ stats }: { stats: readonly Stat[] }) {
  return (
    <SimpleGrid as="dl" columns={{ base: 2, lg: 4 }} gap="3" mb="6">
      {stats.map(({ label, value, icon: Icon }) => (
        <Flex
          key={label}
          direction="column-reverse"
          justify="flex-end"
          bg="bg.panel"
          borderWidth="1px"
          rounded="l3"
          px="5"
          py="4"
        >
          <Flex as="dt" gap="2" align="center" color="fg.muted" textStyle="sm">
            <Box as={Icon} boxSize="4" aria-hidden />
            {label}
          </Flex>
          <Text as="dd" fontSize="2xl" fontWeight="semibold" fontVariantNumeric="tabular-nums" letterSpacing="-0.02em">
            {value}
          </Text>
        </Flex>
      ))}
    </SimpleGrid>
  );
}

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
