import { z } from 'zod';
import { type FieldsOf, kindCollections, type Kind, type KindDocuments, kindNames, kinds } from '../kinds/kinds.ts';
import { type FieldProblem, type provenance, readFields } from '../fields.ts';
import { type Named, namesOf } from '../kinds/field.ts';
import { collections } from '../paths.ts';

const origin = ['rev', 'created_at', 'created_by', 'updated_at'] as const;

type ListedField<K extends Kind> = Named<FieldsOf<K>, 'listed'> | (typeof origin)[number];

/** A value of each kind. */
const ofKinds = <Value>(valueOf: (kind: Kind) => Value): Record<Kind, Value> =>
  Object.fromEntries(kindNames.map((kind) => [kind, valueOf(kind)])) as Record<Kind, Value>;

/** The fields of a document that lists and pickers use. The full text is never among them. */
export const listedFields = ofKinds((kind) => [...namesOf(kinds[kind].fields, 'listed'), ...origin]) as {
  [K in Kind]: ListedField<K>[];
};

/** The fields of list entries of every kind. */
type CommonPart = Pick<z.output<z.ZodObject<typeof provenance>>, (typeof origin)[number]> & {
  id: string;
  is_published: boolean;
  /** The start of the text without markup; empty if there is no text, or if it is not known. */
  excerpt: string;
};

type Part<K extends Kind> = CommonPart & Pick<KindDocuments[K], Extract<keyof KindDocuments[K], ListedField<K>>>;

/** The fields of documents that lists show. */
export type ListedDocuments = { [K in Kind]: Part<K> };

/** A list entry. A document with problems is not on the site. */
export interface Listed<K extends Kind> {
  document: ListedDocuments[K];
  problems: FieldProblem[];
}

const partOf = (kind: Kind) => {
  const { schema, fallback } = kinds[kind];
  const shape = Object.entries(schema.shape).filter(([field]) =>
    (listedFields[kind] as readonly string[]).includes(field),
  );
  return { schema: z.object(Object.fromEntries(shape)), fallback };
};

const blankOf = (kind: Kind) => ({
  excerpt: '',
  ...Object.fromEntries(listedFields[kind].map((field) => [field, kinds[kind].fallback[field]])),
});

const blanks = ofKinds(blankOf);

const parts = ofKinds(partOf);

/** Creates the list entry of a document from its stored fields, plain JSON. */
export function readListed<K extends Kind>(kind: K, id: string, data: Readonly<Record<string, unknown>>): Listed<K> {
  const { fields, problems } = readFields(parts[kind], data);
  return { document: { id, excerpt: '', ...fields } as ListedDocuments[K], problems };
}

/** Creates the list entry of a document from the summary that the server stored. */
export function listedOf<K extends Kind>(kind: K, id: string, summary: Summary): Listed<K> {
  const document: Record<string, unknown> = { ...blanks[kind], ...summary, id };
  const { problems } = summary;
  // Deleting the field from the few documents with problems is faster than omitting it from every copy.
  if (problems !== undefined) delete document['problems'];
  return { document: document as ListedDocuments[K], problems: (problems ?? []) as FieldProblem[] };
}

export type ListedSection = ListedDocuments['section'];
export type ListedPage = ListedDocuments['page'];
export type ListedDemo = ListedDocuments['demo'];

/** The collections that lists and pickers of the admin read in whole. */
export const summarizedCollections = [
  ...kindCollections,
  collections.slugs,
  collections.redirects,
  collections.media,
] as const;

export type SummarizedCollection = (typeof summarizedCollections)[number];

/** The stored fields that summaries of slugs, redirects and images contain. */
export const keptFields = {
  [collections.slugs]: ['id', 'updated_at'],
  [collections.redirects]: ['from', 'to', 'status', 'updated_at'],
  [collections.media]: [
    'bucket',
    'path',
    'url',
    'name',
    'type',
    'bytes',
    'md5',
    'width',
    'height',
    'title',
    'alt',
    'is_decorative',
    'focal',
    'is_unshown',
    'rev',
    'created_at',
    'created_by',
    'updated_at',
    'updated_by',
  ],
} as const;

export type KeptCollection = keyof typeof keptFields;

/** The summary of one document. */
export type Summary = Readonly<Record<string, unknown>>;
