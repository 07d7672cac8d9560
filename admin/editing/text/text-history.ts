/** A change that someone else made to a text: the text before and after it. */
export interface ForeignChange {
  before: string;
  after: string;
}

type EditorName = 'visual' | 'markdown';

interface Closed {
  state: unknown;
  foreign: ForeignChange[];
}

/**
 * The undo history of a text that has two editors. Each leaves its state when it closes; when it opens again, it takes
 * over the changes made meanwhile in the other editor as one step, and the changes of others as no step.
 */
export class TextHistory {
  readonly #closed = new Map<EditorName, Closed>();
  #lastText: string | null = null;

  /** Keeps the state of a closing editor and its text. */
  keep(name: EditorName, state: unknown, text: string): void {
    this.#closed.set(name, { state, foreign: [] });
    this.#lastText = text;
  }

  /** The state of an editor that opens again, and the changes of others since it closed; null for the first time. */
  take<State>(name: EditorName, text: string): { state: State; foreign: readonly ForeignChange[] } | null {
    // A change that arrived while neither editor was open.
    if (this.#lastText !== null && this.#lastText !== text) this.add({ before: this.#lastText, after: text });
    this.#lastText = null;
    const closed = this.#closed.get(name);
    this.#closed.delete(name);
    return closed ? { state: closed.state as State, foreign: closed.foreign } : null;
  }

  /** Records a change of someone else, which the open editor received. */
  add(change: ForeignChange): void {
    for (const { foreign } of this.#closed.values()) foreign.push(change);
  }
}
