import { recommendedSizes } from '@frontage/model/limits';
import { invalid, notices } from '@frontage/model/messages';
import { newPage, type Page, type PageInput } from '@frontage/model/page';
import { collections } from '@frontage/model/paths';
import type { FieldWords } from '../../editing/conflict/field-words.ts';
import { fieldLabels } from '@frontage/model/field-labels';

/** The form values of a page; empty fields get the defaults of a new page. */
export function pageValues(page: Page): PageInput {
  const fields = Object.keys(newPage) as (keyof PageInput)[];
  return Object.fromEntries(fields.map((field) => [field, page[field] ?? newPage[field]])) as PageInput;
}

/** Display names of the fields and values; a parent is shown by its title. */
export const pageWords = (titleOf: (id: string) => string | undefined): FieldWords => ({
  labels: fieldLabels[collections.pages],
  valueText: (field, value) => {
    if (field !== 'parent_id') return undefined;
    return typeof value === 'string' ? (titleOf(value) ?? 'Another page') : 'None (Top Level)';
  },
});

export const pageNotices = {
  created: notices.pageCreated,
  updated: notices.pageUpdated,
  failed: (description: string) => ({ ...notices.pageSaveFailed, description }),
};

export const pageImageNotices = {
  uploaded: notices.sectionImageUploaded,
  failed: notices.uploadFailed,
  problem: {
    type: { ...notices.uploadFailed, description: invalid.imageType },
    size: { ...notices.uploadFailed, description: invalid.imageTooLarge },
  },
};

const { width, height } = recommendedSizes.ogImage;

export const pageSocialImage = {
  label: 'Social image URL',
  help: `Recommended size: ${width}x${height} px. JPG, PNG or WEBP, up to 5MB.`,
  notices: pageImageNotices,
};
