import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashBytes, DiskBlobs } from '../adapters/disk/blobs.ts';
import { openSharedFolder } from '../adapters/disk/open-shared.ts';
import { openHealthStore } from '../adapters/disk/health-store.ts';
import { DiskStore } from '../adapters/disk/store.ts';
import { indexStore } from '../adapters/threads/open-index.ts';
import { openParserThread } from '../adapters/threads/parser-thread.ts';
import { lockForWriting } from '../adapters/disk/write-lock.ts';
import { permanentLease } from '../outlets/lease.ts';
import { openLog } from '../log/log.ts';
import type { Objects } from '../log/objects.ts';
import type { Outlet } from '../outlets/follow-outlet.ts';
import { openEngine } from './engine.ts';
import type { Pipeline, Ports } from './pipeline-interface.ts';
import type { PipelineEvent } from '../status/events.ts';
import type { Notice } from '../site/store.ts';
import type { RenderThreads } from '../render/threads.ts';
import { textRenderer } from '../render/text-renderer.fixture.ts';
import { storedImages } from '../sync/image-library.ts';
import type { ContentSource } from '../sync/source.ts';
import { openTextScreen, type TextScreen } from '../sync/text-screen.ts';

/** A temporary folder for a test; call `remove` at its end. */
export function temporaryFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'frontage-pipeline-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

interface TextPipelineOptions {
  dataDir: string;
  source: ContentSource | null;
  /** Identifies the compiled site. Rendered pages contain it. */
  fingerprint?: string;
  renderer?: typeof textRenderer;
  retain?: number;
  sweepEvery?: number;
  /** Number of routes from which a step can be preempted; 100 by default. */
  preemptThreshold?: number;
  /** Maximum number of pages that impact lists render. */
  exactUpTo?: number;
  isPassing?: boolean;
  /** Maximum number of characters of a first scan in memory. */
  maxBufferedChars?: number;
  log?: (event: PipelineEvent) => void;
  /** A log that other pipelines share. */
  state?: Objects;
  outlet?: Outlet;
  /** Receives status notices for Firestore. */
  notices?: Notice[];
  openImages?: Ports['openImages'];
  /** Milliseconds that a step waits for images; unlimited by default. */
  patience?: number;
  /** Opens threads that render the text site of this name; none by default. */
  threads?: (name: string) => RenderThreads | null;
  now?: () => Date;
  screen?: TextScreen;
  health?: Partial<Ports['health']>;
}

const noImages: Ports['openImages'] = () => storedImages(new Set(), []);

/** Opens a whole pipeline on a real folder. It renders pages of plain text instead of compiled templates. */
export async function openTextPipeline(options: TextPipelineOptions): Promise<Pipeline> {
  const previewParser = openParserThread();
  const {
    dataDir,
    source,
    fingerprint = 'text-1',
    renderer = textRenderer,
    retain = 50,
    sweepEvery = 60_000,
    preemptThreshold = 100,
    isPassing = false,
    log = () => undefined,
    notices,
    openImages = noImages,
    patience = Infinity,
    threads = () => null,
    now = () => new Date('2026-01-05T00:00:00.000Z'),
    state,
    outlet,
    screen = openTextScreen({ content: openParserThread(), previews: previewParser }),
  } = options;
  const onDisk = new DiskBlobs(join(dataDir, 'blobs'));
  const onFailure = (error: unknown): void => log({ event: 'snapshot-failed', message: String(error) });
  const { store, shared } = state
    ? await openSharedFolder({ dataDir, log: openLog(state), blobs: onDisk, retain, snapshotEvery: 5, onFailure })
    : { store: new DiskStore(dataDir), shared: null };
  const blobs = shared?.blobs ?? onDisk;
  return openEngine(
    {
      store,
      shared,
      outlet: outlet ? { outlet, lease: permanentLease } : null,
      blobs,
      source,
      screen,
      staffIndex: indexStore(dataDir),
      retain,
      isPassing,
      log,
      sweepEvery,
      preemptThreshold,
      ...(options.maxBufferedChars !== undefined && { maxBufferedChars: options.maxBufferedChars }),
      ...(options.exactUpTo !== undefined && { exactUpTo: options.exactUpTo }),
      config: { origin: 'http://site', adminOrigin: 'http://admin', embedOrigin: 'http://embed' },
      now,
      notices: notices ? { deliver: (sent) => Promise.resolve(void notices.push(...sent)) } : null,
      patience,
      openImages,
      beginWriting: () => lockForWriting({ dataDir, store, blobs }),
      loadTemplates: async ({ fingerprint: name }, keep) => {
        const bytes = new TextEncoder().encode(`/* ${name} */`);
        const style = { path: `/assets/${name}.css`, hash: await keep(bytes), contentType: 'text/css' };
        return {
          renderer: renderer(name),
          threads: threads(name),
          assets: [{ ...style, size: bytes.length, kind: 'asset', route: null }],
        };
      },
      hash: hashBytes,
      health: {
        store: openHealthStore(dataDir),
        readInThread: previewParser.readPage,
        validator: null,
        request: () => Promise.resolve('offline'),
        requestDelay: 0,
        externalEvery: null,
        ...options.health,
      },
    },
    textSite(fingerprint),
  );
}

/** Another compilation of the text site. */
export const textSite = (fingerprint: string) => ({ fingerprint, serverEntry: '', clientDir: '' });

/** Every file of the live release as text, by path. */
export async function liveFiles(pipeline: Pipeline): Promise<Record<string, string>> {
  const release = pipeline.live();
  const files: Record<string, string> = {};
  for (const path of release?.paths().sort() ?? []) {
    files[path] = new TextDecoder().decode(await release?.get(path)?.read());
  }
  return files;
}
