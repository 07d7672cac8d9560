import type { RulesTestContext, RulesTestEnvironment } from '@firebase/rules-unit-testing';
import type { Firestore, QueryConstraint } from 'firebase/firestore';
import {
  Bytes,
  collection,
  collectionGroup,
  deleteDoc,
  doc,
  GeoPoint,
  getDoc,
  getDocs,
  limit,
  query,
  serverTimestamp,
  setDoc,
  Timestamp,
  updateDoc,
  where,
  writeBatch,
} from 'firebase/firestore';
import type { Fields, Json, Vector, VectorRequest } from '@frontage/rules-engine/language/vector';

/** Replaces all documents with those of a vector. */
export async function seed(environment: RulesTestEnvironment, { documents }: Vector): Promise<void> {
  await environment.clearFirestore();
  const paths = Object.entries(documents);
  if (paths.length === 0) return;
  await environment.withSecurityRulesDisabled(async (context) => {
    const store = storeOf(context);
    const batch = writeBatch(store);
    for (const [path, fields] of paths) batch.set(doc(store, path), sdkFields(fields, store));
    await batch.commit();
  });
}

/** Sends the request of a vector; false if it was denied. */
export async function ask(caller: RulesTestContext, { request }: Vector): Promise<boolean> {
  try {
    await perform(storeOf(caller), request);
    return true;
  } catch (error) {
    if (isDenied(error)) return false;
    throw error;
  }
}

// The library may load another build of the SDK, so the class of the error is meaningless.
const isDenied = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'permission-denied';

async function perform(store: Firestore, request: VectorRequest): Promise<void> {
  const { method, path } = request;
  if (method === 'get') return void (await getDoc(doc(store, path)));
  if (method === 'list') return void (await getDocs(queryOf(store, request)));
  const data = sdkFields(request.data ?? {}, store);
  if (request.batch !== undefined) return writeTogether(store, request, data);
  if (method === 'create') return setDoc(doc(store, path), data);
  return method === 'update' ? updateDoc(doc(store, path), data) : deleteDoc(doc(store, path));
}

function writeTogether(store: Firestore, { path, batch = [] }: VectorRequest, data: SdkFields): Promise<void> {
  const writes = writeBatch(store).set(doc(store, path), data);
  for (const write of batch) {
    if (write.data === null) writes.delete(doc(store, write.path));
    else writes.set(doc(store, write.path), sdkFields(write.data, store));
  }
  return writes.commit();
}

function queryOf(store: Firestore, request: VectorRequest) {
  const constraints: QueryConstraint[] = (request.where ?? []).map(([field, operator, value]) =>
    where(field, operator, sdkValue(value, store)),
  );
  if (request.limit !== undefined) constraints.push(limit(request.limit));
  const source = request.group === undefined ? collection(store, request.path) : collectionGroup(store, request.group);
  return query(source, ...constraints);
}

type SdkFields = Record<string, unknown>;

const sdkFields = (fields: Fields, store: Firestore): SdkFields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, sdkValue(value, store)]));

function sdkValue(json: Json, store: Firestore): unknown {
  if (json === null || typeof json !== 'object') return json;
  if (Array.isArray(json)) return json.map((item) => sdkValue(item, store));
  const [tag, content] = Object.entries(json)[0] ?? [];
  switch (tag) {
    case '$float':
      return Number(content);
    case '$timestamp':
      return Timestamp.fromDate(new Date(String(content)));
    case '$bytes':
      return Bytes.fromBase64String(String(content));
    case '$latlng':
      return Array.isArray(content) ? new GeoPoint(Number(content[0]), Number(content[1])) : null;
    case '$path':
      return doc(store, String(content));
    case '$serverTimestamp':
      return serverTimestamp();
    default:
      return sdkFields(json, store);
  }
}

// rules-unit-testing types its stores as those of the older API, but returns objects for the modular functions.
const storeOf = (context: RulesTestContext): Firestore => context.firestore() as unknown as Firestore;
