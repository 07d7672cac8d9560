import { Button, SimpleGrid } from '@chakra-ui/react';
import { useMemo } from 'react';
import { useStaff } from '../../lib/session.tsx';
import type { Option } from '../../ui/controls.tsx';
import { SelectField } from '../../ui/field.tsx';
import { useAuthorNames } from '../../lib/documents/author-names.queries.ts';
import { noFilters, type PageFilters, pageOrders, parentOptions, updatedWithin, usePages } from './page-tree.ts';

export interface PageFiltersProps {
  filters: PageFilters;
  onChange: (change: Partial<PageFilters>) => void;
}

const labelled = (entries: Record<string, { label: string }>): Option[] =>
  Object.entries(entries).map(([value, { label }]) => ({ value, label }));

/** The order of the list and its filters besides search and state. */
export default function PageFiltersPanel({ filters, onChange }: PageFiltersProps) {
  const pages = usePages();
  const { user } = useStaff();
  const names = useAuthorNames();
  const authors = useMemo(() => {
    const ids = new Set([user.uid, filters.author, ...pages.map((page) => page.created_by)]);
    // Names of others are known to administrators only.
    return [...ids].filter((id) => id !== '' && names.has(id)).map((id) => ({ value: id, label: names.get(id) ?? '' }));
  }, [pages, names, user.uid, filters.author]);
  const parents = useMemo(() => {
    const used = new Set(pages.map((page) => page.parent_id));
    return parentOptions(pages, '', null).filter(({ value }) => used.has(value));
  }, [pages]);

  const fields: Record<keyof PageFilters, { label: string; options: Option[] }> = {
    sort: { label: 'Sort by', options: [{ value: '', label: 'Menu order' }, ...labelled(pageOrders)] },
    author: { label: 'Author', options: [{ value: '', label: 'Anyone' }, ...authors] },
    updated: { label: 'Updated', options: [{ value: '', label: 'Any time' }, ...labelled(updatedWithin)] },
    parent: {
      label: 'Parent page',
      options: [{ value: '', label: 'Any' }, { value: 'none', label: 'None (Top Level)' }, ...parents],
    },
    menu: {
      label: 'Menu',
      options: [
        { value: '', label: 'Any' },
        { value: 'in', label: 'In menu' },
        { value: 'out', label: 'Not in menu' },
      ],
    },
  };

  return (
    <SimpleGrid
      role="group"
      aria-label="Filters"
      columns={{ base: 2, md: 3, xl: 6 }}
      columnGap="3"
      alignItems="end"
      mb="3"
      p="3"
      pb="1"
      borderWidth="1px"
      rounded="l3"
      bg="bg.panel"
    >
      {(Object.keys(fields) as (keyof PageFilters)[]).map((name) => (
        <SelectField
          key={name}
          {...fields[name]}
          select={{ value: filters[name], onChange: ({ target }) => onChange({ [name]: target.value }) }}
        />
      ))}
      <Button variant="outline" colorPalette="gray" mb="2" onClick={() => onChange(noFilters)}>
        Reset
      </Button>
    </SimpleGrid>
  );
}
