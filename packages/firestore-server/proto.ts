import { createRequire } from 'node:module';
import protobuf from 'protobufjs/light.js';
import { mapFromProto, mapToProto } from './proto-value.ts';
import type { ValueMap } from './value.ts';
import type { WireValue } from './wire.ts';

/**
 * Firestore's message types by reflection. The published description lacks `Write.verify` (5), which the
 * web SDKs send in transactions for documents that were read and not written.
 */
const root = protobuf.Root.fromJSON(loadDescription());

export const service: protobuf.Service = root
  .lookupService('google.firestore.v1.Firestore')
  .resolveAll() as protobuf.Service;

export function typeNamed(name: string): protobuf.Type {
  return root.lookupType(name.includes('.') ? name : `google.firestore.v1.${name}`);
}

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

function loadDescription(): protobuf.INamespace {
  const require = createRequire(import.meta.url);
  const description = require('@google-cloud/firestore-api/protos/protos.json') as Description;
  const { firestore, protobuf: wellKnown, type, rpc, api } = description.nested.google.nested;
  const { v1 } = firestore.nested;
  const write = v1.nested.Write;
  const patched = {
    ...v1,
    nested: {
      ...v1.nested,
      Write: {
        ...write,
        oneofs: { operation: { oneof: [...write.oneofs.operation.oneof, 'verify'] } },
        fields: { ...write.fields, verify: { type: 'string', id: 5 } },
      },
    },
  };
  return {
    nested: { google: { nested: { firestore: { nested: { v1: patched } }, protobuf: wellKnown, type, rpc, api } } },
  };
}

interface Description {
  nested: {
    google: {
      nested: {
        firestore: {
          nested: { v1: { nested: { Write: WriteDescription } & Record<string, protobuf.AnyNestedObject> } };
        };
        protobuf: protobuf.INamespace;
        type: protobuf.INamespace;
        rpc: protobuf.INamespace;
        api: protobuf.INamespace;
      };
    };
  };
}

interface WriteDescription {
  oneofs: { operation: { oneof: string[] } };
  fields: Record<string, { type: string; id: number }>;
}
