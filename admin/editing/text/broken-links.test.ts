import { EditorState, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { describe, expect, it } from 'vitest';
import { brokenLinks, markBrokenLinks } from './code-editor.ts';

/** The marked parts of a text after links with these targets were marked. */
function marked(text: string, hrefs: readonly string[]): string[] {
  const view = {
    state: EditorState.create({ doc: text, extensions: brokenLinks }),
    dispatch: (...specs: (TransactionSpec | readonly unknown[])[]) => {
      view.state = view.state.update(...(specs as TransactionSpec[])).state;
    },
  };
  markBrokenLinks(view, hrefs);
  const parts: string[] = [];
  for (const decorations of view.state.facet(EditorView.decorations)) {
    if (typeof decorations === 'function') continue;
    decorations.between(0, text.length, (from, to) => void parts.push(text.slice(from, to)));
  }
  return parts;
}

describe('marks of broken links', () => {
  it.each<[string, string[], string[]]>([
    ['See [a](page:gone) and page:gone.', ['page:gone'], ['page:gone']],
    ['See [a](/#über)', ['/#%C3%BCber'], ['/#über']],
    ['See [a](/#%ff)', ['/#%ff'], ['/#%ff']],
    ['See [a](page:gone)', [], []],
    ['::button[Go]{href="/gone"}\n\n:::quote[It]{href=\'/größe\'}', ['/gone', '/gr%C3%B6%C3%9Fe'], ['/gone', '/größe']],
    ['::demo[The demo ada]{id="ada" width="wide"}\n\nada', ['demo:ada'], ['ada']],
  ])('in %j with %j are %j', (text, hrefs, expected) => {
    expect(marked(text, hrefs)).toEqual(expected);
  });
});
