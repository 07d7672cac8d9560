import { mapFromProto, mapToProto } from './proto-value.ts';
import { typeNamed } from './proto.ts';
import type { ValueMap } from './value.ts';
import type { WireValue } from './wire.ts';

const mapValue = typeNamed('MapValue');

/** A document's fields in stored form: the bytes of a `MapValue` message. */
export function encodeFields(fields: ValueMap): Uint8Array {
  return mapValue.encode({ fields: mapToProto(fields) }).finish();
}

export function decodeFields({ buffer, byteOffset, length }: Uint8Array): ValueMap {
  // protobufjs decodes text byte by byte unless it reads from a Buffer.
  const bytes = Buffer.from(buffer, byteOffset, length);
  return mapFromProto((mapValue.decode(bytes) as unknown as { fields: Record<string, WireValue> }).fields);
}
