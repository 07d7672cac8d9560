import type { Page } from '@frontage/model/page';
import type { JsonObject } from './source.ts';

/** What a document says. */
export interface Contents {
  data: JsonObject;
  /** Where `data` is not valid: the last valid version, if it may stay live. */
  valid: JsonObject | null;
}

/** A version of a document, as a store keeps it. */
export interface DocumentVersion extends Contents {
  /** `{collection}/{id}`. */
  path: string;
  /** The version, as the source names it. */
  time: string;
}

/** What tells who may see a document. */
export interface Marks {
  /** Of `data` the fields that tell who may see it, and its `rev`. */
  marks: JsonObject;
  /** The same of the version in use. */
  usedMarks: JsonObject;
}

/** Reads a version of a document from where it is stored. @throws Error when it is not there. */
export type ReadContents = (path: string, time: string) => Contents;

/**
 * A document as it was last read. What it says is in memory until it is stored, and is read from there afterwards: the texts
 * of a hundred thousand documents would fill the memory.
 */
export class StoredDocument implements DocumentVersion, Marks {
  readonly path: string;
  readonly time: string;
  readonly marks: JsonObject;
  readonly usedMarks: JsonObject;
  #contents: Contents | ReadContents;

  constructor(
    { path, time }: Pick<DocumentVersion, 'path' | 'time'>,
    { marks, usedMarks, contents }: Marks & { contents: Contents | ReadContents },
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

  /** What it says is stored: from now on it is read from there. */
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

/** A body that is its document's. */
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

/** The page that a document says, without a body of its own. */
export const pageOf = (stored: StoredDocument, page: Omit<Page, 'body'>): Page => Object.assign(new Body(stored), page);
