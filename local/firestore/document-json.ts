import { toJson } from './json.ts';
import { typeNamed } from './proto.ts';
import { documentToProto } from './proto-value.ts';
import type { Document } from './value.ts';

const documentType = typeNamed('Document');

/** The document as protobuf JSON, as in the `value` and `oldValue` of a Firestore event. */
export function toProto(project: string, document: Document): object {
  return toJson(documentType, documentToProto(project, document));
}
