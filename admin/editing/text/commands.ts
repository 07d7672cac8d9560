import { blockDefinition, type Directive, newDirective } from '@frontage/model/blocks';
import { chainCommands, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import type { Attrs, MarkType, Node, NodeType } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import {
  NodeSelection,
  Selection,
  TextSelection,
  type Command,
  type EditorState,
  type Transaction,
} from 'prosemirror-state';
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, isInTable } from 'prosemirror-tables';
import { directiveOf, directiveType, schema } from './schema.ts';

const { nodes, marks } = schema;

export interface EditorCommand {
  label: string;
  /** The shortcut in ProseMirror's notation. */
  key?: string;
  run: Command;
  /** Whether the selection already has the format. */
  isActive?: (state: EditorState) => boolean;
}

function hasMark({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, to, $from, empty } = selection;
  return empty ? Boolean(type.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, type);
}

const format = (label: string, key: string, type: MarkType): EditorCommand => ({
  label,
  key,
  run: unlessInCode(toggleMark(type)),
  isActive: (state) => hasMark(state, type),
});

const unlessInCode =
  (command: Command): Command =>
  (state, dispatch, view) =>
    state.selection.$from.parent.type.spec.code ? false : command(state, dispatch, view);

function isInside({ selection }: EditorState, type: NodeType): boolean {
  const { $from } = selection;
  return Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth)).some((node) => node.type === type);
}

const isBlock = ({ selection }: EditorState, type: NodeType, attrs: Attrs = {}): boolean => {
  const { parent } = selection.$from;
  return parent.type === type && Object.entries(attrs).every(([name, value]) => parent.attrs[name] === value);
};

/** Turns the selected blocks into blocks of a type, or back into paragraphs. */
const block = ([label, key]: [string, string], type: NodeType, attrs: Attrs = {}): EditorCommand => ({
  label,
  key,
  run: (state, dispatch, view) =>
    isInTable(state)
      ? false
      : (isBlock(state, type, attrs) ? setBlockType(nodes.paragraph) : setBlockType(type, attrs))(
          state,
          dispatch,
          view,
        ),
  isActive: (state) => isBlock(state, type, attrs),
});

const list = (label: string, key: string, type: NodeType): EditorCommand => ({
  label,
  key,
  run: (state, dispatch, view) => {
    if (isInTable(state)) return false;
    if (isInside(state, type)) return liftListItem(nodes.list_item)(state, dispatch, view);
    return chainCommands(changeList(type), wrapInList(type))(state, dispatch, view);
  },
  isActive: (state) => isInside(state, type),
});

/** Changes the list around the selection into one of another type. */
function changeList(type: NodeType): Command {
  return (state, dispatch) => {
    const { $from } = state.selection;
    for (let depth = $from.depth; depth > 0; depth -= 1) {
      const node = $from.node(depth);
      if (node.type !== nodes.bullet_list && node.type !== nodes.ordered_list) continue;
      dispatch?.(state.tr.setNodeMarkup($from.before(depth), type, { isTight: node.attrs['isTight'] as boolean }));
      return true;
    }
    return false;
  };
}

/** Inserts a block at the selection and puts the caret into it, or after it if it has no text. */
function insertBlock(create: () => ReturnType<NodeType['create']>): Command {
  return (state, dispatch) => {
    if (isInTable(state)) return false;
    const { $from, $to } = state.selection;
    const isEmpty = $from.parent.isTextblock && $from.parent.content.size === 0;
    const node = create();
    const { tr } = state;
    if ($from.depth === 0) tr.replaceSelectionWith(node);
    else if (isEmpty) tr.replaceWith($from.before(), $from.after(), node);
    else tr.insert($to.after(), node);
    const start = isEmpty ? $from.before() : $from.depth === 0 ? $from.pos : $to.after();
    const end = start + node.nodeSize;
    if (!tr.doc.resolve(end).nodeAfter) tr.insert(end, nodes.paragraph.create());
    const selection = node.isAtom
      ? (Selection.findFrom(tr.doc.resolve(end), 1, true) ?? Selection.near(tr.doc.resolve(end)))
      : TextSelection.near(tr.doc.resolve(start + 1));
    const { $from: $start } = selection;
    // The first heading of a table is replaced by the first typed letter.
    const text = $start.parent.content.size;
    if (node.type === nodes.table) {
      dispatch?.(tr.setSelection(TextSelection.create(tr.doc, $start.pos, $start.pos + text)).scrollIntoView());
      return true;
    }
    dispatch?.(tr.setSelection(selection).scrollIntoView());
    return true;
  };
}

const newTable = () => {
  const header = () => nodes.table_header.create(null, schema.text('Heading'));
  const cells = () => [nodes.table_cell.create(), nodes.table_cell.create()];
  return nodes.table.create(null, [
    nodes.table_row.create(null, [header(), header()]),
    nodes.table_row.create(null, cells()),
    nodes.table_row.create(null, cells()),
  ]);
};

/** A block around the selection, with the block or document that contains it. */
interface Place {
  parent: Node;
  index: number;
  node: Node;
  pos: number;
}

const isHolder = ({ type }: Node): boolean =>
  type === nodes.doc || type === nodes.block_container || type === nodes.block_group;

/** The blocks around the selection that can be moved, the innermost first. */
function placesOf({ selection }: EditorState): Place[] {
  const { $from } = selection;
  const isNode = selection instanceof NodeSelection;
  const places: Place[] = [];
  for (let depth = isNode ? $from.depth + 1 : $from.depth; depth > 0; depth -= 1) {
    const parent = $from.node(depth - 1);
    const index = $from.index(depth - 1);
    const node = parent.maybeChild(index);
    const pos = depth > $from.depth ? selection.from : $from.before(depth);
    if (node && isHolder(parent)) places.push({ parent, index, node, pos });
  }
  return places;
}

/** The innermost directive around the selection. */
export const directivePlace = (state: EditorState): Place | null =>
  placesOf(state).find(({ node }) => directiveOf(node) !== null) ?? null;

const announcement = 'announcement';

/** The words that screen readers say about a transaction; null for none. */
export const announcementOf = (tr: Transaction): string | null => {
  const text: unknown = tr.getMeta(announcement);
  return typeof text === 'string' ? text : null;
};

/** The name of a block. */
export function blockName(node: Node): string {
  const directive = directiveOf(node);
  if (directive) return blockDefinition(directive.name)?.label ?? 'Block';
  const { name } = node.type;
  if (name === 'paragraph') return 'Text';
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('_', ' ');
}

/** Moves the block of the selection over the next or previous one; at the edge of a block, moves that block. */
function moveBlock(step: 1 | -1): Command {
  return (state, dispatch) => {
    const place = placesOf(state).find(({ parent, index }) => parent.maybeChild(index + step));
    const neighbor = place?.parent.maybeChild(place.index + step);
    if (!place || !neighbor) return false;
    const { node, pos } = place;
    const target = step === 1 ? pos + neighbor.nodeSize : pos - neighbor.nodeSize;
    const tr = state.tr.delete(pos, pos + node.nodeSize).insert(target, node);
    const { from, to } = state.selection;
    const shift = target - pos;
    const isNode = state.selection instanceof NodeSelection;
    tr.setSelection(
      isNode ? NodeSelection.create(tr.doc, from + shift) : TextSelection.create(tr.doc, from + shift, to + shift),
    );
    dispatch?.(tr.setMeta(announcement, `${blockName(node)} moved ${step === 1 ? 'down' : 'up'}`).scrollIntoView());
    return true;
  };
}

/** The directive around the selection, or the block at the top level. */
const wholeBlock = (state: EditorState): Place | undefined => directivePlace(state) ?? placesOf(state).at(-1);

const duplicateBlock: Command = (state, dispatch) => {
  const place = wholeBlock(state);
  if (!place) return false;
  const { node, pos } = place;
  const copy = node.type.create({ ...node.attrs, origin: null }, node.content, node.marks);
  const tr = state.tr.insert(pos + node.nodeSize, copy);
  tr.setMeta(announcement, `${blockName(node)} duplicated`);
  dispatch?.(tr.setSelection(inBlock(tr.doc, pos + node.nodeSize)).scrollIntoView());
  return true;
};

const removeBlock: Command = (state, dispatch) => {
  const places = placesOf(state);
  let place = wholeBlock(state);
  if (!place) return false;
  // A block of blocks without blocks has no meaning.
  while (place.parent.type === nodes.block_group && place.parent.childCount === 1) {
    const around: Place | undefined = places[places.indexOf(place) + 1];
    if (!around) break;
    place = around;
  }
  const { parent, node, pos } = place;
  const { tr } = state;
  if (parent.childCount === 1) tr.replaceWith(pos, pos + node.nodeSize, nodes.paragraph.create());
  else tr.delete(pos, pos + node.nodeSize);
  tr.setMeta(announcement, `${blockName(node)} deleted`);
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(Math.min(pos, tr.doc.content.size)), -1)).scrollIntoView());
  return true;
};

/** The caret at the start of a block, or the block itself if it has no text. */
export function inBlock(doc: Node, pos: number): Selection {
  const node = doc.nodeAt(pos);
  return node?.isAtom ? NodeSelection.create(doc, pos) : Selection.near(doc.resolve(pos + 1));
}

/** The name of the block whose values the user must enter before it can be inserted: itself or one inside; or null. */
export function askedBlock(name: string): string | null {
  const { content, attributes = [], within } = blockDefinition(name) ?? {};
  if (attributes.some(({ required, kind }) => required && /^(image|video|demo)$/.test(kind))) return name;
  // A link has no value that could be assumed.
  if (content === 'none' && within === undefined && attributes.some(({ required }) => required)) return name;
  return typeof content === 'object' ? askedBlock(content.block) : null;
}

/** A new block with the least content; `inside` are the values of one block in it. */
export function createBlock(directive: Directive, inside?: Directive): Node {
  const definition = blockDefinition(directive.name);
  if (!definition) throw new RangeError(`There is no block ${directive.name}`);
  const { content } = definition;
  const type = directiveType(definition);
  if (content === 'none') return type.create(directive);
  if (content === 'markdown') return type.create(directive, nodes.paragraph.create());
  const children = inside
    ? [createBlock(inside)]
    : Array.from({ length: content.least }, () => createBlock(newDirective(content.block)));
  return type.create(directive, children);
}

/** Inserts a directive after the block of the selection, or instead of an empty paragraph. */
export function insertDirective(node: Node): Command {
  return (state, dispatch) => {
    const place = placesOf(state).find(({ parent }) => parent.type !== nodes.block_group);
    const { tr } = state;
    const isEmpty = place?.node.type === nodes.paragraph && place.node.content.size === 0;
    const pos = place ? place.pos + (isEmpty ? 0 : place.node.nodeSize) : state.doc.content.size;
    if (place && isEmpty) tr.replaceWith(pos, pos + place.node.nodeSize, node);
    else tr.insert(pos, node);
    const end = pos + node.nodeSize;
    // A block without text is not selected: the next letters would be meant for the text after it.
    const next = tr.doc.resolve(end).nodeAfter;
    if (!next || (node.isAtom && !next.isTextblock)) tr.insert(end, nodes.paragraph.create());
    const selection = node.isAtom ? TextSelection.create(tr.doc, end + 1) : inBlock(tr.doc, pos);
    dispatch?.(tr.setSelection(selection).scrollIntoView());
    return true;
  };
}

/** A transaction with the caret in a new paragraph below the selected block; null if no block is selected. */
export function textBelowBlock({ selection, tr }: EditorState): Transaction | null {
  if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return null;
  const { $from } = selection;
  const paragraph = nodes.paragraph.create();
  for (let depth = $from.depth; depth >= 0; depth -= 1) {
    const index = $from.index(depth) + 1;
    if (!$from.node(depth).canReplaceWith(index, index, nodes.paragraph)) continue;
    const pos = depth === $from.depth ? selection.to : $from.after(depth + 1);
    tr.insert(pos, paragraph);
    return tr.setSelection(TextSelection.create(tr.doc, pos + 1)).scrollIntoView();
  }
  return null;
}

/** Enter on a selected block begins a text below it, also if the block is the first one. */
export const enterBelowBlock: Command = (state, dispatch) => {
  const below = textBelowBlock(state);
  if (below) dispatch?.(below);
  return below !== null;
};

/** The block of blocks around the selection, to which another one can be added. */
export const groupPlace = (state: EditorState): Place | null =>
  placesOf(state).find(({ node }) => node.type === nodes.block_group) ?? null;

/** Adds a block to the block of blocks around the selection: after the current one, or at its end. */
export function addToGroup(node: Node): Command {
  return (state, dispatch) => {
    const group = groupPlace(state);
    if (!group) return false;
    const current = placesOf(state).find(({ parent }) => parent === group.node);
    const pos = current ? current.pos + current.node.nodeSize : group.pos + group.node.nodeSize - 1;
    const tr = state.tr.insert(pos, node);
    dispatch?.(tr.setSelection(inBlock(tr.doc, pos)).scrollIntoView());
    return true;
  };
}

/** The position of a node in a document, first looked for at a position; null if it is not there. */
export function positionOf(node: Node, doc: Node, expected: number): number | null {
  if (expected <= doc.content.size && doc.nodeAt(expected) === node) return expected;
  let found: number | null = null;
  doc.descendants((other, pos) => {
    if (other === node) found ??= pos;
    return found === null;
  });
  return found;
}

/** Changes the values of the directive at a position. */
export function setDirective(pos: number, { name, text, attributes }: Directive): Command {
  return (state, dispatch) => {
    const node = state.doc.nodeAt(pos);
    if (!node || !directiveOf(node)) return false;
    const { tr } = state;
    // Steps without a range: the selection and the blocks around stay.
    for (const [key, value] of Object.entries({ name, text, attributes }))
      if (JSON.stringify(node.attrs[key]) !== JSON.stringify(value)) tr.setNodeAttribute(pos, key, value);
    dispatch?.(tr);
    return true;
  };
}

/** Deletes the row of the selection; with the header, whose table would have none, the table. */
const removeRow: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const isHeader = isInside(state, nodes.table_header);
  const table = Array.from({ length: $from.depth }, (_, depth) => $from.node(depth)).find(
    ({ type }) => type === nodes.table,
  );
  return (isHeader || table?.childCount === 1 ? deleteTable : deleteRow)(state, dispatch);
};

/** All commands of the editor by name. The toolbar, the slash menu and the keyboard run them. */
export const commands = {
  paragraph: block(['Text', 'Mod-Alt-0'], nodes.paragraph),
  heading2: block(['Heading 2', 'Mod-Alt-2'], nodes.heading, { level: 2 }),
  heading3: block(['Heading 3', 'Mod-Alt-3'], nodes.heading, { level: 3 }),
  heading4: block(['Heading 4', 'Mod-Alt-4'], nodes.heading, { level: 4 }),
  bold: format('Bold', 'Mod-b', marks.strong),
  italic: format('Italic', 'Mod-i', marks.em),
  strike: format('Strikethrough', 'Mod-Shift-x', marks.strike),
  code: format('Code', 'Mod-e', marks.code),
  bullets: list('Bulleted list', 'Mod-Shift-8', nodes.bullet_list),
  numbers: list('Numbered list', 'Mod-Shift-7', nodes.ordered_list),
  quote: {
    label: 'Quote',
    key: 'Mod-Shift-9',
    run: (state, dispatch) =>
      !isInTable(state) && (isInside(state, nodes.blockquote) ? lift : wrapIn(nodes.blockquote))(state, dispatch),
    isActive: (state) => isInside(state, nodes.blockquote),
  },
  codeBlock: block(['Code block', 'Mod-Alt-c'], nodes.code_block),
  divider: { label: 'Divider', key: 'Mod-Alt-r', run: insertBlock(() => nodes.divider.create()) },
  table: { label: 'Table', key: 'Mod-Alt-t', run: insertBlock(newTable) },
  markdown: { label: 'Markdown', key: 'Mod-Alt-m', run: insertBlock(() => nodes.markdown_block.create()) },
  moveUp: { label: 'Move block up', key: 'Alt-Shift-ArrowUp', run: moveBlock(-1) },
  moveDown: { label: 'Move block down', key: 'Alt-Shift-ArrowDown', run: moveBlock(1) },
  duplicate: { label: 'Duplicate', key: 'Mod-Shift-d', run: duplicateBlock },
  removeBlock: { label: 'Delete', key: 'Mod-Shift-Backspace', run: removeBlock },
  addRow: { label: 'Add row', key: 'Mod-Alt-ArrowDown', run: addRowAfter },
  addColumn: { label: 'Add column', key: 'Mod-Alt-ArrowRight', run: addColumnAfter },
  removeRow: { label: 'Remove row', run: removeRow },
  removeColumn: { label: 'Remove column', run: deleteColumn },
  removeTable: { label: 'Remove table', run: deleteTable },
} as const satisfies Record<string, EditorCommand>;

export type CommandName = keyof typeof commands;

/** The link around the selection; null without one. */
export function linkAt({ selection, doc }: EditorState): { href: string; from: number; to: number } | null {
  const { $from, from, to } = selection;
  const mark = marks.link.isInSet($from.marks()) ?? (from < to ? linkIn(doc, from, to) : undefined);
  if (!mark) return null;
  const { parent } = $from;
  const start = $from.start();
  let found: { from: number; to: number } | null = null;
  parent.forEach((node, offset) => {
    if (!mark.isInSet(node.marks)) return;
    const range = { from: start + offset, to: start + offset + node.nodeSize };
    if (found && found.to === range.from) found.to = range.to;
    else if (!found || range.from <= from) found = range;
  });
  const range = found as { from: number; to: number } | null;
  return range && { href: String(mark.attrs['href']), ...range };
}

function linkIn(doc: EditorState['doc'], from: number, to: number) {
  const found = doc.slice(from, to).content.firstChild;
  return found ? marks.link.isInSet(found.isTextblock ? (found.firstChild?.marks ?? []) : found.marks) : undefined;
}

/**
 * Links the selection, the link around the caret, or inserted text, which replaces `[[` before the caret. An empty
 * address removes the link.
 */
export function setLink(href: string, text = href): Command {
  return (state, dispatch) => {
    const current = linkAt(state);
    const { from, to, empty } = state.selection;
    const range = empty && current ? current : { from, to };
    const { tr } = state;
    if (href === '') tr.removeMark(range.from, range.to, marks.link);
    else if (range.from === range.to) {
      const { $from } = state.selection;
      const isTyped = $from.parent.textBetween(0, $from.parentOffset, undefined, '￼').endsWith('[[');
      tr.replaceWith(isTyped ? from - 2 : from, from, schema.text(text, [marks.link.create({ href })]));
    } else tr.removeMark(range.from, range.to, marks.link).addMark(range.from, range.to, marks.link.create({ href }));
    dispatch?.(tr.removeStoredMark(marks.link).scrollIntoView());
    return true;
  };
}

/** Replaces the selection by a link to an address, followed by its punctuation. */
export function insertAddress({ href, text, after }: { href: string; text: string; after: string }): Command {
  return (state, dispatch) => {
    const { $from, from, to } = state.selection;
    const around = marks.link.removeFromSet($from.marks());
    const link = marks.link.create({ href });
    const inserted = [schema.text(text, link.addToSet(around)), ...(after === '' ? [] : [schema.text(after, around)])];
    dispatch?.(state.tr.replaceWith(from, to, inserted).removeStoredMark(marks.link).scrollIntoView());
    return true;
  };
}

/** The position of the selected image; null without one. */
export const selectedImage = ({ selection }: EditorState): number | null =>
  selection instanceof NodeSelection && selection.node.type === schema.nodes.image ? selection.from : null;
