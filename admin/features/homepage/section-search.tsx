import { useEffect } from 'react';
import { type TextMatches, useTextMatches } from '../../lib/search/search.queries.ts';
import { SearchBox } from '../../ui/list-controls.tsx';

interface SectionSearchProps {
  search: string;
  onChange: (search: string) => void;
  /** Receives the sections that have the words, also in their text. */
  onMatches: (matches: TextMatches) => void;
}

/** The search field of the list of sections. Loads after the list, because most homepages have few sections. */
export default function SectionSearch({ search, onChange, onMatches }: SectionSearchProps) {
  const matches = useTextMatches('section', search);
  useEffect(() => onMatches(matches), [matches, onMatches]);
  return (
    <SearchBox
      label="Search sections"
      placeholder="Search sections by title or text..."
      value={search}
      onChange={onChange}
    />
  );
}
