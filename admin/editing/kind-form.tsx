import { blankOf, type Field as KindField, type Fields as KindFields } from '@frontage/model/kinds/field';
import {
  capitalized,
  kinds,
  type Kind,
  orderFieldOf,
  pathOf,
  slugFromName,
  slugKindOf,
} from '@frontage/model/kinds/kinds';
import { recommendedSizes } from '@frontage/model/limits';
import type { FieldValues } from 'react-hook-form';
import { shortPathOf, type Publishable } from '../lib/documents/document.ts';
import { PublishedBadge } from '../ui/note.tsx';
import type { DocumentForm } from './document-editor.tsx';
import { type FormField, type FormPanel, formValues } from './editor/form-fields.tsx';
import { SlugWidget, TitleWidget } from './editor/slug-field.tsx';
import { formTable } from './form-table.tsx';
import { contentImageNotices } from './media/image-field.tsx';
import { PublishWidget } from './publish/publish-switch.tsx';
import { seoFields, type SeoOptions } from './text/seo-fields.tsx';

/** The parts of a form that differ from those that follow from the table of its kind. */
export interface OwnParts<K extends Kind, Input extends FieldValues, Fields> extends Partial<
  Omit<DocumentForm<K, Input, Fields>, 'kind' | 'fields'>
> {
  fields?: { readonly [Name in keyof Input]?: Partial<FormField<Input, Fields>> };
  /** The previews of search engines and social networks, for kinds with `metaFields`. */
  seo?: Partial<SeoOptions>;
}

/** The form of a kind: fields, labels, texts and routes follow from its table, unless `own` has others. */
export function kindForm<K extends Kind, Input extends FieldValues & Publishable, Fields>(
  kind: K,
  { fields: ownFields = {}, seo = {}, panels: ownPanels, ...own }: OwnParts<K, Input, Fields> = {},
): DocumentForm<K, Input, Fields> {
  const { adminPath, area, fields, nouns } = kinds[kind];
  const slugKind = slugKindOf(kind);
  const noun = capitalized(nouns.one);
  const blank = blankOf(fields) as Input;
  const orderField = orderFieldOf(kind);
  return {
    kind,
    panels: panelsOf(fields, ownPanels ?? [{ key: panelKeys(fields)[0] ?? '', title: noun, tab: 'Text' }]),
    fields: formTable<Input, Fields>(fields, { ...usualFields<Input, Fields>(kind, seo), ...ownFields }),
    blank: (nextOrder) => (orderField === undefined ? blank : { ...blank, [orderField]: nextOrder }),
    valuesOf: (document) => formValues<Input>(blank, document as object),
    titles: { create: `Create ${noun}`, edit: `Edit ${noun}` },
    createLabel: `Create ${noun}`,
    back: { to: adminPath, label: `Back to ${area}` },
    staysOpen: true,
    badge: ({ is_published }) => <PublishedBadge isPublished={is_published} />,
    ...(slugKind !== null && { view: { label: 'View', path: (slug: string) => shortPathOf(slugKind, slug) } }),
    notices: {
      created: { title: `${noun} created successfully` },
      updated: { title: `${noun} updated successfully` },
      failed: (description) => ({ title: `Error saving ${nouns.one}`, description }),
    },
    readOnlyReason: (isAuthor) =>
      isAuthor
        ? `You can edit only your own drafts. This ${nouns.one} is published or belongs to someone else.`
        : `Your role can view ${nouns.many} but not edit them.`,
    ...own,
  };
}

const { width, height } = recommendedSizes.ogImage;

type OwnFields<Input extends FieldValues, Fields> = Partial<Record<string, Partial<FormField<Input, Fields>>>>;

/** The widgets of the fields that have the same role in every kind: name, slug, publishing and metadata. */
function usualFields<Input extends FieldValues, Fields>(kind: Kind, seo: Partial<SeoOptions>) {
  const { fields, nameField, nouns } = kinds[kind];
  const slugKind = slugKindOf(kind);
  const usual: OwnFields<Input, Fields> = {
    [nameField]: {
      widget: (field) => (
        <TitleWidget
          {...field}
          {...(slugKind !== null && { slugFrom: (name: string) => slugFromName(slugKind, name) })}
        />
      ),
    },
    is_published: {
      widget: (field) => (
        <PublishWidget {...field} denied={`Only editors and administrators can publish ${nouns.many}.`} />
      ),
    },
  };
  if (slugKind === null) return usual as OwnParts<Kind, Input, Fields>['fields'];
  const metadata: OwnFields<Input, Fields> = seoFields<Input, Fields>({
    title: nameField,
    path: (slug) => pathOf(slugKind, slug),
    withoutDescription: `Without a meta description, the ${nouns.one} uses the description of the site.`,
    imageHelp: `Recommended size: ${width}x${height} px. JPG, PNG or WEBP, up to 5MB.`,
    imageNotices: contentImageNotices,
    ...seo,
  });
  const known = Object.entries(metadata).filter(([name]) => Object.hasOwn(fields, name));
  const slug: OwnFields<Input, Fields> = { slug: { widget: (field) => <SlugWidget {...field} kind={slugKind} /> } };
  return { ...usual, ...slug, ...Object.fromEntries(known) } as OwnParts<Kind, Input, Fields>['fields'];
}

const panelKeys = (fields: KindFields): string[] => [
  ...new Set(Object.values(fields).flatMap(({ panel }: KindField) => panel ?? [])),
];

const usualPanels: Readonly<Record<string, Omit<FormPanel, 'key'>>> = { seo: { title: 'SEO Settings', tab: 'SEO' } };

type Panels = readonly [FormPanel, ...FormPanel[]];

/** The given panels, then those of the fields that are in none of them. */
function panelsOf(fields: KindFields, [main, ...side]: Panels): Panels {
  const known = [main, ...side].map(({ key }) => key);
  const others = panelKeys(fields).filter((key) => !known.includes(key));
  return [main, ...side, ...others.map((key) => ({ key, ...(usualPanels[key] ?? { title: capitalized(key) }) }))];
}
