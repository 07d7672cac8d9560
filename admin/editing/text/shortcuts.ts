import { baseKeymap, chainCommands, exitCode, splitBlock } from 'prosemirror-commands';
import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { MarkType } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { Plugin, TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import { goToNextCell, isInTable } from 'prosemirror-tables';
import { completedAddress } from './completed-address.ts';
import { commands, enterBelowBlock } from './commands.ts';
import { foreignTextPlugin, redoOwn, undoOwn } from './foreign-text.ts';
import { schema } from './schema.ts';
import { openSlashMenu } from './slash-menu.tsx';

const { nodes, marks } = schema;

/** Formats the text between two delimiters when the closing one is typed. */
function markRule(pattern: RegExp, type: MarkType): InputRule {
  return new InputRule(pattern, (...[state, match, start, end]) => {
    const [whole, lead = '', content = ''] = match;
    if (state.doc.rangeHasMark(start, end, marks.code)) return null;
    const from = start + lead.length;
    const delimiter = (whole.length - lead.length - content.length) / 2;
    const { tr } = state;
    // The last typed character is not in the document yet.
    const contentFrom = from + delimiter;
    tr.delete(contentFrom + content.length, end).delete(from, contentFrom);
    tr.addMark(from, from + content.length, type.create());
    return tr.removeStoredMark(type);
  });
}

const linkRule = new InputRule(/\[([^[\]]+)\]\((\S+)\)$/, (...[state, [, text = '', href = ''], start, end]) =>
  state.tr.replaceWith(start, end, schema.text(text, [marks.link.create({ href })])).removeStoredMark(marks.link),
);

// An address or an email address at the end of the text, without the punctuation after it.
const typedAddress =
  /(?:^|[\s(])((?:https?:\/\/|www\.)[^\s<>()]+\.[^\s<>()]*[^\s<>().,;:!?'"]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)([.,;:!?)'"]*)$/iu;

// A phone number with its country at the end of the text: a space may be a part of it.
const typedNumber = /(?:^|[\s(:])(\+\d[\d\s().\/-]{5,20}\d)([.,;:!?)'"]*)$/u;

/** Links the address before the caret, which a space ends, or an address or a phone number, which Enter ends. */
function linkTyped(state: EditorState, isEnd = false): Transaction | null {
  const { $from, empty } = state.selection;
  if (!empty || !$from.parent.inlineContent || $from.parent.type.spec.code) return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc');
  const [, address = '', after = ''] = typedAddress.exec(before) ?? (isEnd ? typedNumber.exec(before) : null) ?? [];
  if (address === '') return null;
  const to = $from.pos - after.length;
  const from = to - address.length;
  if (state.doc.rangeHasMark(from, to, marks.link) || state.doc.rangeHasMark(from, to, marks.code)) return null;
  return state.tr
    .addMark(from, to, marks.link.create({ href: completedAddress(address) }))
    .removeStoredMark(marks.link);
}

const addressRule = new InputRule(/(\s)$/, (state) => {
  const tr = linkTyped(state);
  return tr && tr.insertText(' ');
});

const linkBeforeEnter: Command = (state, dispatch, view) => {
  const tr = dispatch && linkTyped(state, true);
  if (tr && view) view.dispatch(tr);
  return false;
};

/** The Markdown that turns into formats while it is typed. Backspace right after it restores the characters. */
const markdownRules = [
  textblockTypeInputRule(/^(#{2,4}) $/, nodes.heading, ([, marks = '']) => ({ level: marks.length })),
  textblockTypeInputRule(/^# $/, nodes.heading, { level: 2 }),
  textblockTypeInputRule(/^```([\w+#-]*) $/, nodes.code_block, ([, info = '']) => ({ info })),
  wrappingInputRule(/^> $/, nodes.blockquote),
  wrappingInputRule(/^[-*+] $/, nodes.bullet_list),
  wrappingInputRule(
    /^(\d{1,9})\. $/,
    nodes.ordered_list,
    ([, start]) => ({ start: Number(start) }),
    ([, start], node) => node.childCount + Number(node.attrs['start']) === Number(start),
  ),
  new InputRule(/^(---|\*\*\*|___)$/, (...[state, , start, end]) => {
    const { $from } = state.selection;
    if ($from.parent.type !== nodes.paragraph || $from.depth !== 1) return null;
    const tr = state.tr.delete(start, end);
    const at = $from.before();
    tr.insert(at, nodes.divider.create());
    return tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1), 1));
  }),
  markRule(/(^|[^*])\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/, marks.strong),
  markRule(/(^|[^*])\*([^\s*](?:[^*]*[^\s*])?)\*$/, marks.em),
  markRule(/(^|[^\p{L}\p{N}_])_([^\s_](?:[^_]*[^\s_])?)_$/u, marks.em),
  markRule(/(^|[^~])~~([^\s~](?:[^~]*[^\s~])?)~~$/, marks.strike),
  markRule(/(^|[^`])`([^`]+)`$/, marks.code),
  linkRule,
  addressRule,
];

const hardBreak: Command = (state, dispatch) => {
  if (isInTable(state) || state.selection.$from.parent.type.spec.code) return false;
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
};

/** In a table, Enter moves to the cell below and adds a row after the last one. */
const enterInTable: Command = (state, dispatch, view) => {
  if (!isInTable(state)) return false;
  const { $from } = state.selection;
  const depth = Array.from({ length: $from.depth + 1 }, (_, index) => index).find(
    (index) => $from.node(index).type === nodes.table_row,
  );
  if (depth === undefined) return false;
  const below = (current: typeof state) => {
    const $cell = current.selection.$from;
    const table = $cell.node(depth - 1);
    const column = $cell.index(depth);
    const row = $cell.index(depth - 1) + 1;
    if (row >= table.childCount) return null;
    let pos = $cell.start(depth - 1);
    for (let index = 0; index < row; index += 1) pos += table.child(index).nodeSize;
    pos += 1;
    for (let index = 0; index < column; index += 1) pos += table.child(row).child(index).nodeSize;
    return TextSelection.near(current.doc.resolve(pos + 1));
  };
  const next = below(state);
  if (next) dispatch?.(state.tr.setSelection(next).scrollIntoView());
  else if (dispatch && commands.addRow.run(state, dispatch) && view) {
    const added = below(view.state);
    if (added) view.dispatch(view.state.tr.setSelection(added).scrollIntoView());
  }
  return true;
};

/** In a block of text, Enter in an empty paragraph between others does not split the block. */
const enterInBlock: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const isInside = $from.depth > 0 && $from.node(-1).type === nodes.block_container;
  const isBetween = isInside && $from.parent.content.size === 0 && $from.after() !== $from.end(-1);
  return empty && isBetween && splitBlock(state, dispatch);
};

/**
 * A command whose key does nothing else: a Mac reports the same letter with and without Shift, so that a redo of nothing
 * would undo.
 */
const alone =
  (command: Command): Command =>
  (...editor) => {
    command(...editor);
    return true;
  };

const bindings: Record<string, Command> = {
  ...Object.fromEntries(
    Object.values(commands).flatMap((command) => ('key' in command ? [[command.key, command.run]] : [])),
  ),
  'Mod-z': alone(undoOwn),
  'Mod-Shift-z': alone(redoOwn),
  'Mod-y': alone(redoOwn),
  Backspace: undoInputRule,
  Enter: chainCommands(linkBeforeEnter, enterBelowBlock, enterInTable, splitListItem(nodes.list_item), enterInBlock),
  'Shift-Enter': chainCommands(exitCode, hardBreak),
  'Mod-Alt-b': (...[, dispatch, view]) => {
    if (dispatch && view) openSlashMenu(view);
    return true;
  },
  'Mod-]': sinkListItem(nodes.list_item),
  'Mod-[': liftListItem(nodes.list_item),
};

/** In the last cell of a table, Tab adds a row and moves to its first cell. */
const nextRow: Command = (state, dispatch, view) => {
  if (!isInTable(state)) return false;
  if (dispatch && commands.addRow.run(state, dispatch) && view) goToNextCell(1)(view.state, view.dispatch);
  return true;
};

/** Tab moves between cells and indents list items. After Escape it leaves the editor, as elsewhere. */
function tabPlugin(): Plugin {
  let leaves = false;
  return new Plugin({
    props: {
      handleKeyDown: (view, event) => {
        if (event.key === 'Escape') {
          leaves = true;
          return false;
        }
        if (event.key !== 'Tab' || event.ctrlKey || event.altKey || event.metaKey) {
          if (event.key !== 'Shift') leaves = false;
          return false;
        }
        if (leaves) return false;
        const { state } = view;
        const dispatch = view.dispatch.bind(view);
        return event.shiftKey
          ? chainCommands(goToNextCell(-1), liftListItem(nodes.list_item))(state, dispatch)
          : chainCommands(goToNextCell(1), nextRow, sinkListItem(nodes.list_item))(state, dispatch, view);
      },
      handleDOMEvents: {
        blur: () => {
          leaves = false;
          return false;
        },
      },
    },
  });
}

// Ctrl+Enter is the primary action of the form, also in a code block.
const { 'Mod-Enter': _, ...editingKeys } = baseKeymap;

/** Keys and Markdown shortcuts. */
export const shortcutPlugins = (): Plugin[] => [
  foreignTextPlugin(),
  inputRules({ rules: markdownRules }),
  tabPlugin(),
  keymap(bindings),
  keymap(editingKeys),
];
