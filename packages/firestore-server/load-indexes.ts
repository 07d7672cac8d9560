import { readFileSync } from 'node:fs';

/** The content of firestore.indexes.json. Source: "Cloud Firestore Index Definition Reference". */
export interface IndexConfig {
  indexes: CompositeIndex[];
  fieldOverrides: FieldOverride[];
}

export interface IndexField {
  fieldPath: string;
  order?: 'ASCENDING' | 'DESCENDING';
  arrayConfig?: 'CONTAINS';
}

export type QueryScope = 'COLLECTION' | 'COLLECTION_GROUP';

export interface CompositeIndex {
  collectionGroup: string;
  queryScope: QueryScope;
  fields: IndexField[];
}

export interface FieldOverride {
  collectionGroup: string;
  fieldPath: string;
  /** Replaces the automatic indexes of the field. */
  indexes: { queryScope: QueryScope; order?: 'ASCENDING' | 'DESCENDING'; arrayConfig?: 'CONTAINS' }[];
}

/** Loads the configuration from a parsed file or a path; null if there is none. Throws if it is invalid. */
export function loadIndexes(source: unknown): IndexConfig | null {
  if (source === undefined || source === null) return null;
  const config: unknown = typeof source === 'string' ? JSON.parse(readFileSync(source, 'utf8')) : source;
  if (typeof config !== 'object' || config === null) throw new Error('firestore.indexes.json must hold an object.');
  const { indexes = [], fieldOverrides = [] } = config as Partial<IndexConfig>;
  if (!Array.isArray(indexes) || !Array.isArray(fieldOverrides)) {
    throw new Error('firestore.indexes.json must hold the arrays "indexes" and "fieldOverrides".');
  }
  return {
    indexes: indexes.map((index) => ({ ...index, queryScope: index.queryScope ?? 'COLLECTION' })),
    fieldOverrides: fieldOverrides.map((override) => ({
      ...override,
      indexes: override.indexes.map((index) => ({ ...index, queryScope: index.queryScope ?? 'COLLECTION' })),
    })),
  };
}
