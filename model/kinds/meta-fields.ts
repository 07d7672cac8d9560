import { limits } from '../limits.ts';
import { invalid } from '../messages.ts';
import { image, text } from './field.ts';

/** The fields for search engines and social networks, which kinds with an address have. */
export const metaFields = ({ label }: { label: string }) => ({
  meta_title: text({
    label: 'Meta title',
    panel: 'seo',
    max: limits.metaTitle,
    tooLong: invalid.metaTitleTooLong,
    searched: true,
    shown: true,
  }),
  meta_description: text({
    label: 'Meta description',
    panel: 'seo',
    max: limits.metaDescription,
    tooLong: invalid.metaDescriptionTooLong,
    searched: true,
    shown: true,
    card: true,
  }),
  og_image_url: image({ label, panel: 'seo', shown: true, card: true }),
});
