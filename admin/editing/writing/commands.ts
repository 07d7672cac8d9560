import { chainCommands, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import type { Attrs, MarkType, NodeType } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import { NodeSelection, Selection, TextSelection, type Command, type EditorState } from 'prosemirror-state';
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, isInTable } from 'prosemirror-tables';
import { schema } from './schema.ts';

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
    if (node.isAtom && !tr.doc.resolve(end).nodeAfter) tr.insert(end, nodes.paragraph.create());
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

/** Moves the block of the selection over the next or previous one. */
function moveBlock(step: 1 | -1): Command {
  return (state, dispatch) => {
    const { $from, from, to } = state.selection;
    const index = $from.index(0);
    const node = state.doc.maybeChild(index);
    const neighbor = state.doc.maybeChild(index + step);
    if (!node || !neighbor) return false;
    const start = state.selection instanceof NodeSelection && $from.depth === 0 ? from : $from.before(1);
    const target = step === 1 ? start + neighbor.nodeSize : start - neighbor.nodeSize;
    const tr = state.tr.delete(start, start + node.nodeSize).insert(target, node);
    const shift = target - start;
    const isNode = state.selection instanceof NodeSelection;
    tr.setSelection(
      isNode ? NodeSelection.create(tr.doc, from + shift) : TextSelection.create(tr.doc, from + shift, to + shift),
    );
    dispatch?.(tr.scrollIntoView());
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
