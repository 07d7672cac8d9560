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

const eventName = 'frontage:text-lines';

type TextLinesEvent = CustomEvent<{ lines: TextLines | null }>;

/** The lines of the text editor inside an element; null without an editor. */
export function textLinesIn(element: HTMLElement): TextLines | null {
  const request: TextLinesEvent = new CustomEvent(eventName, { detail: { lines: null } });
  element.querySelector('.ProseMirror, .cm-content')?.dispatchEvent(request);
  return request.detail.lines;
}

/** Lets `textLinesIn` find the lines of an editor by its editable element. */
export function provideTextLines(editable: HTMLElement, lines: () => TextLines): void {
  editable.addEventListener(eventName, (event) => {
    (event as TextLinesEvent).detail.lines = lines();
  });
}
