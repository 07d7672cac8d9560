import type { Finding } from '@frontage/model/health';
import { examine } from './examine.ts';
import { RecordedReads } from './recorded-reads.ts';
import { type Cell, type HealthChange, type KnownPage, SiteFacts, type Subject } from './site-facts.ts';

export interface FindingChanges {
  removed: ReadonlySet<Finding>;
  added: readonly Finding[];
}

/**
 * The findings about the site, kept current by changes. Each *subject* (a page, a frame, a redirect) records the cells
 * that its findings depend on, and is checked again when one of them changes.
 */
export class HealthIndex {
  readonly #base: HealthIndex | null;
  readonly #reads: RecordedReads;
  // Of a branch: the findings that differ from its base.
  readonly #findings = new Map<Subject, readonly Finding[]>();
  // The findings of changed subjects at the last `takeChanges`.
  readonly #taken = new Map<Subject, readonly Finding[]>();
  readonly #dirty = new Set<Subject>();
  #facts: SiteFacts;

  constructor(base: HealthIndex | null = null) {
    this.#base = base;
    this.#facts = base === null ? new SiteFacts() : base.#facts;
    this.#reads = new RecordedReads(base && base.#reads);
  }

  /**
   * A copy for changes that are not made, at the cost of these changes. It is valid until this index, which must be
   * completely checked, changes.
   */
  branch(): HealthIndex {
    return new HealthIndex(this);
  }

  /** Takes a change. Its effects are in the findings after `check`. */
  apply(change: HealthChange): void {
    const touched = { cells: new Set<Cell>(), subjects: new Set<Subject>() };
    const origin = this.#facts.site()?.origin;
    this.#facts = this.#facts.with(change, touched);
    for (const subject of touched.subjects) this.#dirty.add(subject);
    this.#touch(touched.cells);
    if (origin !== undefined && origin !== this.#facts.site()?.origin)
      for (const subject of this.#reads.subjects()) this.#dirty.add(subject);
  }

  /** Checks the subjects that changes have touched, for about `ms` milliseconds. Returns whether everything is checked. */
  check(ms = Infinity): boolean {
    const end = performance.now() + ms;
    // A check can change which pages have links, which adds subjects during the loop.
    for (const subject of this.#dirty) {
      if (performance.now() > end) return false;
      this.#dirty.delete(subject);
      const { findings, reads } = examine(subject, this.#facts, this.#reads);
      this.#setFindings(subject, findings);
      for (const cell of this.#reads.set(subject, reads))
        if (cell.startsWith('at ')) this.#touch([`in ${cell.slice('at '.length)}`]);
    }
    return true;
  }

  /** The findings that checks since the last call removed and added, compared by identity. */
  takeChanges(): FindingChanges {
    const removed = new Set([...this.#taken.values()].flat());
    const added = [...this.#taken.keys()].flatMap((subject) => this.#findingsOf(subject));
    this.#taken.clear();
    return { removed, added };
  }

  /** The addresses of other sites that pages link to. */
  externalLinks(): string[] {
    const prefix = 'external ';
    return [...this.#reads.cells()].flatMap((cell) => (cell.startsWith(prefix) ? cell.slice(prefix.length) : []));
  }

  page(route: string): KnownPage | undefined {
    return this.#facts.page(route);
  }

  #touch(cells: Iterable<Cell>): void {
    for (const cell of cells) for (const subject of this.#reads.of(cell)) this.#dirty.add(subject);
  }

  #findingsOf(subject: Subject): readonly Finding[] {
    return this.#findings.get(subject) ?? (this.#base === null ? [] : this.#base.#findingsOf(subject));
  }

  #setFindings(subject: Subject, found: readonly Finding[]): void {
    const original = this.#taken.get(subject) ?? this.#findingsOf(subject);
    // Most edits change no finding.
    const isSame = isSameList(original, found);
    const next = isSame ? original : found;
    if (isSame) this.#taken.delete(subject);
    else this.#taken.set(subject, original);
    if (next.length === 0 && this.#base === null) this.#findings.delete(subject);
    else this.#findings.set(subject, next);
  }
}

const isSameList = (one: readonly Finding[], other: readonly Finding[]): boolean =>
  one.length === other.length && one.every((found, at) => isSameFinding(found, other[at]));

const isSameFinding = (one: Finding, other: Finding | undefined): boolean =>
  other !== undefined &&
  (['rule', 'path', 'message', 'document', 'field', 'find'] as const).every((key) => one[key] === other[key]);
