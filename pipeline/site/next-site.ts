import type { SiteConfig } from '@frontage/model/content';
import type { Receipt } from '../plan/plan.ts';
import type { DocumentChange } from '../sync/content-state.ts';
import type { ImageRecord } from '../sync/image-library.ts';
import { changedKeys, patchMap } from '../sync/patched-map.ts';
import { diffFiles, nextSize, type FilesDiff } from './files.ts';
import { collectProblems } from './problems.ts';
import { imagesToKeep, keepAssets } from './next-files.ts';
import type { Manifest, Site } from './site.ts';
import type { Step } from './step.ts';
import type { Commit, Head, ReleaseRecord } from './store.ts';

export interface RenderedSite extends Manifest {
  /** Receipts of routes whose render failed in this step. */
  failures: Receipt[];
  /** How many routes were rendered. */
  rendered: number;
}

/** All inputs that decide the next site. */
interface StepResult {
  before: Site;
  step: Step;
  pinned: Site['pinned'];
  rendered: RenderedSite;
  images: {
    /** Records of the inspected images. */
    made: readonly ImageRecord[];
    /** Addresses whose record is removed, because the image was deleted or is unused. */
    gone: readonly string[];
    /** The addresses in `gone` whose upload was deleted or is no longer an image. */
    deleted: readonly string[];
    /** Messages on images that could not be used, by document. */
    messages: ReadonlyMap<string, readonly string[]>;
  };
  config: SiteConfig;
  /** Identifies the compiled site. */
  templates: string;
  isPassing: boolean;
  at: Date;
  /** Milliseconds since the hint arrived. */
  ms: number;
}

/** The site after a step, and the commit that stores it, without its notices. */
export interface NextSite {
  site: Site & { head: Head };
  commit: Omit<Commit, 'notices'>;
  release: ReleaseRecord | null;
}

export function nextSite(result: StepResult): NextSite {
  const { before, step, pinned, rendered, config, ms } = result;
  const { files: renderedFiles, staticFiles: renderedStaticFiles, receipts, failed } = rendered;
  const { content, changes } = step;
  const at = result.at.toISOString();
  const { kept, leaving } = keepAssets({
    before: before.files,
    leaving: before.head?.leaving ?? {},
    after: renderedFiles,
    hasEarlierPages: failed.size > 0,
    images: imagesToKeep({ before, after: rendered, deleted: result.images.deleted }),
    at: result.at,
  });
  const files = patchMap(renderedFiles, kept);
  const diff = diffFiles(before.files, files);
  const number = (before.head?.commit ?? 0) + 1;
  const { asOf } = content;
  const pin = pinned?.id ?? null;
  const passing = result.isPassing ? ({ isPassing: true } as const) : {};
  const size = nextSize(before.head?.size, diff, files);
  const record = { id: String(number), createdAt: at, ms, changes, asOf, pin, size, ...passing };
  // After a loss, visitors have seen a later release than the stored one, even if the files are equal.
  const isLost = before.head !== null && before.head.release === null;
  const isNeeded = isLost || diff.added + diff.changed + diff.removed.length > 0;
  const release = isNeeded ? createReleaseRecord(diff, record) : null;
  const head: Head = {
    commit: number,
    release: release?.id ?? before.head?.release ?? null,
    pin,
    asOf,
    // A pinned site keeps the templates that made it, so that a rollback does not supersede other processes.
    templates: (pinned && before.head?.templates) ?? result.templates,
    config,
    leaving,
    size,
  };
  const gone = result.images.gone.map((address): [string, undefined] => [address, undefined]);
  const made = result.images.made.map((record): [string, ImageRecord] => [record.address, record]);
  const site = {
    head,
    content,
    pinned,
    files,
    staticFiles: patchMap(renderedStaticFiles, kept),
    receipts,
    failed,
    images: patchMap(before.images, [...gone, ...made]),
    problems: collectProblems({
      origin: config.origin,
      content,
      files,
      failed: failed.values(),
      images: result.images.messages,
    }),
  };
  const commit = {
    head,
    release,
    documents: changes,
    receipts: diffMaps(before.receipts, receipts),
    files: { set: diff.set, end: diff.removed },
    images: diffMaps(before.images, site.images),
  };
  return { site, commit, release };
}

/** The entries to write and the keys to remove that turn one map into another. */
function diffMaps<Value>(before: ReadonlyMap<string, Value>, after: ReadonlyMap<string, Value>) {
  const changed = changedKeys(before, after);
  return {
    set: changed.flatMap((key) => after.get(key) ?? []),
    end: changed.filter((key) => !after.has(key)),
  };
}

interface Made extends Pick<ReleaseRecord, 'id' | 'createdAt' | 'ms' | 'asOf' | 'pin' | 'size' | 'isPassing'> {
  changes: readonly DocumentChange[];
}

// The record is written to Firestore, which limits the size of a document.
const recordedDocuments = 1_000;

function createReleaseRecord({ added, changed, removed }: FilesDiff, { changes, ...made }: Made): ReleaseRecord {
  const documents = changes.slice(0, recordedDocuments).map(({ path }) => path);
  return { ...made, added, changed, removed: removed.length, documents };
}
