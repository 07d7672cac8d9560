import { randomBytes } from 'node:crypto';
import { batchWrites, commitWrites } from './commit.ts';
import type { WriteResult } from './commit.ts';
import { beginTransaction, commitContext } from './engine.ts';
import type { Call } from './engine.ts';
import { documentToProto, timeToProto, toProto } from './proto-value.ts';
import { batchGetDocuments, getDocument, listCollectionIds, listDocuments, maskDocument } from './read-documents.ts';
import { runAggregation, runQueryRequest } from './read-queries.ts';
import { checkId, join, nameOf, parseDatabase, parseDocumentName, parseParent } from './resource-name.ts';
import { invalid, refuse, statusCodes } from './status.ts';
import type { WireDocument, WireMask, WirePrecondition, WireTransactionOptions, WireWrite } from './wire.ts';
import { readWrite } from './write.ts';

/** An operation on decoded protobufjs messages: request to response. */
export type Unary = (call: Call, request: never) => object;
export type Streaming = (call: Call, request: never) => object[];

export const unaryOperations: Record<string, Unary> = {
  GetDocument: getDocument,
  ListDocuments: listDocuments,
  CreateDocument: createDocument,
  UpdateDocument: updateDocument,
  DeleteDocument: deleteDocument,
  BeginTransaction: begin,
  Commit: commit,
  Rollback: rollback,
  BatchWrite: batchWrite,
  ListCollectionIds: listCollectionIds,
  PartitionQuery: partitionQuery,
};

export const streamingOperations: Record<string, Streaming> = {
  BatchGetDocuments: batchGetDocuments,
  RunQuery: runQueryRequest,
  RunAggregationQuery: runAggregation,
  ExecutePipeline: () => refuse('UNIMPLEMENTED', 'Pipelines are not available in the Standard edition.'),
};

export function writeResultToProto({ updateTime, transformResults }: WriteResult): object {
  return {
    ...(updateTime === null ? {} : { updateTime: timeToProto(updateTime) }),
    transformResults: transformResults.map(toProto),
  };
}

function begin(call: Call, request: { database: string; options: WireTransactionOptions | null }): object {
  const project = parseDatabase(request.database);
  const database = call.engine.store.database(project);
  return { transaction: beginTransaction(call.engine, database, request.options).id };
}

function commit(call: Call, request: { database: string; writes: WireWrite[]; transaction: Uint8Array }): object {
  const project = parseDatabase(request.database);
  const { transactions } = call.engine;
  const transaction = request.transaction.length === 0 ? null : transactions.find(request.transaction, project);
  if (transaction?.readOnly === true && request.writes.length > 0) {
    invalid('Cannot modify entities in a read-only transaction.');
  }
  if (transaction !== null) transactions.end(transaction);
  const { time, results } = commitWrites(commitContext(call, project), request.writes.map(readWrite), transaction);
  return { writeResults: results.map(writeResultToProto), commitTime: timeToProto(time) };
}

function rollback(call: Call, request: { database: string; transaction: Uint8Array }): object {
  const { transactions } = call.engine;
  transactions.end(transactions.find(request.transaction, parseDatabase(request.database)));
  return {};
}

function batchWrite(call: Call, request: { database: string; writes: WireWrite[] }): object {
  const project = parseDatabase(request.database);
  const outcomes = batchWrites(commitContext(call, project), request.writes.map(readWrite));
  return {
    writeResults: outcomes.map(({ result }) => writeResultToProto(result)),
    status: outcomes.map(({ status }) =>
      status === null ? {} : { code: statusCodes[status.status].code, message: status.message },
    ),
  };
}

interface CreateRequest {
  parent: string;
  collectionId: string;
  documentId: string;
  document: WireDocument | null;
  mask: WireMask | null;
}

function createDocument(call: Call, request: CreateRequest): object {
  const { project, path } = parseParent(request.parent);
  checkId(request.collectionId);
  const id = request.documentId === '' ? automaticId() : request.documentId;
  checkId(id);
  const name = nameOf(project, join(join(path, request.collectionId), id));
  const wire = { ...emptyWrite, update: { name, fields: request.document?.fields ?? {} } };
  return writeOne(
    call,
    { ...wire, currentDocument: { ...absent, conditionType: 'exists', exists: false } },
    request.mask,
  );
}

interface UpdateRequest {
  document: WireDocument | null;
  updateMask: WireMask | null;
  mask: WireMask | null;
  currentDocument: WirePrecondition | null;
}

function updateDocument(call: Call, { document, updateMask, mask, currentDocument }: UpdateRequest): object {
  if (document === null) return invalid('A document is required.');
  return writeOne(call, { ...emptyWrite, update: document, updateMask, currentDocument }, mask);
}

function deleteDocument(call: Call, request: { name: string; currentDocument: WirePrecondition | null }): object {
  const { project } = parseDocumentName(request.name);
  const { currentDocument } = request;
  const wire: WireWrite = { ...emptyWrite, operation: 'delete', delete: request.name, currentDocument };
  commitWrites(commitContext(call, project), [readWrite(wire)], null);
  return {};
}

function writeOne(call: Call, wire: WireWrite, mask: WireMask | null): object {
  const write = readWrite(wire);
  const context = commitContext(call, write.project);
  commitWrites(context, [write], null);
  const document = context.database.get(write.path);
  if (document === null) throw new Error(`${write.path} is missing right after it was written`);
  return documentToProto(write.project, maskDocument(document, mask));
}

const absent = { updateTime: { seconds: 0, nanos: 0 } };

const emptyWrite: WireWrite = {
  operation: 'update',
  update: { name: '', fields: {} },
  delete: '',
  verify: '',
  transform: { document: '', fieldTransforms: [] },
  updateMask: null,
  updateTransforms: [],
  currentDocument: null,
};

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A random id of twenty letters and digits, like those of the SDKs. */
function automaticId(): string {
  let id = '';
  while (id.length < 20) {
    for (const byte of randomBytes(40)) if (byte < 248 && id.length < 20) id += alphabet.charAt(byte % 62);
  }
  return id;
}

/** A database this small is one partition: no split points. */
function partitionQuery(call: Call, request: { parent: string }): object {
  parseParent(request.parent);
  if (!call.caller.admin)
    refuse('PERMISSION_DENIED', 'Missing or insufficient permissions. Only administrators may partition queries.');
  return { partitions: [], nextPageToken: '' };
}
