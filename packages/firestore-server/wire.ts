/**
 * The messages decoded by protobufjs: repeated fields and maps are never absent, absent messages are null, and of a
 * oneof only the member named by its discriminator counts.
 */
import type { Long } from 'protobufjs';

export interface WireTimestamp {
  seconds: Long | number;
  nanos: number;
}

export interface WireValue {
  valueType?: string;
  booleanValue?: boolean;
  integerValue?: Long | number;
  doubleValue?: number;
  timestampValue?: WireTimestamp;
  stringValue?: string;
  bytesValue?: Uint8Array;
  referenceValue?: string;
  geoPointValue?: { latitude: number; longitude: number };
  arrayValue?: { values: WireValue[] };
  mapValue?: { fields: Record<string, WireValue> };
  nullValue?: 0;
}

export interface WireDocument {
  name: string;
  fields: Record<string, WireValue>;
}

export interface WireMask {
  fieldPaths: string[];
}

export interface WirePrecondition {
  conditionType?: 'exists' | 'updateTime';
  exists: boolean;
  updateTime: WireTimestamp;
}

export interface WireTransform {
  fieldPath: string;
  transformType?:
    | 'setToServerValue'
    | 'increment'
    | 'maximum'
    | 'minimum'
    | 'appendMissingElements'
    | 'removeAllFromArray';
  setToServerValue: number;
  increment: WireValue;
  maximum: WireValue;
  minimum: WireValue;
  appendMissingElements: { values: WireValue[] };
  removeAllFromArray: { values: WireValue[] };
}

export interface WireWrite {
  operation?: 'update' | 'delete' | 'verify' | 'transform';
  update: WireDocument;
  delete: string;
  verify: string;
  transform: { document: string; fieldTransforms: WireTransform[] };
  updateMask: WireMask | null;
  updateTransforms: WireTransform[];
  currentDocument: WirePrecondition | null;
}

export interface WireTransactionOptions {
  mode?: 'readOnly' | 'readWrite';
  readOnly: { consistencySelector?: 'readTime'; readTime: WireTimestamp };
  readWrite: { retryTransaction: Uint8Array };
}

/** The three ways to specify the read time of a read. */
export interface WireConsistency {
  consistencySelector?: 'transaction' | 'newTransaction' | 'readTime';
  transaction: Uint8Array;
  newTransaction: WireTransactionOptions;
  readTime: WireTimestamp;
}

export interface WireCursor {
  values: WireValue[];
  before: boolean;
}

export interface WireField {
  fieldPath: string;
}

export interface WireFilter {
  filterType?: 'compositeFilter' | 'fieldFilter' | 'unaryFilter';
  compositeFilter: { op: number; filters: WireFilter[] };
  fieldFilter: { field: WireField | null; op: number; value: WireValue | null };
  unaryFilter: { op: number; operandType?: 'field'; field: WireField };
}

export interface WireQuery {
  select: { fields: WireField[] } | null;
  from: { collectionId: string; allDescendants: boolean }[];
  where: WireFilter | null;
  orderBy: { field: WireField | null; direction: number }[];
  startAt: WireCursor | null;
  endAt: WireCursor | null;
  offset: number;
  limit: { value: number } | null;
  findNearest: object | null;
}

export interface WireAggregation {
  operator?: 'count' | 'sum' | 'avg';
  count: { upTo: { value: Long | number } | null };
  sum: { field: WireField | null };
  avg: { field: WireField | null };
  alias: string;
}

export interface WireTarget {
  targetType?: 'query' | 'documents';
  query: { parent: string; queryType?: 'structuredQuery'; structuredQuery: WireQuery };
  documents: { documents: string[] };
  resumeType?: 'resumeToken' | 'readTime';
  resumeToken: Uint8Array;
  readTime: WireTimestamp;
  targetId: number;
  once: boolean;
  expectedCount: { value: number } | null;
}
