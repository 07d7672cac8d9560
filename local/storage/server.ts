import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createGuardedServer } from '@frontage/firestore-server/guarded-server';
import { describeLoss } from '@frontage/firestore-server/last-commit';
import { describe, type Log } from '@frontage/firestore-server/log';
import type { Readers } from '@frontage/firestore-server/readers';
import { beforeResponse, type Replacement } from '../before-response.ts';
import { close, listen } from '../listen.ts';
import { type BlobFolder, damagedBlobs, openBlobFolder } from './blob-folder.ts';
import type { ObjectEvent } from './object-event.ts';
import { DurableFiles } from './durable-files.ts';
import {
  type EmulatorApp,
  type ExpressLayer,
  filesModule,
  registryModule,
  type RulesValidator,
  serverModule,
  uploadModule,
} from './emulator-api.ts';
import { openObjectStore } from './object-store.ts';
import { preconditions } from './preconditions.ts';
import {
  answerRefusal,
  isOwner,
  isServerApi,
  isServerLibrary,
  keepNameEncoded,
  refusalFor,
  refusalOf,
  unsaved,
} from './request-guard.ts';

// Bytes, the limit of the emulator for a body.
const largestBody = 130 * 1024 * 1024;

export interface StorageOptions {
  project: string;
  host: string;
  /** 0 lets the OS choose. */
  port: number;
  /** Folder of the metadata database and the blobs. */
  folder: string;
  /** Decides on requests of clients; requests of administrators bypass it. */
  rules: RulesValidator;
  /** Activates uploaded rules; returns their errors, and keeps the previous rules if there are any. */
  setRules: (source: string) => string[];
  /** Called after events were written to the outbox. */
  onEvents: () => void;
  log: Log;
}

/** Events of objects, kept until every reader is past them. */
export interface ObjectOutbox extends Readers {
  /** The oldest events later than `after`. */
  headings(after: number, limit: number): { sequence: number; type: string; bucket: string }[];
  /** Reads a stored event. @throws Error if the event was deleted */
  read(sequence: number): ObjectEvent;
}

export interface StorageService {
  port: number;
  outbox: ObjectOutbox;
  stop(): Promise<void>;
}

/** Keeps object names unchanged: the emulator's layer would resolve `..`, which could address another bucket. */
class Layer extends filesModule.StorageLayer {
  path(bucket: string, object: string): string {
    return `${bucket}/${object}`;
  }
}

/**
 * Starts Cloud Storage for Firebase on one port: client and server APIs, stored in `folder`. Rejects with
 * PortTakenError.
 */
export async function startStorage(options: StorageOptions): Promise<StorageService> {
  const { host, folder, log } = options;
  mkdirSync(folder, { recursive: true });
  const store = openObjectStore(join(folder, 'objects.sqlite'));
  if (store.lost !== null)
    log({
      level: 'error',
      source: 'storage',
      message: `${describeLoss(store.lost)}. Files of uploads that it no longer names are in ${join(folder, 'blobs.lost')}`,
    });
  const blobs = openBlobFolder(join(folder, 'blobs'), {
    known: new Map(store.objects().map(({ key, blob }) => [key, blob])),
    isIncomplete: store.lost !== null,
  });
  const sizes = new Map(store.objects().map(({ blob, json }) => [blob, (JSON.parse(json) as { size: number }).size]));
  const [damaged, ...others] = damagedBlobs(join(folder, 'blobs'), sizes);
  if (damaged !== undefined) {
    const more = others.length === 0 ? '' : `, and ${String(others.length)} more files of uploads`;
    const message = `${damaged} is missing or damaged${more}. Put a copy of ${join(folder, 'blobs')} back, or upload again`;
    log({ level: 'error', source: 'storage', message });
  }
  const files = new DurableFiles(store, blobs);

  const flush = (url: string): Replacement | null => {
    try {
      if (files.flush()) options.onEvents();
      return null;
    } catch (error) {
      // A response would confirm data that is not on disk.
      log({ level: 'error', source: 'storage', message: `Could not save objects: ${describe(error)}` });
      const { status, message } = unsaved(error, url);
      return { status, body: { error: { code: status, message } } };
    }
  };

  const emulator = await createEmulator(options, files, blobs);
  const conditional = preconditions({ stateOf: (key) => files.peek(key)?.metadata, refuse: answerRefusal });
  const guarded = { host, largestBody, isAdministrative: isServerApi };
  const server = createGuardedServer(guarded, (request, response) => {
    const refusal = refusalOf(request);
    if (refusal !== null) return answerRefusal(response, refusal);
    const { url = '/' } = request;
    beforeResponse(response, () => flush(url));
    request.url = keepNameEncoded(request.url ?? '/');
    if (isServerLibrary(request)) request.headers.authorization = 'Bearer owner';
    conditional(request, response, () => {
      emulator(request, response, (error) => answerRefusal(response, refusalFor(error, { log, url })));
    });
  });
  const port = await listen(server, 'storage', { host, port: options.port });
  registryModule.EmulatorRegistry.set('storage', {
    getName: () => 'storage',
    getInfo: () => ({ name: 'storage', host, port }),
  });

  return {
    port,
    outbox: {
      headings: store.eventHeadings,
      read: (sequence) => JSON.parse(store.event(sequence)) as ObjectEvent,
      positions: store.positions,
      keep: store.keep,
    },
    async stop() {
      await close(server);
      files.flush();
      store.close();
    },
  };
}

async function createEmulator(
  { project, rules, setRules }: StorageOptions,
  files: DurableFiles,
  blobs: BlobFolder,
): Promise<EmulatorApp> {
  const buckets = new Map<string, unknown>();
  const admin = { validate: isOwner };
  const byRules: RulesValidator = {
    validate: async (path, bucket, ...rest) => isOwner(rest[3]) || (await rules.validate(path, bucket, ...rest)),
  };
  const always: RulesValidator = { validate: () => Promise.resolve(true) };
  const app = await serverModule.createApp(project, {
    storageLayer: new Layer(project, files, buckets, byRules, admin, blobs, files),
    adminStorageLayer: new Layer(project, files, buckets, always, admin, blobs, files),
    uploadService: new uploadModule.UploadService(blobs),
    rulesManager: { getRuleset: () => byRules },
    replaceRules: ({ content }) => {
      const isText = typeof content === 'string';
      return Promise.resolve({
        errors: isText ? setRules(content) : ['Rules that differ by bucket are not supported.'],
      });
    },
  });
  catchRejections(app._router.stack);
  return app;
}

/**
 * Passes rejections of asynchronous handlers to the error handling of the application, as Express 5 does. Express 4
 * leaves them unhandled, and one malformed request would end the process.
 */
export function catchRejections(stack: ExpressLayer[]): void {
  for (const layer of stack) {
    if (layer.route !== undefined) catchRejections(layer.route.stack);
    else if (layer.handle.stack !== undefined) catchRejections(layer.handle.stack);
    else if (layer.handle.length <= 3) guard(layer);
  }
}

function guard(layer: ExpressLayer): void {
  const { handle } = layer;
  layer.handle = (request, response, next) => {
    const result = handle(request, response, next);
    if (result instanceof Promise) result.catch(next);
    return result;
  };
}
