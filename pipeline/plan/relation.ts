/** A multimap of names by key. Most keys have one name, which is stored without a set. */
export class Relation {
  readonly #names = new Map<string, string | Set<string>>();

  add(key: string, name: string): void {
    const known = this.#names.get(key);
    if (known === undefined) this.#names.set(key, name);
    else if (typeof known !== 'string') known.add(name);
    else if (known !== name) this.#names.set(key, new Set([known, name]));
  }

  delete(key: string, name: string): void {
    const known = this.#names.get(key);
    if (known === name) this.#names.delete(key);
    if (typeof known !== 'object') return;
    known.delete(name);
    if (known.size === 0) this.#names.delete(key);
  }

  of(key: string): Iterable<string> {
    const known = this.#names.get(key) ?? [];
    return typeof known === 'string' ? [known] : known;
  }

  /** Whether the key has any name, in constant time. */
  has(key: string): boolean {
    return this.#names.has(key);
  }

  keys(): Iterable<string> {
    return this.#names.keys();
  }
}
