import { useEffect } from 'react';
import { useTextMatches } from '../../lib/search/search.queries.ts';
import { SearchBox } from '../../ui/list-controls.tsx';

interface SectionSearchProps {
  search: string;
  onChange: (search: string) => void;
  /** Receives the sections that have the words in their text; null while they are searched. */
  onFound: (ids: ReadonlySet<string> | null) => void;
}

/** The search field of the list of sections. Loads after the list, because most homepages have few sections. */
export default function SectionSearch({ search, onChange, onFound }: SectionSearchProps) {
  const { ids, isPending } = useTextMatches('section', search);
  useEffect(() => onFound(isPending ? null : ids), [ids, isPending, onFound]);
  return (
    <SearchBox
      label="Search sections"
      placeholder="Search sections by title or text..."
      value={search}
      onChange={onChange}
    />
  );
}
