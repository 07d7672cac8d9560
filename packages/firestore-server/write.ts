import { deleteField, getField, parseFieldPath, setField } from './field-path.ts';
import type { FieldPath } from './field-path.ts';
import { checkDocument } from './limits.ts';
import { mapFromProto, timestampFrom } from './proto-value.ts';
import { nameOf, parseDocumentName } from './resource-name.ts';
import { invalid, refuse } from './status.ts';
import { applyTransform, readTransform } from './transform.ts';
import type { Transform } from './transform.ts';
import { identicalMaps, microsOf, timestampOf } from './value.ts';
import type { Document, Value, ValueMap } from './value.ts';
import type { WirePrecondition, WireWrite } from './wire.ts';

export type Precondition = { exists: boolean } | { updateTime: number } | null;

/** One write of a commit. A verify only checks its precondition. */
export interface Write {
  project: string;
  path: string;
  kind: 'set' | 'delete' | 'verify';
  fields: ValueMap;
  /** The fields to change; null replaces the whole document. */
  mask: readonly FieldPath[] | null;
  transforms: readonly Transform[];
  precondition: Precondition;
}

export function readWrite(wire: WireWrite): Write {
  const precondition = readPrecondition(wire.currentDocument);
  const none = { fields: new Map<string, Value>(), mask: null, transforms: [], precondition };
  switch (wire.operation) {
    case 'update':
      return {
        ...none,
        ...parseDocumentName(wire.update.name),
        kind: 'set',
        fields: mapFromProto(wire.update.fields),
        mask: wire.updateMask?.fieldPaths.map(parseFieldPath) ?? null,
        transforms: wire.updateTransforms.map(readTransform),
      };
    case 'transform':
      return {
        ...none,
        ...parseDocumentName(wire.transform.document),
        kind: 'set',
        mask: [],
        transforms: wire.transform.fieldTransforms.map(readTransform),
      };
    case 'delete':
      return { ...none, ...parseDocumentName(wire.delete), kind: 'delete' };
    case 'verify':
      if (precondition === null) invalid('a verify must contain a precondition');
      return { ...none, ...parseDocumentName(wire.verify), kind: 'verify' };
    default:
      return invalid('A write names no operation.');
  }
}

export function readPrecondition(wire: WirePrecondition | null): Precondition {
  if (wire?.conditionType === 'exists') return { exists: wire.exists };
  if (wire?.conditionType === 'updateTime') return { updateTime: microsOf(timestampFrom(wire.updateTime)) };
  return null;
}

/** Refuses with hosted Firestore's status and message. */
export function checkPrecondition(write: Write, before: Document | null): void {
  const { precondition } = write;
  if (precondition === null) return;
  if ('exists' in precondition) {
    const name = nameOf(write.project, write.path);
    if (precondition.exists && before === null) refuse('NOT_FOUND', `No document to update: ${name}`);
    if (!precondition.exists && before !== null) refuse('ALREADY_EXISTS', `Document already exists: ${name}`);
    return;
  }
  const stored = before?.updateTime ?? 0;
  if (stored !== precondition.updateTime) {
    refuse(
      'FAILED_PRECONDITION',
      `the stored version (${stored}) does not match the required base version (${precondition.updateTime})`,
    );
  }
}

export interface Written {
  after: Document | null;
  transformResults: Value[];
}

/** Applies a write to a document at `time` (microseconds). A write that changes nothing keeps its update time. */
export function applyWrite(write: Write, before: Document | null, time: number): Written {
  if (write.kind === 'verify') return { after: before, transformResults: [] };
  if (write.kind === 'delete') return { after: null, transformResults: [] };
  let fields =
    write.mask === null ? write.fields : merge(before?.fields ?? new Map<string, Value>(), write.fields, write.mask);
  const requestTime = timestampOf(time - (time % 1000));
  const transformResults: Value[] = [];
  for (const transform of write.transforms) {
    const { value, result } = applyTransform(transform, getField(fields, transform.path), requestTime);
    fields = setField(fields, transform.path, value);
    transformResults.push(result);
  }
  if (before !== null && identicalMaps(before.fields, fields)) return { after: before, transformResults };
  const after = { path: write.path, fields, createTime: before?.createTime ?? time, updateTime: time };
  checkDocument(write.project, after);
  return { after, transformResults };
}

/** Sets the masked fields to the values in `given`, or deletes those without one; all others stay. */
function merge(existing: ValueMap, given: ValueMap, mask: readonly FieldPath[]): ValueMap {
  let fields = existing;
  for (const path of mask) {
    const value = getField(given, path);
    fields = value === undefined ? deleteField(fields, path) : setField(fields, path, value);
  }
  return fields;
}
