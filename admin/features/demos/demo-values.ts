import type { Demo } from '@frontage/model/demo';
import type { DemoFields, DemoInput } from '@frontage/model/demo-form';
import { recommendedSizes } from '@frontage/model/limits';
import { notices } from '@frontage/model/messages';
import { collections } from '@frontage/model/paths';
import type { FieldWords } from '../../editing/conflict/field-words.ts';
import type { Origin } from '../../editing/editor.ts';
import type { Prepared } from '../../editing/save/prepared.ts';
import { fieldLabels } from '@frontage/model/field-labels';

export function demoValues(demo: Demo, embed: string | null): DemoInput {
  return {
    heading: demo.heading,
    slug: demo.slug,
    iframe_url: embed ?? '',
    is_password_protected: demo.is_password_protected,
    password: '',
    ga_tracking_enabled: demo.ga_tracking_enabled,
    meta_title: demo.meta_title ?? '',
    meta_description: demo.meta_description ?? '',
    og_image_url: demo.og_image_url ?? '',
    is_published: demo.is_published,
  };
}

/** The document and its companions: the embed code if it changed, a hash if a password was typed. */
export function toPrepared(
  { iframe_url, password: _, ...fields }: DemoFields,
  origin: Pick<Origin<DemoInput>, 'base' | 'values'>,
  passwordHash: string | null,
): Prepared {
  const isSameEmbed = origin.base !== null && origin.values.iframe_url === iframe_url;
  return {
    fields,
    companions: {
      ...(isSameEmbed ? {} : { embed: iframe_url }),
      ...(passwordHash === null ? {} : { passwordHash }),
    },
  };
}

export const demoWords: FieldWords = {
  labels: fieldLabels[collections.demos],
  valueText: (field, value) =>
    field === 'password' ? (value === '' ? 'No new password' : 'A new password') : undefined,
};

export const demoNotices = {
  created: notices.demoCreated,
  updated: notices.demoUpdated,
  failed: (description: string) => ({ ...notices.demoSaveFailed, description }),
};

const { width, height } = recommendedSizes.ogImage;

export const demoSocialImage = {
  label: 'OG image',
  help: `Recommended size: ${width}x${height}. JPG, PNG or WEBP, up to 5MB.`,
  notices: {
    uploaded: notices.demoImageUploaded,
    failed: notices.demoUploadFailed,
    problem: { type: notices.invalidFileType, size: notices.fileTooLarge },
  },
};
