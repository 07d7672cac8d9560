import { kinds, kindNames, type Kind } from '@frontage/model/kinds/kinds';
import {
  type KeptCollection,
  keptFields,
  type Listed,
  listedFields,
  listedOf,
  readListed,
  type Summary,
} from '@frontage/model/summaries/listed';
import type { ListForm } from './document-list.ts';

const formOf = <K extends Kind>(kind: K): ListForm<Listed<K>> => ({
  collection: kinds[kind].collection,
  fields: listedFields[kind],
  readSummary: (id, summary) => listedOf(kind, id, summary),
  readStored: (id, data, before) => {
    const { document, problems } = readListed(kind, id, data);
    // The text is not read: the excerpt of the previous version stays.
    return { document: { ...document, excerpt: before?.document.excerpt ?? '' }, problems };
  },
});

/** The lists of the kinds of documents, including invalid documents with their errors. */
export const documentForms = Object.fromEntries(kindNames.map((kind) => [kind, formOf(kind)])) as {
  [K in Kind]: ListForm<Listed<K>>;
};

/** A list of documents that are no content, each parsed by `parse`; without those for which it returns null. */
export const keptForm = <Item>(
  collection: KeptCollection,
  parse: (id: string, fields: Summary) => Item | null,
): ListForm<Item> => ({ collection, fields: keptFields[collection], readSummary: parse, readStored: parse });
