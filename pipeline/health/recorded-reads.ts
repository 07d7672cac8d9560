import type { Cell, Subject } from './site-facts.ts';

const none: ReadonlySet<Cell> = new Set();

/** The cells that the last check of each subject has read. */
export class RecordedReads {
  readonly #reads = new Map<Subject, ReadonlySet<Cell>>();
  readonly #readers = new Map<Cell, Set<Subject>>();
  readonly #base: RecordedReads | null;

  /** With a `base`, only subjects that are set here differ from it; it must not change meanwhile. */
  constructor(base: RecordedReads | null = null) {
    this.#base = base;
  }

  /** Sets the cells that a subject reads; returns those that it did not read before, or reads no more. */
  set(subject: Subject, next: ReadonlySet<Cell>): Cell[] {
    const before = this.#readsOf(subject);
    const own = this.#reads.get(subject) ?? none;
    for (const cell of own) if (!next.has(cell)) this.#removeReader(cell, subject);
    for (const cell of next) if (!own.has(cell)) this.#addReader(cell, subject);
    if (next.size === 0 && this.#base === null) this.#reads.delete(subject);
    else this.#reads.set(subject, next);
    return [...[...before].filter((cell) => !next.has(cell)), ...[...next].filter((cell) => !before.has(cell))];
  }

  /** The subjects that read a cell. */
  *of(cell: Cell): Generator<Subject> {
    yield* this.#readers.get(cell) ?? [];
    for (const subject of this.#base?.of(cell) ?? []) if (!this.#reads.has(subject)) yield subject;
  }

  /** All subjects that read something. */
  *subjects(): Generator<Subject> {
    yield* this.#reads.keys();
    for (const subject of this.#base?.subjects() ?? []) if (!this.#reads.has(subject)) yield subject;
  }

  /** All cells that a subject reads. */
  *cells(): Generator<Cell> {
    yield* this.#readers.keys();
    if (this.#base) yield* this.#base.cells();
  }

  #readsOf(subject: Subject): ReadonlySet<Cell> {
    return this.#reads.get(subject) ?? (this.#base === null ? none : this.#base.#readsOf(subject));
  }

  #addReader(cell: Cell, subject: Subject): void {
    const readers = this.#readers.get(cell);
    if (readers) readers.add(subject);
    else this.#readers.set(cell, new Set([subject]));
  }

  #removeReader(cell: Cell, subject: Subject): void {
    const readers = this.#readers.get(cell);
    readers?.delete(subject);
    if (readers?.size === 0) this.#readers.delete(cell);
  }
}
