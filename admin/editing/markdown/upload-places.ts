import { invertedEffects, isolateHistory } from '@codemirror/commands';
import { StateEffect, StateField, Transaction, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { imageMarkdown } from './markdown-commands.ts';

/** An image on its way into a text. */
export interface ComingImage {
  id: number;
  name: string;
  /** From 0 to 1. */
  progress: number;
  /** Why it did not arrive; null while it is on its way. */
  problem: string | null;
  /** The way to go on that is offered then; null where there is none. */
  remedy: string | null;
}

export interface ComingImageEvents {
  /** Takes the remedy. */
  onRetry(id: number): void;
  /** Stopped or given up by its buttons, or because what put it there was undone. */
  onRemove(id: number): void;
}

/** The images on their way into one text: each stands where it was put until it becomes the image. */
export interface UploadPlaces {
  extension: Extension;
  /** Puts one behind the selection; the caret comes to stand behind it. */
  hold(view: EditorView, image: ComingImage, position: number): void;
  draw(view: EditorView, image: ComingImage): void;
  /** Puts the image where its placeholder is, and takes that away. */
  insert(view: EditorView, id: number, image: { alt: string; url: string }): void;
  release(view: EditorView, id: number): void;
}

const holding = StateEffect.define<{ id: number; position: number }>({
  map: ({ id, position }, changes) => ({ id, position: changes.mapPos(position) }),
});
const releasing = StateEffect.define<number>();

const places = StateField.define<ReadonlyMap<number, number>>({
  create: () => new Map(),
  update: (held, { changes, effects }) => {
    const arrived = effects.find((effect) => effect.is(releasing))?.value ?? Infinity;
    // What is typed at a place stands behind it; of several in one place, the one put there first stays the first.
    const moved = new Map([...held].map(([id, at]) => [id, changes.mapPos(at, id > arrived ? 1 : -1)]));
    for (const effect of effects) {
      if (effect.is(holding)) moved.set(effect.value.id, effect.value.position);
      if (effect.is(releasing)) moved.delete(effect.value);
    }
    return moved;
  },
});

class Placeholder extends WidgetType {
  readonly id: number;
  readonly element: HTMLElement;

  constructor(id: number, element: HTMLElement) {
    super();
    this.id = id;
    this.element = element;
  }

  override eq(other: Placeholder) {
    return other.id === this.id;
  }

  override toDOM() {
    return this.element;
  }

  override ignoreEvent() {
    return true;
  }
}

export function uploadPlaces(events: ComingImageEvents): UploadPlaces {
  const elements = new Map<number, HTMLElement>();

  const elementOf = (id: number): HTMLElement => {
    const known = elements.get(id);
    if (known) return known;
    const made = document.createElement('span');
    made.className = 'cm-coming-image';
    elements.set(id, made);
    return made;
  };

  const button = (label: string, run: () => void): HTMLElement => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = label;
    made.addEventListener('click', run);
    return made;
  };

  const draw = ({ id, name, progress, problem, remedy }: ComingImage) => {
    const element = elementOf(id);
    const words = document.createElement('span');
    words.setAttribute('role', problem === null ? 'status' : 'alert');
    const percent = `${Math.round(progress * 100)} %`;
    words.textContent = problem === null ? `Uploading… ${name} ${percent}` : `${name} was not uploaded. ${problem}`;
    element.toggleAttribute('data-failed', problem !== null);
    element.style.setProperty('--part', percent.replace(' ', ''));
    const remove = button(problem === null ? 'Cancel upload' : 'Remove', () => events.onRemove(id));
    const buttons = remedy === null ? [remove] : [button(remedy, () => events.onRetry(id)), remove];
    const labels = buttons.map(({ textContent }) => textContent).join();
    // A button that is drawn anew with every step of progress could not be pressed.
    if (element.dataset['buttons'] === labels) element.firstElementChild?.replaceWith(words);
    else element.replaceChildren(words, ...buttons);
    element.dataset['buttons'] = labels;
  };

  const extension = [
    places,
    EditorView.decorations.compute([places], (state) =>
      Decoration.set(
        [...state.field(places)].map(([id, at]) =>
          Decoration.widget({ widget: new Placeholder(id, elementOf(id)), side: -1 }).range(at),
        ),
        true,
      ),
    ),
    invertedEffects.of(({ effects }) =>
      effects.flatMap((effect) => (effect.is(holding) ? [releasing.of(effect.value.id)] : [])),
    ),
    EditorView.updateListener.of(({ transactions }) => {
      const undone = transactions.filter((transaction) => transaction.isUserEvent('undo'));
      for (const { effects } of undone) {
        for (const effect of effects) if (effect.is(releasing)) events.onRemove(effect.value);
      }
    }),
    look,
  ];

  return {
    extension,
    draw: (view, image) => {
      draw(image);
      // The caret behind it has moved with it, which only a selection makes the editor see.
      const { selection } = view.state;
      view.dispatch({ selection, annotations: Transaction.addToHistory.of(false) });
    },
    hold: (view, image, position) => {
      draw(image);
      view.dispatch({
        effects: holding.of({ id: image.id, position }),
        selection: { anchor: position },
        annotations: isolateHistory.of('full'),
        userEvent: 'input.paste',
        scrollIntoView: true,
      });
    },
    insert: (view, id, { alt, url }) => {
      const position = view.state.field(places).get(id) ?? view.state.doc.length;
      const line = view.state.doc.lineAt(position);
      const before = position > line.from ? '\n\n' : '';
      const after = position < line.to ? '\n\n' : '\n';
      const changes = view.state.changes({ from: position, insert: `${before}${imageMarkdown(alt, url)}${after}` });
      view.dispatch({
        changes,
        // A caret at the place stands behind the image.
        selection: view.state.selection.map(changes, 1),
        effects: releasing.of(id),
        annotations: isolateHistory.of('full'),
        userEvent: 'input.paste',
      });
      elements.delete(id);
    },
    release: (view, id) => {
      if (view.state.field(places).has(id)) view.dispatch({ effects: releasing.of(id) });
      elements.delete(id);
    },
  };
}

const look = EditorView.baseTheme({
  '.cm-coming-image': {
    display: 'inline-flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0.25rem 0.75rem',
    maxWidth: '100%',
    margin: '0.125rem 0',
    padding: '0.125rem 0.5rem',
    border: '1px solid var(--fr-colors-border-emphasized)',
    borderRadius: '0.375rem',
    fontFamily: 'var(--fr-fonts-body)',
    fontSize: '0.875rem',
    color: 'var(--fr-colors-fg)',
    background:
      'linear-gradient(to right, var(--fr-colors-bg-info) var(--part), var(--fr-colors-bg-subtle) var(--part))',
  },
  '.cm-coming-image[data-failed]': {
    borderColor: 'var(--fr-colors-border-error)',
    background: 'var(--fr-colors-bg-error)',
  },
  '.cm-coming-image button': {
    minHeight: '1.5rem',
    fontWeight: '600',
    textDecoration: 'underline',
    cursor: 'pointer',
  },
  '.cm-coming-image button:focus-visible': { outline: '2px solid var(--fr-colors-ink-focus-ring)' },
});
