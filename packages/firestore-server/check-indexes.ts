import protobuf from 'protobufjs/light.js';
import { disjunctionsOf, type FieldFilter, inequalityFields } from './filter.ts';
import { formatFieldPath } from './field-path.ts';
import type { CompositeIndex, IndexConfig, IndexField, QueryScope } from './load-indexes.ts';
import type { Query } from './query.ts';
import { refuse } from './status.ts';

const console = 'https://console.firebase.google.com/v1/r/project';

/**
 * The console's page that creates a composite index: its URL contains the index as a `google.firestore.admin.v1.Index`.
 */
function createCompositeLink(
  project: string,
  collection: string,
  { scope, fields }: { scope: QueryScope; fields: readonly IndexField[] },
): string {
  const name = `projects/${project}/databases/(default)/collectionGroups/${collection}/indexes/_`;
  return `${console}/${project}/firestore/indexes?create_composite=${encodeIndex(name, scope, fields)}`;
}

/** The console's page that adds an index of one field. */
function createExemptionLink(
  project: string,
  collection: string,
  { scope, field }: { scope: QueryScope; field: IndexField },
): string {
  const name = `projects/${project}/databases/(default)/collectionGroups/${collection}/fields/${field.fieldPath}`;
  return `${console}/${project}/firestore/indexes?create_exemption=${encodeIndex(name, scope, [field])}`;
}

function encodeIndex(name: string, scope: QueryScope, fields: readonly IndexField[]): string {
  const writer = protobuf.Writer.create();
  writer.uint32(0x0a).string(name);
  writer.uint32(0x10).int32(scope === 'COLLECTION' ? 1 : 2);
  for (const { fieldPath, order } of fields) {
    writer.uint32(0x1a).fork().uint32(0x0a).string(fieldPath);
    if (order === undefined) writer.uint32(0x18).int32(1);
    else writer.uint32(0x10).int32(order === 'ASCENDING' ? 1 : 2);
    writer.ldelim();
  }
  return Buffer.from(writer.finish()).toString('base64url');
}

/** The index requirements of one conjunction of a query. */
interface Requirement {
  collection: string;
  scope: QueryScope;
  /** Fields fixed by equality, and arrays searched for a member. */
  equalities: readonly IndexField[];
  /** The order of the results, without fixed fields and the name. */
  order: readonly IndexField[];
  /** Further fields that an aggregation reads from the index, in any order and direction. */
  aggregated: readonly string[];
  nameDescending: boolean;
}

/**
 * Refuses queries that hosted Firestore could not serve with its automatic single-field indexes and the
 * composite ones of the configuration, merging indexes where Firestore would.
 * Source: "Index types in Cloud Firestore", "Taking advantage of index merging".
 */
export function checkIndexes(config: IndexConfig | null): (query: Query) => void {
  if (config === null) return () => undefined;
  return (query) => {
    for (const conjunction of disjunctionsOf(query.where)) {
      const requirement = requirementOf(query, conjunction);
      if (requirement !== null && !isServed(requirement, config)) refuseFor(requirement, query.project);
    }
  };
}

function requirementOf(query: Query, conjunction: readonly FieldFilter[]): Requirement | null {
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
    // A field that only another disjunct compares is part of the order if the query orders by it explicitly.
    const wanted = explicit.has(fieldPath) || unequal.has(fieldPath);
    if (fieldPath !== '__name__' && !equalities.has(fieldPath) && wanted) {
      order.push({ fieldPath, order: descending ? 'DESCENDING' : 'ASCENDING' });
    }
  }
  const ordered = new Set(order.map(({ fieldPath }) => fieldPath));
  const aggregated = [...new Set(query.aggregated.map(formatFieldPath))].filter(
    (fieldPath) => !equalities.has(fieldPath) && !ordered.has(fieldPath),
  );
  return {
    collection: query.collectionId,
    scope: query.allDescendants ? 'COLLECTION_GROUP' : 'COLLECTION',
    equalities: [...equalities.values()],
    order,
    aggregated,
    nameDescending,
  };
}

function isServed(requirement: Requirement, config: IndexConfig): boolean {
  const { equalities, order, aggregated } = requirement;
  if (equalities.length + order.length + aggregated.length === 0) return true;
  // Indexes can be merged only if the same fields, in the same order, follow the fields fixed by equalities.
  const coveredBefore = new Map<string, Set<string>>();
  for (const index of [...automaticIndexes(requirement, config), ...compositeIndexes(requirement, config)]) {
    const split = splitIndex(index, requirement);
    if (split === null) continue;
    const following = split.following.map(({ fieldPath, order: direction }) => `${fieldPath} ${direction}`).join();
    const covered = coveredBefore.get(following) ?? new Set();
    split.fixed.forEach((field) => covered.add(keyOf(field)));
    coveredBefore.set(following, covered);
  }
  return [...coveredBefore.values()].some((covered) => equalities.every((field) => covered.has(keyOf(field))));
}

function keyOf({ fieldPath, arrayConfig }: IndexField): string {
  return arrayConfig === undefined ? fieldPath : `${fieldPath} contains`;
}

/**
 * Splits an index into the fields fixed by equalities and the needed ones after them; null if the index does not help.
 */
function splitIndex(
  fields: readonly IndexField[],
  { equalities, order, aggregated, nameDescending }: Requirement,
): { fixed: IndexField[]; following: IndexField[] } | null {
  const own = fields.at(-1)?.fieldPath === '__name__' ? fields.slice(0, -1) : fields;
  const split = own.length - order.length - aggregated.length;
  if (split < 0) return null;
  const fixed = own.slice(0, split);
  const following = own.slice(split);
  const read = following.slice(order.length).map(keyOf);
  const sameOrder = order.every(({ fieldPath, order: direction }, i) => {
    return fieldPath === following[i]?.fieldPath && direction === following[i].order;
  });
  const known = fixed.every((field) => equalities.some((wanted) => keyOf(wanted) === keyOf(field)));
  const lastDescending = fields.at(-1)?.order === 'DESCENDING';
  const directed = order.length === 0 || aggregated.length > 0 || lastDescending === nameDescending;
  return sameOrder && known && directed && aggregated.every((field) => read.includes(field))
    ? { fixed, following }
    : null;
}

function compositeIndexes({ collection, scope }: Requirement, { indexes }: IndexConfig): IndexField[][] {
  return indexes
    .filter((index: CompositeIndex) => index.collectionGroup === collection && index.queryScope === scope)
    .map(({ fields }) => fields);
}

const automatic: readonly Pick<IndexField, 'order' | 'arrayConfig'>[] = [
  { order: 'ASCENDING' },
  { order: 'DESCENDING' },
  { arrayConfig: 'CONTAINS' },
];

/** The single-field indexes on the fields of a query; collection groups have none unless configured. */
function automaticIndexes(
  { collection, scope, equalities, order, aggregated }: Requirement,
  config: IndexConfig,
): IndexField[][] {
  const fieldPaths = [...equalities, ...order].map(({ fieldPath }) => fieldPath);
  return [...fieldPaths, ...aggregated].flatMap((fieldPath) => {
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

/** Refuses with hosted Firestore's message, which has a link that creates the index. */
function refuseFor(requirement: Requirement, project: string): never {
  const { collection, scope, equalities, order, aggregated, nameDescending } = requirement;
  const read = aggregated.map((fieldPath): IndexField => ({ fieldPath, order: 'ASCENDING' }));
  const fields = [...equalities, ...order, ...read];
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
