import { changedDocuments, publicImages } from '../sync/image-addresses.ts';
import type { ImageDesk, OnInspected } from '../sync/image-desk.ts';
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
  desk: ImageDesk;
  /** Real names of our own buckets. */
  buckets: ReadonlySet<string>;
  /** Milliseconds a step waits for its images. */
  patience: number;
  /** The files of every kept release. */
  heldFiles: () => ReadonlySet<string>;
  /** Called for each image of the first release. */
  onImage: OnInspected;
  known: {
    /** The images that documents show; null until they have been looked for. */
    uses: ImageUses | null;
    /** Images of which something else may be known than when a step was last taken; those that are found are added. */
    news: Set<string>;
    /** Documents whose images are to be looked for although the step does not change them. */
    unseen: ReadonlySet<string>;
  };
}

/** The images of the shown content. Images of changed or newly shown documents are checked again. */
export async function findImages({ site, step, shown }: Shown, { desk, buckets, known, ...how }: Finding) {
  const changed = step.changes.map(({ path }) => path);
  const shownAnew = changedDocuments(shownContent(site).composition, shown.composition);
  const kept = step.isFull ? null : known.uses;
  const only = kept && new Set([...changed, ...shownAnew, ...known.unseen]);
  const found = publicImages(shown, buckets, only);
  const wanted = [...found.values()].flatMap(({ images }) => images.map((image, turn) => ({ image, turn })));
  if (site.head?.release == null) await desk.look(wanted, Infinity, how.onImage);
  else await desk.look(wanted, how.patience);
  for (const address of desk.takeNews()) known.news.add(address);
  const { uses, looked } = updateUses(kept ?? noImageUses, {
    documents: new Map([...(only ?? found.keys())].map((path) => [path, found.get(path)])),
    news: known.news,
    seen: (address) => desk.seen(address),
  });
  desk.follow(uses.users);
  const asked = only === null ? site.images.keys() : looked;
  const deleted = [...asked].filter((address) => desk.seen(address)?.record === null);
  const unused = only === null ? unusedImages(site, uses.users, how.heldFiles) : [];
  desk.forget(unused);
  const made = [...looked].flatMap((address) => uses.records.get(address) ?? []);
  return { uses, found: { ...uses, made, gone: [...deleted, ...unused], deleted } };
}

/** Images that neither content nor a kept release shows. */
function unusedImages({ images }: Site, used: ImageUses['users'], heldFiles: Finding['heldFiles']): string[] {
  const candidates = [...images.values()].filter(({ address }) => !used.has(address));
  const held = candidates.length === 0 ? null : heldFiles();
  return candidates.flatMap(({ address, files }) => (files.some(({ hash }) => held?.has(hash)) ? [] : [address]));
}
