import { DOMParser as NodeParser, Fragment, Slice, type Node as Block } from 'prosemirror-model';
import { schema } from './schema.ts';

// Styles and elements of word processors that carry no meaning.
const dropped = 'style, script, meta, link, title, xml, o\\:p, template, iframe, object, svg, noscript, head';

/** Cleans HTML from a clipboard: Google Docs, Word, Pages, Notion, spreadsheets and web pages. */
function cleanHtml(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html.replace(/<!--\[if [^]*?<!\[endif\]-->/g, ''), 'text/html');
  for (const element of body.querySelectorAll(dropped)) element.remove();
  wordLists(body);
  headings(body);
  tables(body);
  lists(body);
  links(body);
  // The source of a relative address is unknown.
  for (const image of body.querySelectorAll('img'))
    if (!/^[a-z][a-z\d+.-]*:/i.test(image.getAttribute('src') ?? '')) image.remove();
  for (const code of body.querySelectorAll('pre')) withoutFinalBreak(code);
  for (const element of body.querySelectorAll('[style]')) keepMeaning(element as HTMLElement);
  return body;
}

/** The line break at the end of a code block is not a line of code. */
function withoutFinalBreak({ lastChild }: Node): void {
  if (lastChild instanceof Text) lastChild.data = lastChild.data.replace(/\n$/, '');
  else if (lastChild) withoutFinalBreak(lastChild);
}

/** Word writes list items as paragraphs with a class, a level in their style, and the marker as ignorable text. */
function wordLists(body: HTMLElement): void {
  const items = [...body.querySelectorAll<HTMLElement>('p[class*="MsoListParagraph"], p[style*="mso-list"]')];
  let lists: { level: number; element: HTMLElement }[] = [];
  let previous: Element | null = null;
  for (const item of items) {
    const style = item.getAttribute('style') ?? '';
    const level = Number(/level(\d+)/.exec(style)?.[1] ?? 1);
    const marker = item.querySelector<HTMLElement>('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]');
    const isOrdered = /^\s*(\d+|[a-z]|[ivx]+)[.)]/i.test(marker?.textContent ?? '');
    marker?.remove();
    if (item.previousElementSibling !== previous) lists = [];
    while ((lists.at(-1)?.level ?? 0) > level) lists.pop();
    if ((lists.at(-1)?.level ?? 0) < level) {
      const element = document.createElement(isOrdered ? 'ol' : 'ul');
      const parent = lists.at(-1)?.element;
      if (parent) (parent.lastElementChild ?? parent).append(element);
      else item.before(element);
      lists.push({ level, element });
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
    const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
    if (rows.length === 1 && width === 1) {
      table.replaceWith(...(rows[0]?.cells[0]?.childNodes ?? []));
      continue;
    }
    for (const part of table.querySelectorAll('caption, colgroup, col')) part.remove();
    rows.forEach((row, index) => {
      for (const cell of [...row.cells]) {
        const made = document.createElement(index === 0 ? 'th' : 'td');
        made.style.textAlign = cell.style.textAlign || cell.getAttribute('align') || '';
        for (const block of cell.querySelectorAll('p, div, li')) block.append(' ');
        for (const block of [...cell.querySelectorAll('p, div, ul, ol, li')]) block.replaceWith(...block.childNodes);
        for (const line of cell.querySelectorAll('br')) line.replaceWith(' ');
        made.append(...cell.childNodes);
        cell.replaceWith(made);
      }
      while (row.cells.length < width) row.append(document.createElement(index === 0 ? 'th' : 'td'));
    });
  }
}

/** Google Docs and Notion put nested lists beside their item, and paragraphs around the text of each item. */
function lists(body: HTMLElement): void {
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

/** Whether a text is one web address. */
export const isAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
