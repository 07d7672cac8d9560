import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { readableTarget } from '@frontage/model/document-link';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

const markEffect = StateEffect.define<readonly string[]>();

const broken = Decoration.mark({ class: 'cm-broken-link', attributes: { title: 'Visitors cannot follow this link' } });

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marked, { changes, effects, state }) => {
    const hrefs = effects.find((effect) => effect.is(markEffect))?.value;
    return hrefs ? decorate(state.doc.toString(), hrefs) : marked.map(changes);
  },
  provide: (marked) => EditorView.decorations.from(marked),
});

function decorate(text: string, hrefs: readonly string[]): DecorationSet {
  // Parsed targets are percent-encoded.
  const found = [...new Set([...hrefs, ...hrefs.map(readableTarget)])].flatMap((href) => placesOf(text, href));
  return Decoration.set(
    found.map((from) => broken.range(from.start, from.end)),
    true,
  );
}

/** Where a text has a target in the form of a link. */
function placesOf(text: string, href: string): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  for (let start = text.indexOf(href); start !== -1; start = text.indexOf(href, start + href.length)) {
    const end = start + href.length;
    const isTarget = /[(<:\s]/.test(text[start - 1] ?? '') && /^(?:[)>\s]|$)/.test(text.slice(end, end + 1));
    if (isTarget) places.push({ start, end });
  }
  return places;
}

/** Marks of links that visitors cannot follow. */
export const brokenLinks: Extension = [
  field,
  EditorView.baseTheme({
    '.cm-broken-link, .cm-broken-link *': {
      textDecoration: 'underline wavy var(--fr-colors-fg-warning)',
      color: 'var(--fr-colors-fg-warning)',
    },
  }),
];

/** Marks the links with these targets, and no others. */
export function markBrokenLinks(view: Pick<EditorView, 'state' | 'dispatch'>, hrefs: readonly string[]): void {
  if (hrefs.length > 0 || view.state.field(field).size > 0) view.dispatch({ effects: markEffect.of(hrefs) });
}
