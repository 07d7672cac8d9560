import { Plugin, PluginKey, type EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { schema } from './schema.ts';

/** The open slash menu: the typed words after the slash, their range, and the active option. */
export interface SlashMenu {
  query: string;
  from: number;
  to: number;
  index: number;
}

const key = new PluginKey<SlashMenu | null>('slash-menu');

export const slashMenuOf = (state: EditorState): SlashMenu | null => key.getState(state) ?? null;

export interface SlashMenuOptions {
  /** The number of options for the words. */
  count(query: string): number;
  /** Runs an option after the typed words were removed. */
  choose(view: EditorView, menu: SlashMenu): void;
}

/** Opens a menu when `/` is typed at the start of a paragraph or after a space. */
export function slashMenuPlugin({ count, choose }: SlashMenuOptions): Plugin<SlashMenu | null> {
  return new Plugin<SlashMenu | null>({
    key,
    state: {
      init: () => null,
      apply: (...[transaction, menu, , state]) => {
        const next = transaction.getMeta(key) as { index: number } | 'close' | 'open' | undefined;
        if (next === 'close') return null;
        if (menu && typeof next === 'object') return { ...menu, index: next.index };
        if (!menu && next !== 'open') return null;
        if (!transaction.docChanged && !transaction.selectionSet) return menu;
        return typedCommand(state, count);
      },
    },
    props: {
      handleTextInput: (...[view, from, to, text]) => {
        if (text !== '/') return false;
        const { tr } = view.state;
        view.dispatch(tr.insertText(text, from, to).setMeta(key, 'open'));
        return true;
      },
      handleKeyDown: (view, event) => {
        const menu = slashMenuOf(view.state);
        if (!menu) return false;
        const total = count(menu.query);
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step !== undefined) {
          view.dispatch(view.state.tr.setMeta(key, { index: (menu.index + step + total) % total }));
          return true;
        }
        if (event.key === 'Escape') {
          view.dispatch(view.state.tr.setMeta(key, 'close'));
          return true;
        }
        if (event.key !== 'Enter' && event.key !== 'Tab') return false;
        choose(view, menu);
        return true;
      },
      handleDOMEvents: {
        blur: (view) => {
          if (slashMenuOf(view.state)) view.dispatch(view.state.tr.setMeta(key, 'close'));
          return false;
        },
      },
    },
  });
}

function typedCommand(state: EditorState, count: SlashMenuOptions['count']): SlashMenu | null {
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.type !== schema.nodes.paragraph) return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '￼');
  const [, query] = /(?:^|\s)\/([^/]{0,20})$/.exec(before) ?? [];
  if (query === undefined || count(query) === 0) return null;
  return { query, from: $from.pos - query.length - 1, to: $from.pos, index: 0 };
}
