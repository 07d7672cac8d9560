import { invalid, notices } from '@frontage/model/messages';
import { collections } from '@frontage/model/paths';
import { newSection, sectionKeys, type Section, type SectionInput, type SectionKey } from '@frontage/model/section';
import type { ListedSection } from '@frontage/model/summaries/listed';
import type { FieldWords } from '../../editing/conflict/field-words.ts';
import { documentName } from '../../lib/documents/document.ts';
import { fieldLabels } from '@frontage/model/field-labels';

/** A new section's values. The empty key is invalid until the editor chooses one. */
export const blankSection: SectionInput = { ...newSection, section_key: '' as SectionKey };

export function sectionValues(section: Section): SectionInput {
  const { section_key, title, content, cta_text, cta_url, image_url, order_index, is_visible, is_published } = section;
  return {
    section_key,
    title,
    content: content ?? '',
    cta_text: cta_text ?? '',
    cta_url: cta_url ?? '',
    image_url: image_url ?? '',
    order_index,
    is_visible,
    is_published,
  };
}

export const sectionWords: FieldWords = {
  labels: fieldLabels[collections.sections],
  valueText: (field, value) => (field === 'section_key' ? sectionKeys[value as SectionKey] : undefined),
};

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

export const sectionImageNotices = {
  uploaded: notices.sectionImageUploaded,
  failed: notices.uploadFailed,
  problem: {
    type: { ...notices.uploadFailed, description: invalid.imageType },
    size: { ...notices.uploadFailed, description: invalid.imageTooLarge },
  },
};
