import { describe, expect, it } from 'vitest';
import { catchRejections } from '../../../local/storage/server.ts';
import {
  filesModule,
  metadataModule,
  registryModule,
  serverModule,
  uploadModule,
} from '../../../local/storage/emulator-api.ts';
import type {
  BlobFiles,
  EventSink,
  ObjectResource,
  RulesValidator,
  StoredFile,
} from '../../../local/storage/emulator-api.ts';

/** The private API of firebase-tools used by the Storage service, checked for each new version. */

const always: RulesValidator = { validate: () => Promise.resolve(true) };

function parts(events: ObjectResource[] = []) {
  const blobs = new Map<string, Buffer>();
  const files = new Map<string, StoredFile>();
  const persistence: BlobFiles = {
    dirPath: '/nowhere',
    appendBytes: (name, bytes) => {
      blobs.set(name, Buffer.concat([blobs.get(name) ?? Buffer.alloc(0), bytes]));
      return name;
    },
    readBytes: (name, size, offset = 0) => (blobs.get(name) ?? Buffer.alloc(0)).subarray(offset, offset + size),
    deleteFile: (name) => void blobs.delete(name),
    renameFile: (from, to) => {
      blobs.set(to, blobs.get(from) ?? Buffer.alloc(0));
      blobs.delete(from);
    },
    getDiskFileName: (name) => (blobs.has(name) ? name : undefined),
  };
  const sink: EventSink = { dispatch: (_action, object) => void events.push(object) };
  const layer = new filesModule.StorageLayer(
    'demo-x',
    files,
    new Map(),
    always,
    { validate: () => true },
    persistence,
    sink,
  );
  return {
    blobs,
    files,
    persistence,
    sink,
    layer: layer as { uploadObject(upload: unknown): Promise<{ name: string }> },
  };
}

describe('firebase-tools', () => {
  it('stores bytes and metadata in the given stores and dispatches an event', async () => {
    registryModule.EmulatorRegistry.set('storage', {
      getName: () => 'storage',
      getInfo: () => ({ name: 'storage', host: '127.0.0.1', port: 1 }),
    });
    const events: ObjectResource[] = [];
    const { blobs, files, persistence, layer } = parts(events);
    const uploads = new uploadModule.UploadService(persistence) as { multipartUpload(request: object): unknown };
    const upload = uploads.multipartUpload({
      bucketId: 'b',
      objectId: 'o',
      dataRaw: Buffer.from('x'),
      metadata: { contentType: 'text/plain' },
    });
    await layer.uploadObject(upload);
    expect([...files.keys()]).toEqual(['b/o']);
    expect([...blobs]).toEqual([['b/o', Buffer.from('x')]]);
    expect(events).toMatchObject([{ name: 'o', bucket: 'b', contentType: 'text/plain', size: '1' }]);
  });

  it('restores metadata from JSON', () => {
    const { sink } = parts();
    const json = JSON.stringify({
      name: 'o',
      bucket: 'b',
      generation: 5,
      metageneration: 2,
      contentType: 'text/plain',
      size: 0,
      md5Hash: 'x',
      crc32c: '0',
      etag: 'e',
      downloadTokens: ['t'],
      customMetadata: { a: 'b' },
      timeCreated: '2024-01-01T00:00:00.000Z',
      updated: '2024-01-02T00:00:00.000Z',
      cacheControl: 'no-cache',
    });
    const metadata = metadataModule.StoredFileMetadata.fromJSON(json, sink);
    expect(JSON.parse(metadataModule.StoredFileMetadata.toJSON(metadata))).toMatchObject(JSON.parse(json) as object);
  });

  it('computes object paths in a method that can be replaced', () => {
    expect(Reflect.get(filesModule.StorageLayer.prototype as object, 'path')).toBeTypeOf('function');
  });

  it('creates an Express 4 application with accessible handlers', async () => {
    const { layer, persistence } = parts();
    const app = await serverModule.createApp('demo-x', {
      storageLayer: layer,
      adminStorageLayer: layer,
      uploadService: new uploadModule.UploadService(persistence),
      rulesManager: { getRuleset: () => always },
      replaceRules: () => Promise.resolve({ errors: [] }),
    });
    let routes = 0;
    const count = (stack: typeof app._router.stack): void => {
      for (const layerOf of stack) {
        if (layerOf.route !== undefined) routes += 1;
        else if (layerOf.handle.stack !== undefined) count(layerOf.handle.stack);
      }
    };
    count(app._router.stack);
    expect(routes).toBeGreaterThan(15);
    expect(() => catchRejections(app._router.stack)).not.toThrow();
  });
});
