import type { ListedSection } from '@frontage/model/summaries/listed';
import type { Section, SectionKey, SectionStatus } from '@frontage/model/kinds/section';
import type { Question } from '../../ui/confirm.tsx';
import { documentName } from '../../lib/documents/document.ts';
import type { Tone } from '../../ui/note.tsx';

/** The color of a section's status. */
export const statusTones: Record<SectionStatus, Tone> = { Hidden: 'quiet', Draft: 'waiting', Published: 'good' };

/** The question before a section is published or unpublished. */
export const publishQuestion = ({ title, is_published, is_visible }: ListedSection): Question => {
  const [verb, onSite, hidden] = is_published
    ? ['Unpublish', 'will no longer be on the homepage.', 'is hidden: visitors do not see it now.']
    : ['Publish', 'will be on the homepage.', 'is hidden: it stays off the homepage until it is shown.'];
  return {
    title: `${verb} this section?`,
    description: `“${title}” ${is_visible ? onSite : hidden}`,
    action: verb,
  };
};

type Placed = Pick<Section, 'id' | 'order_index'>;

/** The list with the item at `from` moved to `to`; indices outside the list change nothing. */
export function move<T>(items: readonly T[], from: number, to: number): T[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, item);
}

/** The sections whose order_index must change to produce this order, with their new values. */
export function renumber<S extends Placed>(ordered: readonly S[]): { section: S; order_index: number }[] {
  return ordered
    .map((section, order_index) => ({ section, order_index }))
    .filter(({ section, order_index }) => section.order_index !== order_index);
}

/** A hint that another section has the same key; empty if none has. */
export function sameKeyHint(
  sections: readonly ListedSection[],
  { id, key }: { id: string; key: SectionKey | '' },
): string {
  const other = sections.find((section) => section.id !== id && section.section_key === key);
  if (!other) return '';
  const name = `“${documentName(other)}” has this key too.`;
  return key === 'hero' ? `${name} Only one hero is shown at the top; others are shown as blocks.` : name;
}
