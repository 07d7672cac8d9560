import { disjunctionsOf } from './disjunctions.ts';
import { formatFieldPath } from './field-path.ts';
import type { FieldPath } from './field-path.ts';
import { inequalityFields } from './filter.ts';
import type { FieldFilter } from './filter.ts';
import type { CompositeIndex, IndexConfig, IndexField, QueryScope } from './load-indexes.ts';
import { createCompositeLink, createExemptionLink } from './index-link.ts';
import type { Query } from './query.ts';
import { refuse } from './status.ts';

/** What one conjunction of a query asks of the indexes. */
interface Need {
  collection: string;
  scope: QueryScope;
  /** Fields fixed by equality, and arrays searched for a member. */
  equalities: readonly IndexField[];
  /** The order the results come in, without the fields that are fixed and without the name. */
  order: readonly IndexField[];
  nameDescending: boolean;
}

/**
 * Refuses queries that hosted Firestore could not serve with its automatic single-field indexes and the
 * composite ones of the configuration, merging indexes where Firestore would.
 * Source: "Index types in Cloud Firestore", "Taking advantage of index merging".
 */
export function checkIndexes(config: IndexConfig | null): (query: Query, aggregated?: readonly FieldPath[]) => void {
  if (config === null) return () => undefined;
  return (query, aggregated = []) => {
    for (const conjunction of disjunctionsOf(query.where)) {
      const need = needOf(query, conjunction, aggregated);
      if (need !== null && !served(need, config)) refuseFor(need, query.project);
    }
  };
}

function needOf(query: Query, conjunction: readonly FieldFilter[], aggregated: readonly FieldPath[]): Need | null {
  if (query.collectionId === null) return null;
  const equalities = new Map<string, IndexField>();
  for (const { path, op } of conjunction) {
    const fieldPath = formatFieldPath(path);
    if (fieldPath === '__name__') continue;
    if (op === 'array-contains') equalities.set(`${fieldPath} contains`, { fieldPath, arrayConfig: 'CONTAINS' });
    else if (op === '==' || op === 'is-null' || op === 'is-nan')
      equalities.set(fieldPath, { fieldPath, order: 'ASCENDING' });
  }
  const unequal = new Set(conjunction.flatMap(inequalityFields));
  const explicit = new Set(query.orderBy.map(({ path }) => formatFieldPath(path)));
  const order: IndexField[] = [];
  let nameDescending = false;
  for (const { path, descending } of query.order) {
    const fieldPath = formatFieldPath(path);
    nameDescending = descending;
    // A field that only another disjunct compares is still part of the order when the caller wrote it.
    const wanted = explicit.has(fieldPath) || unequal.has(fieldPath);
    if (fieldPath !== '__name__' && !equalities.has(fieldPath) && wanted) {
      order.push({ fieldPath, order: descending ? 'DESCENDING' : 'ASCENDING' });
    }
  }
  for (const fieldPath of aggregated.map(formatFieldPath)) {
    if (equalities.has(fieldPath) || order.some((field) => field.fieldPath === fieldPath)) continue;
    order.push({ fieldPath, order: nameDescending ? 'DESCENDING' : 'ASCENDING' });
  }
  const scope = query.allDescendants ? 'COLLECTION_GROUP' : 'COLLECTION';
  return { collection: query.collectionId, scope, equalities: [...equalities.values()], order, nameDescending };
}

function served(need: Need, config: IndexConfig): boolean {
  const { equalities, order } = need;
  if (equalities.length === 0 && order.length === 0) return true;
  const covered = new Set<string>();
  let ordered = false;
  for (const index of [...automaticIndexes(need, config), ...compositeIndexes(need, config)]) {
    const prefix = prefixFor(index, need);
    if (prefix === null) continue;
    ordered = true;
    prefix.forEach((field) => covered.add(keyOf(field)));
  }
  return ordered && equalities.every((field) => covered.has(keyOf(field)));
}

function keyOf({ fieldPath, arrayConfig }: IndexField): string {
  return arrayConfig === undefined ? fieldPath : `${fieldPath} contains`;
}

/** The equality fields an index covers before the very order needed, or null when it does not help. */
function prefixFor(fields: readonly IndexField[], { equalities, order, nameDescending }: Need): IndexField[] | null {
  const named = fields.at(-1)?.fieldPath === '__name__';
  const own = named ? fields.slice(0, -1) : fields;
  const split = own.length - order.length;
  if (split < 0) return null;
  const prefix = own.slice(0, split);
  const suffix = own.slice(split);
  const sameOrder = suffix.every(({ fieldPath, order: direction }, i) => {
    return fieldPath === order[i]?.fieldPath && direction === order[i]?.order;
  });
  const known = prefix.every((field) => equalities.some((wanted) => keyOf(wanted) === keyOf(field)));
  const last = fields.at(-1)?.order;
  const directed = order.length === 0 || (last === 'DESCENDING') === nameDescending;
  return sameOrder && known && directed ? prefix : null;
}

function compositeIndexes({ collection, scope }: Need, { indexes }: IndexConfig): IndexField[][] {
  return indexes
    .filter((index: CompositeIndex) => index.collectionGroup === collection && index.queryScope === scope)
    .map(({ fields }) => fields);
}

const automatic: readonly Pick<IndexField, 'order' | 'arrayConfig'>[] = [
  { order: 'ASCENDING' },
  { order: 'DESCENDING' },
  { arrayConfig: 'CONTAINS' },
];

/** The single-field indexes there are on the fields of a query; collection groups have none unless configured. */
function automaticIndexes({ collection, scope, equalities, order }: Need, config: IndexConfig): IndexField[][] {
  return [...equalities, ...order].flatMap(({ fieldPath }) => {
    const override = config.fieldOverrides.find(
      (candidate) => candidate.collectionGroup === collection && candidate.fieldPath === fieldPath,
    );
    const modes =
      override === undefined
        ? scope === 'COLLECTION'
          ? automatic
          : []
        : override.indexes.filter(({ queryScope }) => queryScope === scope);
    return modes.map((mode): IndexField[] => [
      {
        fieldPath,
        ...(mode.arrayConfig === undefined ? { order: mode.order ?? 'ASCENDING' } : { arrayConfig: 'CONTAINS' }),
      },
    ]);
  });
}

/** In the words of hosted Firestore, with a link that creates the index. */
function refuseFor(need: Need, project: string): never {
  const { collection, scope, equalities, order, nameDescending } = need;
  const fields = [...equalities, ...order];
  const [only] = fields;
  if (fields.length === 1 && only !== undefined) {
    const mode = only.arrayConfig === undefined ? (only.order === 'DESCENDING' ? 'DESC' : 'ASC') : 'CONTAINS';
    refuse(
      'FAILED_PRECONDITION',
      `The query requires a ${scope}_${mode} index for collection ${collection} and field ${only.fieldPath}. ` +
        `You can create it here: ${createExemptionLink(project, collection, { scope, field: only })}`,
    );
  }
  const name: IndexField = { fieldPath: '__name__', order: nameDescending ? 'DESCENDING' : 'ASCENDING' };
  refuse(
    'FAILED_PRECONDITION',
    `The query requires an index. You can create it here: ${createCompositeLink(project, collection, { scope, fields: [...fields, name] })}`,
  );
}
