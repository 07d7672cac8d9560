import type { PageFields, PageInput } from '@frontage/model/page';
import { useWatch, type Control } from 'react-hook-form';
import { Note } from '../../ui/note.tsx';
import { usePages } from './use-pages.ts';
import { whenUnpublished } from './pages-below.ts';

/** A note below a switched-off publish switch about the effect on child pages. */
export function PagesBelowNote({ control, id }: { control: Control<PageInput, unknown, PageFields>; id: string }) {
  const isPublished = useWatch({ control, name: 'is_published' });
  const pages = usePages();
  if (isPublished) return null;
  const words = whenUnpublished(pages, [id]);
  return words !== '' && <Note kind="info">{words}</Note>;
}
