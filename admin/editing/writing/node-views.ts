import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView, NodeViewConstructor } from 'prosemirror-view';

/** A block of Markdown source: a text field in the document, written as it is. */
function markdownBlockView(node: Node, view: EditorView, getPos: () => number | undefined): NodeView {
  let current = node;
  const dom = document.createElement('div');
  dom.className = 'markdown-block';
  const name = document.createElement('span');
  name.textContent = 'Markdown';
  name.setAttribute('aria-hidden', 'true');
  const field = document.createElement('textarea');
  field.setAttribute('aria-label', 'Markdown block');
  field.spellcheck = false;
  field.readOnly = !view.editable;
  const show = () => {
    const source = String(current.attrs['source']);
    if (field.value !== source.replace(/\r\n?/g, '\n')) field.value = source;
    field.rows = Math.max(1, source.split(/\r\n?|\n/).length);
  };
  show();
  field.addEventListener('input', () => {
    const pos = getPos();
    if (pos !== undefined) view.dispatch(view.state.tr.setNodeAttribute(pos, 'source', field.value));
  });
  dom.append(name, field);
  return {
    dom,
    update: (next) => {
      if (next.type !== current.type) return false;
      current = next;
      field.readOnly = !view.editable;
      show();
      return true;
    },
    stopEvent: ({ target }) => target === field,
    ignoreMutation: () => true,
    selectNode: () => {
      dom.classList.add('ProseMirror-selectednode');
      if (String(current.attrs['source']) === '') field.focus();
    },
    deselectNode: () => dom.classList.remove('ProseMirror-selectednode'),
  };
}

/** A code block with a field for its language. */
function codeBlockView(node: Node, view: EditorView, getPos: () => number | undefined): NodeView {
  let current = node;
  const dom = document.createElement('div');
  dom.className = 'code-block';
  const language = document.createElement('input');
  language.setAttribute('aria-label', 'Language of the code');
  language.placeholder = 'Language';
  language.value = String(node.attrs['info']);
  language.readOnly = !view.editable;
  language.addEventListener('input', () => {
    const pos = getPos();
    if (pos !== undefined) view.dispatch(view.state.tr.setNodeAttribute(pos, 'info', language.value.trim()));
  });
  const pre = document.createElement('pre');
  const contentDOM = document.createElement('code');
  contentDOM.spellcheck = false;
  pre.append(contentDOM);
  dom.append(language, pre);
  return {
    dom,
    contentDOM,
    update: (next) => {
      if (next.type !== current.type) return false;
      current = next;
      language.readOnly = !view.editable;
      if (language.value.trim() !== String(next.attrs['info'])) language.value = String(next.attrs['info']);
      return true;
    },
    stopEvent: ({ target }) => target === language,
    ignoreMutation: ({ target }) => target === language,
  };
}

const imageView =
  (addressOf: (src: string) => string): NodeViewConstructor =>
  (node) => {
    const dom = document.createElement('img');
    const show = ({ attrs }: Node) => {
      dom.src = addressOf(String(attrs['src']));
      dom.alt = String(attrs['alt']);
      dom.referrerPolicy = 'no-referrer';
      dom.title = String(attrs['title']);
    };
    show(node);
    return {
      dom,
      update: (next) => {
        if (next.type !== node.type) return false;
        show(next);
        return true;
      },
    };
  };

/** The views of nodes that are more than their text. */
export const nodeViews = (addressOf: (src: string) => string): Record<string, NodeViewConstructor> => ({
  markdown_block: markdownBlockView,
  code_block: codeBlockView,
  image: imageView(addressOf),
});
