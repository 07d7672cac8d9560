import { recommendedSizes } from '@frontage/model/limits';
import { invalid, notices } from '@frontage/model/messages';
import type { Page, PageInput } from '@frontage/model/page';
import { collections } from '@frontage/model/paths';
import type { FieldWords } from '../../editing/conflict/conflict-dialog.tsx';
import { fieldLabels } from '../../lib/documents/field-labels.ts';

export function pageValues(page: Page): PageInput {
  return {
    title: page.title,
    slug: page.slug,
    body: page.body ?? '',
    meta_title: page.meta_title ?? '',
    meta_description: page.meta_description ?? '',
    og_image_url: page.og_image_url ?? '',
    is_published: page.is_published,
    parent_id: page.parent_id,
    show_in_menu: page.show_in_menu,
    menu_order: page.menu_order,
    nav_label: page.nav_label ?? '',
  };
}

/** Names of the fields; a parent reads as its title. */
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
  failed: notices.pageSaveFailed,
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
  label: 'Social Image URL',
  help: `Recommended size: ${width}x${height} px. JPG, PNG or WEBP, up to 5MB.`,
  notices: pageImageNotices,
};
