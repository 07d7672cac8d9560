import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { loadToolsOnFirstUse } from '../lazy-modules.ts';

/**
 * The parts of firebase-tools' Storage emulator that this folder relies on. They are private to firebase-tools, so the
 * version is pinned and tests/contract/storage/emulator-api.test.ts states the assumptions.
 */

/** An object's metadata as the emulator keeps it. `toJSON` of the class leaves out fields that begin with `_`. */
export interface StoredMetadata {
  name: string;
  bucket: string;
  generation: number;
  metageneration: number;
}

export interface StoredFile {
  metadata: StoredMetadata;
}

/** The resource of an event as Cloud Storage sends it. */
export interface ObjectResource {
  name: string;
  bucket: string;
  generation: string;
  metageneration: string;
  updated: string;
}

export type StorageAction = 'finalize' | 'metadataUpdate' | 'delete' | 'archive';

/** The emulator's notifications about objects. */
export interface EventSink {
  dispatch(action: StorageAction, object: ObjectResource): void;
}

/** Bytes by file name; names are chosen by the emulator (`bucket/object`, or a staging name). */
export interface BlobFiles {
  readonly dirPath: string;
  appendBytes(fileName: string, bytes: Uint8Array): string;
  readBytes(fileName: string, size: number, fileOffset?: number): Buffer;
  deleteFile(fileName: string, failSilently?: boolean): void;
  renameFile(oldName: string, newName: string): void;
  getDiskFileName(fileName: string): string | undefined;
}

export type RulesMethod = 'get' | 'list' | 'create' | 'update' | 'delete';

/** An object as rules see it (`resource`, `request.resource`). */
export interface RulesObject {
  name: string;
  bucket: string;
  generation: number;
  metageneration: number;
  size: number;
  timeCreated: Date;
  updated: Date;
  md5Hash: string;
  crc32c: string;
  etag: string;
  contentDisposition?: string;
  contentEncoding?: string;
  contentLanguage?: string;
  contentType?: string;
  metadata: Record<string, string>;
}

/** Has positional parameters, because the emulator calls it. `path` is `b/{bucket}/o/{object}`. */
export interface RulesValidator {
  validate(
    path: string,
    bucket: string,
    ...rest: [
      method: RulesMethod,
      objects: { before?: RulesObject; after?: RulesObject },
      project: string,
      authorization: string | undefined,
      delimiter?: string,
    ]
  ): Promise<boolean>;
}

type Next = (error?: unknown) => void;
type Handle = ((request: IncomingMessage, response: ServerResponse, next: Next) => unknown) & {
  stack?: ExpressLayer[];
};

/** A step of an Express 4 router: a route of handlers, a nested router, or middleware. */
export interface ExpressLayer {
  handle: Handle;
  route?: { stack: ExpressLayer[] };
}

/** The emulator as an Express 4 application; `next` is called for requests that it does not handle. */
export type EmulatorApp = ((request: IncomingMessage, response: ServerResponse, next: Next) => void) & {
  _router: { stack: ExpressLayer[] };
};

type StorageLayer = object;
type UploadService = object;

interface EmulatorParts {
  storageLayer: StorageLayer;
  adminStorageLayer: StorageLayer;
  uploadService: UploadService;
  rulesManager: { getRuleset(bucket: string): unknown };
  /** The emulator passes a list instead where rules differ by bucket. */
  replaceRules(file: { content?: unknown }): Promise<{ errors: string[] }>;
}

const require = createRequire(import.meta.url);
loadToolsOnFirstUse();

export const serverModule = require('firebase-tools/lib/emulator/storage/server') as {
  createApp(project: string, parts: EmulatorParts): Promise<EmulatorApp>;
};

export const filesModule = require('firebase-tools/lib/emulator/storage/files') as {
  StorageLayer: new (
    project: string,
    files: Map<string, StoredFile>,
    ...rest: [
      buckets: Map<string, unknown>,
      rules: RulesValidator,
      admin: { validate(authorization: string | undefined): boolean },
      persistence: BlobFiles,
      events: EventSink,
    ]
  ) => StorageLayer;
  StoredFile: new (metadata: StoredMetadata) => StoredFile;
};

export const metadataModule = require('firebase-tools/lib/emulator/storage/metadata') as {
  StoredFileMetadata: {
    fromJSON(json: string, events: EventSink): StoredMetadata;
    toJSON(metadata: StoredMetadata): string;
  };
};

export const uploadModule = require('firebase-tools/lib/emulator/storage/upload') as {
  UploadService: new (persistence: BlobFiles) => UploadService;
};

/** The registry from which the emulator reads the address for links. */
export const registryModule = require('firebase-tools/lib/emulator/registry') as {
  EmulatorRegistry: {
    set(
      name: 'storage',
      instance: { getName(): 'storage'; getInfo(): { name: 'storage'; host: string; port: number } },
    ): void;
  };
};
