import { invalid, notices } from '@frontage/model/messages';
import { collections } from '@frontage/model/paths';
import { newSection, sectionKeys, type Section, type SectionInput, type SectionKey } from '@frontage/model/section';
import type { FieldWords } from '../../editing/conflict/field-words.ts';
import { fieldLabels } from '@frontage/model/field-labels';

/** A new section's values. The empty key is no key: the form's rule says so until the editor chooses one. */
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

export const sectionImageNotices = {
  uploaded: notices.sectionImageUploaded,
  failed: notices.uploadFailed,
  problem: {
    type: { ...notices.uploadFailed, description: invalid.imageType },
    size: { ...notices.uploadFailed, description: invalid.imageTooLarge },
  },
};
