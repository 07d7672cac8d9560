import { accessTo, openReading } from './engine.ts';
import type { Call } from './engine.ts';
import { parseFieldPath, project as projectFields } from './field-path.ts';
import { limits } from './limits.ts';
import { compareIds, compareNames } from './order.ts';
import { documentToProto, timeToProto } from './proto-value.ts';
import { readQuery } from './query.ts';
import type { Query } from './query.ts';
import { checkId, join, nameOf, parseDatabase, parseDocumentName, parseParent } from './resource-name.ts';
import { runQuery } from './run-query.ts';
import { invalid, refuse } from './status.ts';
import type { Document } from './value.ts';
import type { WireConsistency, WireMask, WireQuery } from './wire.ts';
import type { View } from './history.ts';

export function maskDocument(document: Document, mask: WireMask | null): Document {
  if (mask === null) return document;
  return { ...document, fields: projectFields(document.fields, mask.fieldPaths.map(parseFieldPath)) };
}

export function getDocument(call: Call, request: WireConsistency & { name: string; mask: WireMask | null }): object {
  const { project, path } = parseDocumentName(request.name);
  const reading = openReading(call, project, request);
  const document = reading.view.get(path);
  accessTo(call, reading, 1).get(path, document);
  reading.transaction?.documents.add(path);
  if (document === null) return refuse('NOT_FOUND', `Document "${request.name}" not found.`);
  return documentToProto(project, maskDocument(document, request.mask));
}

export function batchGetDocuments(
  call: Call,
  request: WireConsistency & { database: string; documents: string[]; mask: WireMask | null },
): object[] {
  const project = parseDatabase(request.database);
  const places = request.documents.map(parseDocumentName);
  if (places.some((place) => place.project !== project))
    invalid("The documents must all be of the request's database.");
  const reading = openReading(call, project, request);
  const access = accessTo(call, reading, places.length);
  const readTime = timeToProto(reading.time);
  const responses: object[] = places.map(({ path }) => {
    const document = reading.view.get(path);
    access.get(path, document);
    reading.transaction?.documents.add(path);
    return document === null
      ? { missing: nameOf(project, path), readTime }
      : { found: documentToProto(project, maskDocument(document, request.mask)), readTime };
  });
  if (reading.begun !== null) responses.unshift({ transaction: reading.begun, readTime });
  return responses;
}

export interface ListRequest extends WireConsistency {
  parent: string;
  collectionId: string;
  pageSize: number;
  pageToken: string;
  orderBy: string;
  mask: WireMask | null;
  showMissing: boolean;
}

export function listDocuments(call: Call, request: ListRequest): object {
  const { project, path: parent } = parseParent(request.parent);
  if (request.collectionId !== '') checkId(request.collectionId);
  if (request.pageSize < 0) invalid('page_size is negative');
  if (request.showMissing && request.orderBy !== '') invalid('show_missing cannot be used with order_by.');
  if (request.showMissing && !call.caller.admin) {
    refuse('PERMISSION_DENIED', 'Missing or insufficient permissions. Only administrators may list missing documents.');
  }
  const reading = openReading(call, project, request);
  const size = request.pageSize === 0 ? limits.pageSize : request.pageSize;
  const query = listQuery(project, parent, request);
  accessTo(call, reading, 1).list({ ...query, limit: size });
  const found = runQuery(reading.view, query).documents;
  const items: Listed[] = found.map((document) => ({ path: document.path, document }));
  if (request.showMissing) {
    const existing = new Set(found.map(({ path }) => path));
    for (const path of missingDocuments(reading.view, parent, request.collectionId)) {
      if (!existing.has(path)) items.push({ path, document: null });
    }
    items.sort((a, b) => compareNames(a.path, b.path));
  }
  const start = request.pageToken === '' ? 0 : 1 + items.findIndex(({ path }) => path === tokenPath(request.pageToken));
  const page = items.slice(start, start + size);
  const last = page.at(-1);
  return {
    documents: page.map(({ path, document }) =>
      document === null
        ? { name: nameOf(project, path) }
        : documentToProto(project, maskDocument(document, request.mask)),
    ),
    nextPageToken:
      last !== undefined && start + size < items.length ? Buffer.from(last.path).toString('base64url') : '',
  };
}

interface Listed {
  path: string;
  document: Document | null;
}

function tokenPath(token: string): string {
  return Buffer.from(token, 'base64url').toString();
}

function listQuery(project: string, parent: string, { collectionId, orderBy }: ListRequest): Query {
  const wire: WireQuery = {
    select: null,
    from: [{ collectionId, allDescendants: false }],
    where: null,
    orderBy: orderBy === '' ? [] : orderBy.split(',').map(readOrder),
    startAt: null,
    endAt: null,
    offset: 0,
    limit: null,
    findNearest: null,
  };
  return readQuery(project, parent, wire);
}

/** Parses `priority desc`, as in SQL. */
function readOrder(text: string): WireQuery['orderBy'][number] {
  const [fieldPath = '', direction = 'asc'] = text.trim().split(/\s+/);
  return { field: { fieldPath }, direction: direction.toLowerCase() === 'desc' ? 2 : 1 };
}

/** Documents that do not exist but have documents below them. */
function missingDocuments(view: View, parent: string, collectionId: string): Set<string> {
  const prefix = `${join(parent, collectionId)}/`;
  const paths = new Set<string>();
  for (const collection of view.collections()) {
    if (!collection.startsWith(prefix)) continue;
    const id = collection.slice(prefix.length).split('/')[0] ?? '';
    if (collection.length > prefix.length + id.length) paths.add(prefix + id);
  }
  return paths;
}

export function listCollectionIds(
  call: Call,
  request: WireConsistency & { parent: string; pageSize: number; pageToken: string },
): object {
  const { project, path: parent } = parseParent(request.parent);
  if (!call.caller.admin) {
    refuse('PERMISSION_DENIED', 'Missing or insufficient permissions. Only administrators may list collection ids.');
  }
  const { view } = openReading(call, project, request);
  const prefix = parent === '' ? '' : `${parent}/`;
  const ids = new Set<string>();
  for (const collection of view.collections()) {
    if (collection.startsWith(prefix)) ids.add(collection.slice(prefix.length).split('/')[0] ?? '');
  }
  const sorted = [...ids].sort(compareIds);
  const start = request.pageToken === '' ? 0 : 1 + sorted.indexOf(tokenPath(request.pageToken));
  const size = request.pageSize > 0 ? request.pageSize : limits.pageSize;
  const page = sorted.slice(start, start + size);
  const more = start + size < sorted.length;
  return { collectionIds: page, nextPageToken: more ? Buffer.from(page.at(-1) ?? '').toString('base64url') : '' };
}
