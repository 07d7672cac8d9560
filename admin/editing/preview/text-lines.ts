import { EditorView } from '@codemirror/view';

/** The lines of a Markdown field on the screen. Line numbers start at 0 and may be fractional. */
export interface TextLines {
  count: number;
  /** The line of the caret. */
  caret: number;
  /** Pixels above the first and below the last line. */
  padding: number;
  /** The line at a distance in pixels from the top of the first. */
  lineAt(top: number): number;
  /** The distance of a line from the top of the first, in pixels. */
  topOf(line: number): number;
  putCaret(line: number): void;
}

/** The event that asks the visual editor for its lines. The editor sets `detail.lines`. */
export type TextLinesEvent = CustomEvent<{ lines: TextLines | null }>;

/** The lines of the editor inside an element; null without an editor. */
export function textLinesIn(element: HTMLElement): TextLines | null {
  const visual = element.querySelector('.ProseMirror');
  if (visual) {
    const asked: TextLinesEvent = new CustomEvent('frontage:text-lines', { detail: { lines: null } });
    visual.dispatchEvent(asked);
    return asked.detail.lines;
  }
  const content = element.querySelector<HTMLElement>('.cm-content');
  const view = content && EditorView.findFromDOM(content);
  if (!view) return null;
  const { doc, selection } = view.state;
  const lineFrom = (line: number) => doc.line(Math.min(doc.lines, Math.max(1, Math.floor(line) + 1))).from;
  return {
    count: doc.lines,
    padding: view.documentPadding.top,
    caret: doc.lineAt(selection.main.head).number - 1,
    lineAt: (top) => {
      const block = view.lineBlockAtHeight(top);
      const share = block.height > 0 ? (top - block.top) / block.height : 0;
      return doc.lineAt(block.from).number - 1 + Math.min(1, Math.max(0, share));
    },
    topOf: (line) => {
      const block = view.lineBlockAt(lineFrom(line));
      return block.top + block.height * Math.min(1, Math.max(0, line - doc.lineAt(block.from).number + 1));
    },
    putCaret: (line) => view.dispatch({ selection: { anchor: lineFrom(line) }, scrollIntoView: true }),
  };
}
