import { EditorState, NodeSelection, TextSelection, type Command } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { announcementOf, commands, createBlock, enterBelowBlock, insertDirective, textBelowBlock } from './commands.ts';
import { MarkdownSource } from './parse.ts';

const button = '::button[Go]{href="/a"}';

function opened(text: string, selected: number | null) {
  const source = new MarkdownSource();
  let state = EditorState.create({ doc: source.open(text) });
  const select = selected === null ? TextSelection.atEnd(state.doc) : NodeSelection.create(state.doc, selected);
  state = state.apply(state.tr.setSelection(select));
  const announced: (string | null)[] = [];
  return {
    announced,
    run: (command: Command) =>
      command(state, (tr) => {
        announced.push(announcementOf(tr));
        state = state.apply(tr);
      }),
    type: (words: string) => {
      state = state.apply((textBelowBlock(state) ?? state.tr).insertText(words));
    },
    text: () => source.write(state.doc),
  };
}

describe('a block without text', () => {
  const node = () => createBlock({ name: 'button', text: 'Go', attributes: { href: '/a' } });

  it.each([
    ['', `${button}\n\nAfter`],
    ['First', `First\n\n${button}\n\nAfter`],
  ])('has the caret below it after it was inserted into %j', (text, expected) => {
    const editor = opened(text, null);
    editor.run(insertDirective(node()));
    editor.type('After');
    expect(editor.text()).toBe(expected);
  });

  it.each([
    ['first', `${button}\n\nLast`, 0, `${button}\n\nTyped\n\nLast`],
    ['only', button, 0, `${button}\n\nTyped`],
    [
      'in a card',
      `::::cards\n:::card[T]\n${button}\n:::\n::::`,
      2,
      `::::cards\n:::card[T]\n${button}\n\nTyped\n:::\n::::`,
    ],
    ['a card', '::::cards\n:::card[T]\nText\n:::\n::::', 1, '::::cards\n:::card[T]\nText\n:::\n::::\n\nTyped'],
  ])('stays when it is selected (%s) and text is typed, also after Enter', (...[, text, selected, expected]) => {
    const editor = opened(text, selected);
    editor.type('Typed');
    expect(editor.text()).toBe(expected);
    const other = opened(text, selected);
    other.run(enterBelowBlock);
    other.type('Typed');
    expect(other.text()).toBe(expected);
  });
});

it('announces moved, duplicated and deleted blocks', () => {
  const editor = opened(`${button}\n\nLast`, 0);
  for (const { run } of [commands.moveDown, commands.moveUp, commands.duplicate, commands.removeBlock]) editor.run(run);
  expect(editor.announced).toEqual(['Button moved down', 'Button moved up', 'Button duplicated', 'Button deleted']);
});
