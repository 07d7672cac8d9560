import { closeHistory } from 'prosemirror-history';
import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import type { PendingImage, PendingImageEvents } from '../markdown/upload-placeholders.ts';
import { schema } from './schema.ts';

type Change = { add: { id: number; pos: number; element: HTMLElement } } | { remove: number };

/** The placeholders of uploads in a document. A finished upload replaces its placeholder by the image. */
export interface Uploads {
  plugin: Plugin<DecorationSet>;
  add(view: EditorView, image: PendingImage, pos: number): void;
  update(image: PendingImage): void;
  insert(view: EditorView, id: number, image: { alt: string; url: string }): void;
  remove(view: EditorView, id: number): void;
}

export function createUploads(events: PendingImageEvents): Uploads {
  const key = new PluginKey<DecorationSet>('uploads');
  const elements = new Map<number, HTMLElement>();

  const find = (view: EditorView, id: number): number | null => {
    const [found] =
      key.getState(view.state)?.find(undefined, undefined, (spec: { id?: unknown }) => spec.id === id) ?? [];
    return found?.from ?? null;
  };

  const button = (label: string, run: () => void): HTMLElement => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = label;
    made.addEventListener('click', run);
    return made;
  };

  const draw = (element: HTMLElement, { id, name, progress, problem, remedy }: PendingImage) => {
    const percent = `${Math.round(progress * 100)} %`;
    const text = document.createElement('span');
    text.setAttribute('role', problem === null ? 'status' : 'alert');
    text.textContent = problem === null ? `Uploading… ${name} ${percent}` : `${name} was not uploaded. ${problem}`;
    element.toggleAttribute('data-failed', problem !== null);
    element.style.setProperty('--part', percent.replace(' ', ''));
    const labels = [remedy, problem === null ? 'Cancel upload' : 'Remove'].join();
    // Buttons are reused: replacing them with every progress event would make them impossible to press.
    if (element.dataset['buttons'] === labels) {
      element.firstElementChild?.replaceWith(text);
      return;
    }
    element.dataset['buttons'] = labels;
    const remove = button(problem === null ? 'Cancel upload' : 'Remove', () => events.onRemove(id));
    element.replaceChildren(text, ...(remedy === null ? [] : [button(remedy, () => events.onRetry(id))]), remove);
  };

  return {
    plugin: new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply: (transaction, before) => {
          const set = before.map(transaction.mapping, transaction.doc);
          const change = transaction.getMeta(key) as Change | undefined;
          if (!change) return set;
          if ('remove' in change)
            return set.remove(set.find(undefined, undefined, (spec: { id?: unknown }) => spec.id === change.remove));
          const { id, pos, element } = change.add;
          const widget = Decoration.widget(pos, element, {
            id,
            side: -1,
            stopEvent: () => true,
            ignoreSelection: true,
          });
          return set.add(transaction.doc, [widget]);
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
    add: (view, image, pos) => {
      const element = document.createElement('span');
      element.className = 'coming-image';
      element.contentEditable = 'false';
      elements.set(image.id, element);
      draw(element, image);
      view.dispatch(view.state.tr.setMeta(key, { add: { id: image.id, pos, element } } satisfies Change));
    },
    update: (image) => {
      const element = elements.get(image.id);
      if (element) draw(element, image);
    },
    insert: (view, id, { alt, url }) => {
      const pos = find(view, id) ?? view.state.doc.content.size;
      elements.delete(id);
      const { tr } = view.state;
      tr.setMeta(key, { remove: id } satisfies Change);
      const image = schema.node('image', { src: url, alt });
      const $pos = tr.doc.resolve(pos);
      const { parent } = $pos;
      if (parent.type !== schema.nodes.paragraph) {
        if (parent.inlineContent && !parent.type.spec.code) tr.insert(pos, image);
        else tr.insert($pos.depth > 0 ? $pos.after(1) : pos, schema.node('paragraph', null, [image]));
      } else if (parent.content.size === 0) tr.insert(pos, image);
      else {
        // An image between words becomes a separate paragraph.
        const block = schema.node('paragraph', null, [image]);
        const isStart = $pos.parentOffset === 0;
        const isEnd = $pos.parentOffset === parent.content.size;
        if (isStart) tr.insert($pos.before(), block);
        else if (isEnd) tr.insert($pos.after(), block);
        else tr.split(pos).insert(pos + 1, block);
      }
      view.dispatch(closeHistory(tr));
    },
    remove: (view, id) => {
      elements.delete(id);
      if (find(view, id) !== null) view.dispatch(view.state.tr.setMeta(key, { remove: id } satisfies Change));
    },
  };
}
