import { invertedEffects, isolateHistory } from '@codemirror/commands';
import { StateEffect, StateField, Transaction, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { endOfLink, imageMarkdown, insertedParagraph } from './markdown-commands.ts';
import { drawPendingImage, type PendingImage, type PendingImageEvents } from './pending-image.ts';

/** The placeholders of uploads in one text. A finished upload replaces its placeholder by the image. */
export interface UploadPlaceholders {
  extension: Extension;
  /** Inserts a placeholder after the selection and moves the caret after it. */
  add(view: EditorView, image: PendingImage, position: number): void;
  update(view: EditorView, image: PendingImage): void;
  /** Replaces the placeholder by the image. */
  insert(view: EditorView, id: number, image: { alt: string; url: string }): void;
  remove(view: EditorView, id: number): void;
  positions(view: EditorView): ReadonlyMap<number, number>;
}

const addEffect = StateEffect.define<{ id: number; position: number }>({
  map: ({ id, position }, changes) => ({ id, position: changes.mapPos(position) }),
});
const removeEffect = StateEffect.define<number>();

const positions = StateField.define<ReadonlyMap<number, number>>({
  create: () => new Map(),
  update: (before, { changes, effects }) => {
    const removed = effects.find((effect) => effect.is(removeEffect))?.value ?? Infinity;
    // Text typed at a placeholder is inserted after it; placeholders at the same position keep their order.
    const moved = new Map([...before].map(([id, at]) => [id, changes.mapPos(at, id > removed ? 1 : -1)]));
    for (const effect of effects) {
      if (effect.is(addEffect)) moved.set(effect.value.id, effect.value.position);
      if (effect.is(removeEffect)) moved.delete(effect.value);
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

export function uploadPlaceholders(events: PendingImageEvents): UploadPlaceholders {
  const elements = new Map<number, HTMLElement>();

  const elementOf = (id: number): HTMLElement => {
    const known = elements.get(id);
    if (known) return known;
    const made = document.createElement('span');
    made.className = 'cm-coming-image';
    elements.set(id, made);
    return made;
  };

  const draw = (image: PendingImage) => drawPendingImage(elementOf(image.id), image, events);

  const extension = [
    positions,
    EditorView.decorations.compute([positions], (state) =>
      Decoration.set(
        [...state.field(positions)].map(([id, at]) =>
          Decoration.widget({ widget: new Placeholder(id, elementOf(id)), side: -1 }).range(at),
        ),
        true,
      ),
    ),
    invertedEffects.of(({ effects }) =>
      effects.flatMap((effect) => (effect.is(addEffect) ? [removeEffect.of(effect.value.id)] : [])),
    ),
    EditorView.updateListener.of(({ transactions }) => {
      const undone = transactions.filter((transaction) => transaction.isUserEvent('undo'));
      for (const { effects } of undone) {
        for (const effect of effects) if (effect.is(removeEffect)) events.onAction(effect.value, 'remove');
      }
    }),
    theme,
  ];

  return {
    extension,
    update: (view, image) => {
      draw(image);
      // A placeholder of another size moves the caret. The editor redraws the caret only for a new selection.
      const { selection } = view.state;
      view.dispatch({ selection, annotations: Transaction.addToHistory.of(false) });
    },
    add: (view, image, where) => {
      const position = endOfLink(view.state.doc.toString(), where);
      draw(image);
      view.dispatch({
        effects: addEffect.of({ id: image.id, position }),
        selection: { anchor: position },
        annotations: isolateHistory.of('full'),
        userEvent: 'input.paste',
        scrollIntoView: true,
      });
    },
    insert: (view, id, { alt, url }) => {
      const position = view.state.field(positions).get(id) ?? view.state.doc.length;
      const changes = view.state.changes(
        insertedParagraph(view.state.doc.toString(), position, imageMarkdown(alt, url)),
      );
      view.dispatch({
        changes,
        // A caret at the placeholder ends up after the image.
        selection: view.state.selection.map(changes, 1),
        effects: removeEffect.of(id),
        annotations: isolateHistory.of('full'),
        userEvent: 'input.paste',
      });
      elements.delete(id);
    },
    remove: (view, id) => {
      if (view.state.field(positions).has(id)) view.dispatch({ effects: removeEffect.of(id) });
      elements.delete(id);
    },
    positions: (view) => view.state.field(positions),
  };
}

const theme = EditorView.baseTheme({
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
