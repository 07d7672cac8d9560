import type { Page } from '@frontage/model/kinds/page';
import type { JsonObject } from './source.ts';

/** The data of a document. */
export interface Contents {
  data: JsonObject;
  /** The last valid version if `data` is invalid and that version may stay live; null otherwise. */
  valid: JsonObject | null;
}

/** A version of a document in a store. */
export interface DocumentVersion extends Contents {
  /** `{collection}/{id}`. */
  path: string;
  /** Identifies the version (`SourceDocument.time`). */
  time: string;
}

/** The fields that decide a document's visibility. */
export interface DocumentMarks {
  /** The visibility fields of `data` and its `rev`. */
  marks: JsonObject;
  /** The same fields of the version in use. */
  usedMarks: JsonObject;
}

/** Reads a version of a document from its store. @throws Error if it does not exist. */
export type ReadContents = (path: string, time: string) => Contents;

/**
 * A document as last read. Its data is in memory until it is stored, and is read from the store afterwards: the texts
 * of a hundred thousand documents would fill the memory.
 */
export class StoredDocument implements DocumentVersion, DocumentMarks {
  readonly path: string;
  readonly time: string;
  readonly marks: JsonObject;
  readonly usedMarks: JsonObject;
  #contents: Contents | ReadContents;

  constructor(
    { path, time }: Pick<DocumentVersion, 'path' | 'time'>,
    { marks, usedMarks, contents }: DocumentMarks & { contents: Contents | ReadContents },
  ) {
    this.path = path;
    this.time = time;
    this.marks = marks;
    this.usedMarks = usedMarks;
    this.#contents = contents;
  }

  static from({ path, time, data, valid }: DocumentVersion): StoredDocument {
    const marks = marksOf(data);
    const usedMarks = valid === null ? marks : marksOf(valid);
    return new StoredDocument({ path, time }, { marks, usedMarks, contents: { data, valid } });
  }

  #read(): Contents {
    return typeof this.#contents === 'function' ? this.#contents(this.path, this.time) : this.#contents;
  }

  get data(): JsonObject {
    return this.#read().data;
  }

  get valid(): JsonObject | null {
    return this.#read().valid;
  }

  /** The version in use. */
  get used(): JsonObject {
    const { data, valid } = this.#read();
    return valid ?? data;
  }

  /** Marks the data as stored: it is read from the store from now on. */
  leaveMemory(read: ReadContents): void {
    this.#contents = read;
  }

  toJSON(): DocumentVersion {
    return { path: this.path, time: this.time, ...this.#read() };
  }
}

const marking = ['rev', 'is_published', 'is_visible', 'is_password_protected'] as const;

function marksOf(data: JsonObject): JsonObject {
  const found: JsonObject = {};
  for (const field of marking) if (field in data) found[field] = data[field] ?? null;
  return found;
}

/** Reads a page's body from its document on every access, so that the body is not kept in memory. */
class Body {
  readonly #stored: StoredDocument;

  constructor(stored: StoredDocument) {
    this.#stored = stored;
  }

  get body(): string | null {
    const { body } = this.#stored.used;
    return typeof body === 'string' && body !== '' ? body : null;
  }

  toJSON(): object {
    return { ...this, body: this.body };
  }
}

/** A page whose `body` is read from its document on access. */
export const pageOf = (stored: StoredDocument, page: Omit<Page, 'body'>): Page => Object.assign(new Body(stored), page);
