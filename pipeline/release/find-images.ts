import { changedDocuments, publicImages } from '../sync/image-addresses.ts';
import type { ImageInspector, OnInspected } from '../sync/image-inspector.ts';
import type { ContentState } from '../sync/content-state.ts';
import { noImageUses, updateUses, type ImageUses } from '../sync/shown-images.ts';
import { shownContent, type Site } from './site.ts';
import type { Step } from './step.ts';

interface Shown {
  /** Before the step. */
  site: Site;
  step: Step;
  /** The content shown after the step. */
  shown: ContentState;
}

interface Finding {
  desk: ImageInspector;
  /** Actual names of the site's buckets. */
  buckets: ReadonlySet<string>;
  /** Milliseconds a step waits for its images. */
  patience: number;
  /** Hashes of the files of all kept releases. */
  heldFiles: () => ReadonlySet<string>;
  /** Called for each image of the first release. */
  onImage: OnInspected;
  known: {
    /** The images that documents show; null before the first search. */
    uses: ImageUses | null;
    /** Addresses of images whose results may have changed since the last step. `findImages` adds inspected ones. */
    news: Set<string>;
    /** Documents whose images must be inspected although the step does not change them. */
    unseen: ReadonlySet<string>;
  };
}

/** Finds the images of the shown content. Inspects the images of changed and newly shown documents again. */
export async function findImages({ site, step, shown }: Shown, { desk, buckets, known, ...how }: Finding) {
  const changed = step.changes.map(({ path }) => path);
  const newlyShown = changedDocuments(shownContent(site).composition, shown.composition);
  const kept = step.isFull ? null : known.uses;
  const only = kept && new Set([...changed, ...newlyShown, ...known.unseen]);
  const found = publicImages(shown, buckets, only);
  const wanted = [...found.values()].flatMap(({ images }) => images.map((image, turn) => ({ image, turn })));
  if (site.head?.release == null) await desk.inspect(wanted, Infinity, how.onImage);
  else await desk.inspect(wanted, how.patience);
  for (const address of desk.takeNews()) known.news.add(address);
  const { uses, examined } = updateUses(kept ?? noImageUses, {
    documents: new Map([...(only ?? found.keys())].map((path) => [path, found.get(path)])),
    news: known.news,
    resultOf: (address) => desk.resultOf(address),
  });
  desk.follow(uses.users);
  const checked = only === null ? site.images.keys() : examined;
  const deleted = [...checked].filter((address) => desk.resultOf(address)?.record === null);
  const unused = only === null ? unusedImages(site, uses.users, how.heldFiles) : [];
  desk.forget(unused);
  const made = [...examined].flatMap((address) => uses.records.get(address) ?? []);
  return { uses, found: { ...uses, made, gone: [...deleted, ...unused], deleted } };
}

/** Addresses of images that neither the content nor a kept release shows. */
function unusedImages({ images }: Site, used: ImageUses['users'], heldFiles: Finding['heldFiles']): string[] {
  const candidates = [...images.values()].filter(({ address }) => !used.has(address));
  const held = candidates.length === 0 ? null : heldFiles();
  return candidates.flatMap(({ address, files }) => (files.some(({ hash }) => held?.has(hash)) ? [] : [address]));
}
