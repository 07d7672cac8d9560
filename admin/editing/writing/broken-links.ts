import { Plugin, PluginKey, type EditorState } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { schema } from './schema.ts';

const key = new PluginKey<DecorationSet>('broken-links');

/** Decorates links that visitors cannot follow. */
export const brokenLinksPlugin = (): Plugin<DecorationSet> =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (transaction, marked) => {
        const hrefs = transaction.getMeta(key) as ReadonlySet<string> | undefined;
        return hrefs ? decorate(transaction.doc, hrefs) : marked.map(transaction.mapping, transaction.doc);
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });

function decorate(doc: EditorState['doc'], hrefs: ReadonlySet<string>): DecorationSet {
  if (hrefs.size === 0) return DecorationSet.empty;
  const found: Decoration[] = [];
  doc.descendants((node, pos) => {
    const link = schema.marks.link.isInSet(node.marks);
    if (link && hrefs.has(String(link.attrs['href']))) {
      const attributes = { class: 'broken-link', title: 'Visitors cannot follow this link' };
      found.push(Decoration.inline(pos, pos + node.nodeSize, attributes));
    }
  });
  return DecorationSet.create(doc, found);
}

/** Marks the links with these targets, and no others. */
export function markBrokenLinks(view: EditorView, hrefs: readonly string[]): void {
  if (view.isDestroyed) return;
  const isMarked = key.getState(view.state) !== DecorationSet.empty;
  if (hrefs.length > 0 || isMarked)
    view.dispatch(view.state.tr.setMeta(key, new Set(hrefs)).setMeta('addToHistory', false));
}
