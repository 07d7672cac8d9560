import { EditorView } from '@codemirror/view';

/** The lines of a Markdown field as they lie on the screen, counted from 0 and in parts. */
export interface TextLines {
  count: number;
  /** Where the caret is. */
  caret: number;
  /** Pixels above the first and below the last of them. */
  padding: number;
  /** The line so far below the first one's top, in pixels. */
  lineAt(top: number): number;
  /** How far below that a line is. */
  topOf(line: number): number;
  putCaret(line: number): void;
}

/** The lines in the editor inside an element; null where there is no editor. */
export function textLinesIn(element: HTMLElement): TextLines | null {
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
