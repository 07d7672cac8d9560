import type { z } from 'zod';
import { demoDocument, newDemo, type Demo } from '@frontage/model/demo';
import { newPage, pageDocument, type Page } from '@frontage/model/page';
import { collections, type SlugKind } from '@frontage/model/paths';
import { newSection, sectionDocument, type Section } from '@frontage/model/section';

/** The three kinds of content that staff edit one document at a time. */
export interface KindDocuments {
  section: Section;
  page: Page;
  demo: Demo;
}

export type Kind = keyof KindDocuments;

interface KindDescription {
  collection: 'homepage_sections' | 'pages' | 'demo_pages';
  schema: z.ZodObject;
  /** What stands in for a field that is missing or of the wrong type. */
  fallback: Readonly<Record<string, unknown>>;
  /** Where the kind's slugs are reserved; null when it has none. */
  slugKind: SlugKind | null;
}

const unknownOrigin = { rev: 0, created_at: '', created_by: '', updated_at: '', updated_by: '' };

export const kinds: Record<Kind, KindDescription> = {
  section: {
    collection: collections.sections,
    schema: sectionDocument,
    fallback: { ...newSection, section_key: '', ...unknownOrigin },
    slugKind: null,
  },
  page: {
    collection: collections.pages,
    schema: pageDocument,
    fallback: { ...newPage, ...unknownOrigin },
    slugKind: 'page',
  },
  demo: {
    collection: collections.demos,
    schema: demoDocument,
    fallback: { ...newDemo, ...unknownOrigin },
    slugKind: 'demo',
  },
};

/** The kind kept in `collection`; null for every other collection. */
export function kindOf(collection: string): Kind | null {
  const found = (Object.keys(kinds) as Kind[]).find((kind) => kinds[kind].collection === collection);
  return found ?? null;
}
