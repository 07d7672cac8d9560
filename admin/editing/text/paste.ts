import { DOMParser as NodeParser, Fragment, Slice, type Node as Block } from 'prosemirror-model';
import { addressesIn } from './completed-address.ts';
import { schema } from './schema.ts';

// Styles and elements of word processors that carry no meaning.
const dropped = 'style, script, meta, link, title, xml, o\\:p, template, iframe, object, svg, noscript, head';

/** Cleans HTML from a clipboard: Google Docs, Word, Pages, Notion, spreadsheets and web pages. */
function cleanHtml(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html.replace(/<!--\[if [^]*?<!\[endif\]-->/g, ''), 'text/html');
  for (const element of body.querySelectorAll(dropped)) element.remove();
  ticks(body);
  breaks(body);
  code(body);
  wordLists(body);
  headings(body);
  tables(body);
  lists(body);
  links(body);
  // The source of a relative address is unknown: `lostImages` counts them.
  for (const image of body.querySelectorAll('img'))
    if (!/^[a-z][a-z\d+.-]*:/i.test(image.getAttribute('src') ?? '')) image.remove();
  for (const element of body.querySelectorAll('[style]')) keepMeaning(element as HTMLElement);
  return body;
}

/** The boxes of a checklist are pictures in some programs. */
function ticks(body: HTMLElement): void {
  const boxes =
    'li[role="checkbox"] > img, li[aria-checked] > img, img[aria-roledescription*="checkbox"], [role="checkbox"] img, ' +
    'ul[data-type="taskList"] label img, .task-list-item img[class*="checkbox"], [class*="checklist"] li > img:first-child';
  for (const box of body.querySelectorAll(boxes)) box.remove();
}

const blocks =
  'address, article, aside, blockquote, body, dd, div, dl, dt, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, ' +
  'header, hr, li, main, nav, ol, p, pre, section, table, tbody, td, tfoot, th, thead, tr, ul';

/** Line breaks and paragraphs that are styled inline elements become elements. */
function breaks(body: HTMLElement): void {
  for (const part of body.querySelectorAll<HTMLElement>('span, a, font, b, i, em, strong, u, label')) {
    if (!/^(block|flex|grid|table|list-item)$/.test(part.style.display) || part.closest('pre')) continue;
    const made = document.createElement('div');
    if (part.tagName === 'SPAN' || part.tagName === 'LABEL' || part.tagName === 'FONT') {
      made.setAttribute('style', part.getAttribute('style') ?? '');
      made.append(...part.childNodes);
      part.replaceWith(made);
    } else {
      part.replaceWith(made);
      made.append(part);
    }
  }
  // Text with preserved spaces has its line breaks as characters.
  for (const part of body.querySelectorAll<HTMLElement>('[style*="white-space"]')) {
    if (!/^(pre|pre-wrap|pre-line|break-spaces)$/.test(part.style.whiteSpace) || part.closest('pre')) continue;
    if (isMonospace(part) && part.matches('div, p')) continue;
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      // Between blocks it is the layout of the HTML.
      const isLayout =
        text.data.trim() === '' && [...(text.parentElement?.children ?? [])].some((one) => one.matches(blocks));
      if (!text.data.includes('\n') || isLayout) continue;
      text.replaceWith(
        ...text.data
          .split(/\r?\n/)
          .flatMap((line, index) => (index === 0 ? [line] : [document.createElement('br'), line])),
      );
    }
  }
  // Chats and mail programs write paragraphs as two line breaks.
  for (const line of body.querySelectorAll('br')) {
    const next = nextBreak(line);
    if (next) splitAt(line, next);
  }
}

/** The line break that follows another one without text between. */
function nextBreak(line: Element): Element | null {
  let next = line.nextSibling;
  while (next instanceof Text && next.data.trim() === '') next = next.nextSibling;
  return line.isConnected && next instanceof Element && next.tagName === 'BR' ? next : null;
}

/** Splits the paragraph around two line breaks; elsewhere the text around them becomes two paragraphs. */
function splitAt(line: Element, next: Element): void {
  const paragraph = line.closest('p, div, li, td, th, blockquote, body, h1, h2, h3, h4, h5, h6, pre');
  if (!paragraph || !/^(P|DIV|BODY)$/.test(paragraph.tagName) || paragraph.querySelector(blocks)) return;
  const after = document.createRange();
  after.setStartAfter(next);
  after.setEndAfter(paragraph.lastChild ?? next);
  const rest = after.extractContents();
  let end: Element = line;
  next.remove();
  while (end.nextSibling instanceof Text && end.nextSibling.data.trim() === '') end.nextSibling.remove();
  end = line;
  end.remove();
  const made = document.createElement('p');
  made.append(rest);
  if (paragraph.tagName === 'BODY') {
    const first = document.createElement('p');
    first.append(...paragraph.childNodes);
    paragraph.append(first, made);
  } else paragraph.after(made);
}

const monospace =
  /monospace|consolas|menlo|monaco|courier|source code|fira (?:code|mono)|jetbrains|sf ?mono|cascadia|ui-mono|droid sans mono|roboto mono|inconsolata/i;

const isMonospace = ({ style }: HTMLElement): boolean => monospace.test(style.fontFamily);

/** Code keeps its lines and indentation, for any elements that its lines are made of. */
function code(body: HTMLElement): void {
  numberedLines(body);
  editorCode(body);
  lineByLine(body);
  for (const block of body.querySelectorAll('pre')) {
    if (!block.isConnected || block.parentElement?.closest('pre')) continue;
    const [, language = ''] =
      /\b(?:language|lang|highlight-source|brush:)[- ]?([\w+#-]+)/.exec(
        [
          block,
          block.querySelector('code'),
          block.parentElement,
          block.closest('[class*="language-"], [class*="highlight-source-"]'),
        ]
          .map((element) => element?.className ?? '')
          .join(' '),
      ) ?? [];
    const attribute = block.dataset['info'] ?? block.dataset['language'] ?? block.dataset['lang'] ?? language;
    // Numbers of lines, and buttons that copy, are no code.
    for (const extra of block.querySelectorAll(
      'button, [aria-hidden="true"], [class*="line-number"], [class*="lineno"], [class*="linenumber"], [data-line-number]:empty, td.gutter, .gutter, [class*="copy-button"], svg',
    ))
      if (!isLineOf(extra, block)) extra.remove();
    const text = codeText(block)
      .replace(/\u00a0/g, ' ')
      .replace(/\n+$/, '')
      .replace(/^\n/, '');
    if (attribute !== '' && attribute !== 'none') block.dataset['info'] = attribute;
    const made = document.createElement('code');
    made.textContent = text;
    block.replaceChildren(made);
  }
}

/** Code on web pages can be a table with the numbers of the lines beside them. */
function numberedLines(body: HTMLElement): void {
  const isNumber = (cell: Element): boolean =>
    cell.hasAttribute('data-line-number') ||
    /(?:^|[\s_-])(?:num|lineno|line-?numbers?|gutter)(?:$|[\s_-])/i.test(cell.className);
  for (const table of body.querySelectorAll('table')) {
    const rows = [...table.rows];
    const isInCode = table.closest('pre') !== null;
    const isNumbered = rows.every(({ cells: [first] }, index) => {
      if (!first || !/^\s*\d*\s*$/.test(first.textContent)) return false;
      return (
        isNumber(first) || (isInCode && Number(first.textContent) === Number(rows[0]?.cells[0]?.textContent) + index)
      );
    });
    if (!isNumbered || rows.some(({ cells }) => cells.length < 2)) continue;
    const made = document.createElement('pre');
    const lines = rows.map(({ cells }) => [...cells].slice(1).map(codeText).join('').replace(/\n$/, ''));
    made.textContent = lines.join('\n');
    if (isInCode) table.replaceWith(made.textContent);
    else table.replaceWith(made);
  }
}

/** Whether an element is all of a block's code, and not beside it. */
const isLineOf = (element: Element, block: Element): boolean =>
  element.textContent.trim() !== '' && element.textContent.trim() === block.textContent.trim();

const isBlockElement = (element: Element): boolean =>
  element.matches(blocks) ||
  (element instanceof HTMLElement && /^(block|flex|grid|table|table-row|list-item)$/.test(element.style.display));

/** The text of code with one line for each line break, block element or row. */
function codeText(node: Node): string {
  let text = '';
  const children = [...node.childNodes];
  const isBlock = (child: Node | undefined): boolean => child instanceof Element && isBlockElement(child);
  // One element a line: without line breaks between, each is a line.
  const elements = children.filter((child) => child instanceof Element);
  const isLines =
    elements.length > 1 &&
    elements.every(
      (child) => child.matches('code, [class*="line"], [data-line]') && !child.matches('[class*="inline"]'),
    ) &&
    children.every((child) => child instanceof Element || (child.textContent ?? '').trim() === '');
  const hasBreaks = children.some((child) => child instanceof Text && child.data.includes('\n'));
  const endsLines = elements.every(({ textContent }) => /\n$/.test(textContent));
  for (const [index, child] of children.entries()) {
    if (child instanceof Text) {
      // Line breaks of the HTML between blocks are no lines.
      const isLayout = child.data.trim() === '' && (isBlock(children[index - 1]) || isBlock(children[index + 1]));
      if (!isLayout) text += child.data;
    } else if (child instanceof Element && child.tagName === 'BR') text += '\n';
    else if (child instanceof Element && isBlock(child)) {
      const isCell = child.matches('td, th');
      if (text !== '' && !text.endsWith('\n') && !isCell) text += '\n';
      // An empty line is an empty element, or one with a line break.
      text += `${codeText(child).replace(/\n$/, '')}${isCell ? '' : '\n'}`;
    } else {
      text += codeText(child);
      if (isLines && !hasBreaks && !endsLines) text += '\n';
    }
  }
  return text;
}

/** Code editors write one element of a monospaced font, with one element a line. */
function editorCode(body: HTMLElement): void {
  for (const box of body.querySelectorAll<HTMLElement>('div[style], span[style], p[style]')) {
    if (!box.isConnected || box.closest('pre, code, td, li') || !isMonospace(box)) continue;
    const keepsSpace = /^(pre|pre-wrap|break-spaces)$/.test(box.style.whiteSpace);
    const lines = [...box.children].filter((line) => line.matches('div, p, br'));
    if (!keepsSpace && lines.length < 2) continue;
    if (box.tagName === 'SPAN' && !keepsSpace) continue;
    const made = document.createElement('pre');
    made.append(...box.childNodes);
    box.replaceWith(made);
  }
}

/** Paragraphs of monospaced text, one a line, and blocks of code one after the other, one a line, are one block of code. */
function lineByLine(body: HTMLElement): void {
  const isLine = (element: Element | null): element is HTMLElement => {
    if (!(element instanceof HTMLElement) || !element.matches('p, div') || element.closest('pre, li, td')) return false;
    if (element.querySelector('p, div, ul, ol, table, h1, h2, h3, h4, h5, h6, pre, img')) return false;
    if (isMonospace(element)) return true;
    const parts = [...element.childNodes].filter((node) => (node.textContent ?? '').trim() !== '');
    return (
      parts.length > 0 &&
      parts.every(
        (part) =>
          part instanceof HTMLElement && (isMonospace(part) || part.tagName === 'CODE' || isMonospaceInside(part)),
      )
    );
  };
  for (const first of body.querySelectorAll<HTMLElement>('p, div')) {
    if (!first.isConnected || !isLine(first) || isLine(first.previousElementSibling)) continue;
    const lines: HTMLElement[] = [first];
    for (let next = first.nextElementSibling; isLine(next); next = next?.nextElementSibling ?? null) lines.push(next);
    if (lines.length < 2) continue;
    const made = document.createElement('pre');
    first.before(made);
    made.textContent = lines.map((line) => codeText(line).replace(/\n$/, '')).join('\n');
    for (const line of lines) line.remove();
  }
}

const isMonospaceInside = (element: HTMLElement): boolean => {
  const [only] = element.children;
  return element.children.length === 1 && only instanceof HTMLElement && only.textContent === element.textContent
    ? isMonospace(only) || isMonospaceInside(only)
    : false;
};

/** The kind of a list by the marker of an item, and the number of the item. */
function markerOf(text: string): { isOrdered: boolean; number: number } {
  const digits = /(\d+)\D*$/.exec(text)?.[1];
  if (digits !== undefined) return { isOrdered: true, number: Number(digits) };
  const special = /[①-⑳]/.exec(text)?.[0] ?? /[一二三四五六七八九十]/.exec(text)?.[0];
  if (special !== undefined) {
    const chinese = '一二三四五六七八九十'.indexOf(special) + 1;
    return { isOrdered: true, number: chinese || special.charCodeAt(0) - 0x245f };
  }
  // A letter without a mark is a bullet of a font of symbols.
  const letters = /^\(?(\p{L}{1,6})[.):\]]/u.exec(text)?.[1]?.toLowerCase();
  if (letters === undefined) return { isOrdered: false, number: 1 };
  const isRoman = /^[ivxlcdm]+$/.test(letters) && !/^[cdlm]$/.test(letters);
  const letter = /^[a-z]$/.test(letters) ? letters.charCodeAt(0) - 96 : 1;
  return { isOrdered: true, number: isRoman ? romanNumber(letters) : letter };
}

function romanNumber(text: string): number {
  const values: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };
  const numbers = Array.from(text, (letter) => values[letter] ?? 0);
  return numbers.reduce((sum, value, index) => sum + (value < (numbers[index + 1] ?? 0) ? -value : value), 0);
}

/** Word writes list items as paragraphs with a class, a level in their style, and the marker as ignorable text. */
function wordLists(body: HTMLElement): void {
  const items = [...body.querySelectorAll<HTMLElement>('p[class*="MsoListParagraph"], p[style*="mso-list"]')];
  let lists: { level: number; element: HTMLElement; id: string }[] = [];
  let previous: Element | null = null;
  for (const item of items) {
    const style = item.getAttribute('style') ?? '';
    const level = Number(/level(\d+)/.exec(style)?.[1] ?? 1);
    const id = /mso-list:\s*(l\d+)/.exec(style)?.[1] ?? '';
    const marker = item.querySelector<HTMLElement>('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]');
    const text = (marker?.textContent ?? '').replace(/\u00a0/g, ' ').trim();
    const { isOrdered, number } = markerOf(text);
    marker?.remove();
    if (item.previousElementSibling !== previous) lists = [];
    while ((lists.at(-1)?.level ?? 0) > level) lists.pop();
    const tag = isOrdered ? 'OL' : 'UL';
    const last = lists.at(-1);
    // Another kind at the same level is another list.
    if (last?.level === level && (last.element.tagName !== tag || (id !== '' && last.id !== '' && id !== last.id)))
      lists.pop();
    if ((lists.at(-1)?.level ?? 0) < level) {
      const element = document.createElement(tag);
      if (isOrdered && number !== 1) element.setAttribute('start', String(number));
      const parent = lists.at(-1)?.element;
      if (parent) (parent.lastElementChild ?? parent).append(element);
      else item.before(element);
      lists.push({ level, element, id });
    }
    const entry = document.createElement('li');
    entry.append(...item.childNodes);
    lists.at(-1)?.element.append(entry);
    previous = lists[0]?.element ?? null;
    item.remove();
  }
}

/** The title of the page is its first heading: headings of a text have the levels 2 to 4. */
function headings(body: HTMLElement): void {
  for (const title of body.querySelectorAll('p.MsoTitle, p.title')) rename(title, 'h1');
  const all = [...body.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  const shift = all.some(({ tagName }) => tagName === 'H1') ? 1 : 0;
  for (const heading of all) {
    if ((heading.textContent ?? '').trim() === '') heading.remove();
    else rename(heading, `h${Math.min(4, Number(heading.tagName.slice(1)) + shift)}`);
  }
  // Headings are bold already.
  for (const bold of body.querySelectorAll('h2 b, h2 strong, h3 b, h3 strong, h4 b, h4 strong'))
    bold.replaceWith(...bold.childNodes);
  for (const part of body.querySelectorAll<HTMLElement>('h2 *, h3 *, h4 *')) part.style.removeProperty('font-weight');
}

function rename(element: Element, tag: string): void {
  const made = document.createElement(tag);
  made.append(...element.childNodes);
  element.replaceWith(made);
}

/** A table begins with a header row; paragraphs in a cell become lines; a table of one cell is its content. */
function tables(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    const rows = [...table.rows];
    const grid = gridOf(rows);
    const width = Math.max(0, ...grid.map((cells) => cells.length));
    if (rows.length === 1 && width === 1) {
      table.replaceWith(...(rows[0]?.cells[0]?.childNodes ?? []));
      continue;
    }
    for (const part of table.querySelectorAll('caption, colgroup, col')) part.remove();
    rows.forEach((row, index) => {
      const cells = Array.from({ length: width }, (_, column) => {
        const made = document.createElement(index === 0 ? 'th' : 'td');
        const cell = grid[index]?.[column];
        if (!cell) return made;
        made.style.textAlign = cell.style.textAlign || cell.getAttribute('align') || '';
        for (const block of cell.querySelectorAll('p, div, li')) block.append(' ');
        for (const block of [...cell.querySelectorAll('p, div, ul, ol, li')]) block.replaceWith(...block.childNodes);
        for (const line of cell.querySelectorAll('br')) line.replaceWith(' ');
        made.append(...cell.childNodes);
        return made;
      });
      row.replaceChildren(...cells);
    });
  }
}

/** The cells of a table by row and column. A merged cell is at its first place; the others that it covers are empty. */
function gridOf(rows: readonly HTMLTableRowElement[]): (HTMLTableCellElement | null)[][] {
  const grid = rows.map((): (HTMLTableCellElement | null)[] => []);
  rows.forEach((row, index) => {
    let column = 0;
    for (const cell of row.cells) {
      while (grid[index]?.[column] !== undefined) column += 1;
      const height = Math.min(cell.rowSpan || rows.length, rows.length - index);
      const width = Math.min(cell.colSpan, mostColumns);
      for (let down = 0; down < height; down += 1)
        for (let right = 0; right < width; right += 1) {
          const line = grid[index + down];
          if (line) line[column + right] = down === 0 && right === 0 ? cell : null;
        }
      column += width;
    }
  });
  return grid.map((cells) => Array.from(cells, (cell) => cell ?? null));
}

const mostColumns = 100;

/** Google Docs and Notion put nested lists beside their item, and paragraphs around the text of each item. */
function lists(body: HTMLElement): void {
  // A continued list states its number at the item only.
  for (const list of body.querySelectorAll('ol:not([start])')) {
    const first = list.querySelector(':scope > li')?.getAttribute('value') ?? null;
    if (first !== null) list.setAttribute('start', first);
  }
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const item = list.previousElementSibling;
    if (item?.tagName === 'LI') item.append(list);
  }
  for (const only of body.querySelectorAll('li > p:first-child, li > div:first-child')) {
    const rest = [...(only.parentElement?.children ?? [])].filter((child) => child !== only);
    if (rest.every(({ tagName }) => tagName === 'UL' || tagName === 'OL')) only.replaceWith(...only.childNodes);
  }
}

/** Removes links without a public address, and the redirect of Google. */
function links(body: HTMLElement): void {
  for (const link of body.querySelectorAll('a')) {
    const address = URL.parse(link.getAttribute('href') ?? '');
    const target =
      /(^|\.)google\.\w+$/.test(address?.hostname ?? '') && address?.pathname === '/url'
        ? address.searchParams.get('q')
        : null;
    if (target !== null && target !== undefined) link.setAttribute('href', target);
    if (!/^(https?|mailto|tel):/i.test(link.getAttribute('href') ?? '')) link.replaceWith(...link.childNodes);
  }
}

const meaningful = ['font-weight', 'font-style', 'text-decoration', 'text-align'];

/** Keeps bold, italic and strikethrough of a style. Links are underlined, and their weight is the text's. */
function keepMeaning(element: HTMLElement): void {
  const kept = meaningful.map((name) => [name, element.style.getPropertyValue(name)] as const);
  const isLine =
    element.style.getPropertyValue('text-decoration-line') === 'line-through' ||
    /line-through/.test(element.style.textDecoration);
  element.removeAttribute('style');
  for (const [name, value] of kept) {
    if (name === 'text-decoration') {
      if (isLine) element.style.setProperty(name, 'line-through');
    } else if (value !== '') element.style.setProperty(name, value);
  }
}

/** The blocks of HTML from a clipboard. */
export function sliceFromHtml(html: string): Slice {
  const slice = NodeParser.fromSchema(schema).parseSlice(cleanHtml(html));
  return new Slice(withoutEmptyBlocks(slice.content), slice.openStart, slice.openEnd);
}

/** Word processors make space with empty paragraphs and line breaks; Markdown has none of either. */
function withoutEmptyBlocks(content: Fragment): Fragment {
  const nodes: Block[] = [];
  content.forEach((node) => {
    if (node.type === schema.nodes.paragraph && node.textContent.trim() === '' && !hasImage(node)) return;
    nodes.push(node.isTextblock || node.isLeaf ? trimmed(node) : node.copy(withoutEmptyBlocks(node.content)));
  });
  return nodes.length === 0 ? content : Fragment.from(nodes);
}

const hasImage = (node: Block): boolean => node.children.some(({ type }) => type === schema.nodes.image);

function trimmed(node: Block): Block {
  const inline = [...node.children];
  while (inline.at(-1)?.type === schema.nodes.hard_break) inline.pop();
  while (inline[0]?.type === schema.nodes.hard_break) inline.shift();
  return inline.length === node.childCount ? node : node.copy(Fragment.from(inline));
}

/** Images of a clipboard that exist only there: `data:` addresses, as files. */
export function fileOfDataAddress(address: string, name: string): File | null {
  const [, type, encoded] = /^data:(image\/[\w+.-]+);base64,(.+)$/.exec(address) ?? [];
  if (!type || !encoded) return null;
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  return new File([bytes], `${name || 'image'}.${type.slice(6).replace('jpeg', 'jpg')}`, { type });
}

/** Links the addresses in pasted text, except in code and in links. */
export function withLinkedAddresses({ content, openStart, openEnd }: Slice): Slice {
  return new Slice(linked(content), openStart, openEnd);
}

function linked(content: Fragment): Fragment {
  const nodes: Block[] = [];
  content.forEach((node) => {
    const { code, link } = schema.marks;
    if (!node.isText) nodes.push(node.type.spec.code ? node : node.copy(linked(node.content)));
    else if (code.isInSet(node.marks) || link.isInSet(node.marks)) nodes.push(node);
    else {
      let end = 0;
      for (const { from, to, href } of addressesIn(node.text ?? '')) {
        if (from > end) nodes.push(node.cut(end, from));
        const address = node.cut(from, to);
        nodes.push(address.mark(link.create({ href }).addToSet(address.marks)));
        end = to;
      }
      if (end === 0) nodes.push(node);
      else if (end < node.nodeSize) nodes.push(node.cut(end));
    }
  });
  return Fragment.from(nodes);
}

/**
 * The title of an address: the words of the link that HTML consists of, or the second line of the clipboard's type for
 * addresses; null for an address without one.
 */
export function titleOfAddress(clipboard: DataTransfer, address: string): string | null {
  const { body } = new DOMParser().parseFromString(clipboard.getData('text/html'), 'text/html');
  const links = [...body.querySelectorAll('a')];
  const [only] = links;
  const isOnly = links.length === 1 && only?.textContent.trim() === body.textContent.trim();
  const [, second = ''] = clipboard.getData('text/x-moz-url').split(/\r?\n/);
  const title = [isOnly ? (only?.textContent ?? '') : '', second].map((text) => text.replace(/\s+/g, ' ').trim());
  return title.find((text) => text !== '' && text !== address && !/^https?:/i.test(text)) ?? null;
}

/** The address of the link that HTML consists of; null for other HTML. */
export function addressOfHtml(html: string): string | null {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const links = body.querySelectorAll('a[href]');
  const isOnly = links.length === 1 && links[0]?.textContent.trim() === body.textContent.trim();
  return isOnly && !body.querySelector('img, video') ? (links[0]?.getAttribute('href') ?? null) : null;
}

/** Whether HTML has only the text of its clipboard, without a link or code. */
export function isPlainHtml(html: string, text: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return body.textContent.trim() === text && !body.querySelector('a, img, pre, code, samp, kbd, table, li');
}

/** The number of images in HTML whose bytes the browser cannot read: files of a word processor, and relative ones. */
export function lostImages(html: string): number {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  ticks(body);
  const images = [...body.querySelectorAll('img')].filter(
    (image) => !/^(https?:|data:image\/)/i.test(image.getAttribute('src') ?? ''),
  );
  return images.length;
}
