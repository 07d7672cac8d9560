import type { BlobFolder } from './blob-folder.ts';
import { metadataModule } from './emulator-api.ts';
import type { EventSink, ObjectResource, StorageAction, StoredFile } from './emulator-api.ts';
import { filesModule } from './emulator-api.ts';
import { describeObjectEvent } from './object-event.ts';
import type { ObjectStore, StoredEvent, StoredObject } from './object-store.ts';

/**
 * The emulator's map of files, stored on disk. The emulator changes metadata in place, so entries returned since the
 * last flush are compared with the stored ones.
 */
export class DurableFiles extends Map<string, StoredFile> implements EventSink {
  private readonly store: ObjectStore;
  private readonly blobs: BlobFolder;
  private readonly stored = new Map<string, StoredObject>();
  private readonly touched = new Set<string>();
  private events: StoredEvent[] = [];

  constructor(store: ObjectStore, blobs: BlobFolder) {
    super();
    this.store = store;
    this.blobs = blobs;
    for (const object of store.objects()) {
      super.set(object.key, new filesModule.StoredFile(metadataModule.StoredFileMetadata.fromJSON(object.json, this)));
      this.stored.set(object.key, object);
    }
  }

  override get(key: string): StoredFile | undefined {
    this.touched.add(key);
    return super.get(key);
  }

  /** The file under a name, for callers that do not change it. */
  peek(key: string): StoredFile | undefined {
    return super.get(key);
  }

  override set(key: string, file: StoredFile): this {
    // The base constructor runs before the fields of this class exist, but it has no entries to set.
    this.touched.add(key);
    return super.set(key, file);
  }

  override delete(key: string): boolean {
    this.touched.add(key);
    return super.delete(key);
  }

  override clear(): void {
    for (const key of this.keys()) this.delete(key);
  }

  dispatch(action: StorageAction, object: ObjectResource): void {
    const event = describeObjectEvent(action, object);
    this.events.push({ id: event.id, json: JSON.stringify(event) });
  }

  /** Writes the changes since the last flush; they are on disk when it returns. Returns whether events were written. */
  flush(): boolean {
    const objects = new Map([...this.touched].flatMap((key) => this.changeOf(key)));
    const events = this.events;
    if (objects.size > 0 || events.length > 0) {
      this.blobs.sync(newBlobs(objects, this.stored));
      this.store.commit({ objects, events });
    }
    for (const [key, object] of objects) {
      if (object === null) this.stored.delete(key);
      else this.stored.set(key, object);
    }
    this.touched.clear();
    this.events = [];
    this.blobs.sweep();
    return events.length > 0;
  }

  private changeOf(key: string): [string, StoredObject | null][] {
    const file = super.get(key);
    const before = this.stored.get(key);
    if (file === undefined) return before === undefined ? [] : [[key, null]];
    const blob = this.blobs.getDiskFileName(key);
    if (blob === undefined) return before === undefined ? [] : [[key, null]];
    const json = metadataModule.StoredFileMetadata.toJSON(file.metadata);
    return before?.json === json && before.blob === blob ? [] : [[key, { key, blob, json }]];
  }
}

function newBlobs(
  changes: ReadonlyMap<string, StoredObject | null>,
  stored: ReadonlyMap<string, StoredObject>,
): string[] {
  return [...changes.values()].flatMap((object) =>
    object !== null && stored.get(object.key)?.blob !== object.blob ? [object.blob] : [],
  );
}
