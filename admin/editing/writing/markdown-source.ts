import type { Node } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import { blockLines, parseText, type SourceBlock } from './parse.ts';
import { schema, isSameBlock } from './schema.ts';
import { isEmptyBlock, serializeBlock } from './serialize.ts';

interface Origin {
  source: string;
  node: Node;
}

/** A block of the document as it is written. */
export interface WrittenBlock {
  node: Node;
  /** Its position in the document. */
  pos: number;
  /** Its Markdown and the text between it and the block before. */
  text: string;
  before: string;
  /** The id of its origin; 0 for a new block. `isUnchanged` while it equals its origin. */
  id: number;
  isUnchanged: boolean;
}

/** How two blocks follow each other. */
interface Joint {
  first: string;
  separator: string;
  second: string;
}

const edge = 0;
const pairOf = (before: number, after: number): string => `${before}>${after}`;

/**
 * The Markdown source behind a document. Blocks refer to their original text, so that unchanged blocks and the
 * separators between them are written as they were read, and an edit changes the bytes of its block alone.
 */
export class MarkdownSource {
  readonly #origins = new Map<number, Origin>();
  readonly #separators = new Map<string, string>();
  readonly #written = new WeakMap<Node, string>();
  #joints = new WeakMap<Node, { next: Node; from: string; joint: Joint }>();
  #lastId = edge;
  #lineBreak = '\n';
  /** The blocks of the last document, which is written and measured after each key. */
  #last: { doc: Node; blocks: readonly WrittenBlock[] } | null = null;

  /** The document of a text. */
  open(text: string): Node {
    const { blocks, after } = parseText(text);
    this.#lineBreak = /\r\n/.test(text) ? '\r\n' : '\n';
    const ids = blocks.map((block) => this.#add(block));
    this.#separate(blocks, { ids, after });
    const nodes = ids.flatMap((id) => this.#origins.get(id)?.node ?? []);
    return schema.node('doc', null, nodes.length > 0 ? nodes : [schema.node('paragraph')]);
  }

  /** The text of a document. */
  write(doc: Node): string {
    const blocks = this.blocks(doc);
    const after = this.#separators.get(pairOf(blocks.at(-1)?.id ?? edge, edge)) ?? '';
    return blocks.map(({ before, text }) => before + text).join('') + after;
  }

  /** The written blocks of a document. Empty paragraphs, which Markdown cannot express, are not among them. */
  blocks(doc: Node): readonly WrittenBlock[] {
    if (this.#last?.doc !== doc) this.#last = { doc, blocks: this.#write(doc) };
    return this.#last.blocks;
  }

  /** The offset in the text at a position of the document: the start or the end of the block around it. */
  offsetAt(doc: Node, position: number): number {
    let end = 0;
    for (const { before, text, pos, node } of this.blocks(doc)) {
      if (position < pos) return end;
      const start = end + before.length;
      end = start + text.length;
      if (position <= pos + (node.isLeaf ? 0 : 1)) return start;
      if (position < pos + node.nodeSize) return end;
    }
    return end;
  }

  /** The position before or after the block at an offset of the text. */
  positionAt(doc: Node, offset: number): number {
    let end = 0;
    for (const { before, text, pos, node } of this.blocks(doc)) {
      const start = end + before.length;
      end = start + text.length;
      if (offset <= start) return pos;
      if (offset <= end) return pos + node.nodeSize;
    }
    return doc.content.size;
  }

  #write(doc: Node): WrittenBlock[] {
    const blocks: WrittenBlock[] = [];
    doc.forEach((node, pos) => {
      const id = Number(node.attrs['origin'] ?? edge);
      const origin = this.#origins.get(id);
      const isUnchanged = origin !== undefined && node.eq(origin.node);
      if (!isUnchanged && isEmptyBlock(node)) return;
      const block = {
        node,
        pos,
        id,
        isUnchanged,
        before: '',
        text: isUnchanged ? origin.source : this.#serialize(node),
      };
      const previous = blocks.at(-1);
      if (previous) {
        const { first, separator, second } = this.#joint(previous, block);
        previous.text = first;
        blocks.push({ ...block, before: separator, text: second });
      } else blocks.push({ ...block, before: this.#separators.get(pairOf(edge, id)) ?? '' });
    });
    return blocks;
  }

  /** A transaction that turns the document into that of another text, keeping equal blocks; null if nothing changes. */
  replace(state: EditorState, text: string): Transaction | null {
    const current = this.blocks(state.doc);
    const { blocks: next, after } = parseText(text);
    const isKept = (a: WrittenBlock | undefined, b: SourceBlock | undefined) =>
      a !== undefined && b !== undefined && a.text === b.source && isSameBlock(a.node, b.node);
    const shorter = Math.min(current.length, next.length);
    let head = 0;
    while (head < shorter && isKept(current[head], next[head])) head += 1;
    let tail = 0;
    while (tail < shorter - head && isKept(current.at(-1 - tail), next.at(-1 - tail))) tail += 1;

    const { tr } = state;
    const ids = next.map((block, index) => {
      const kept = index < head ? current[index] : index >= next.length - tail ? current.at(index - next.length) : null;
      if (!kept) return this.#add(block);
      if (kept.isUnchanged) return kept.id;
      const id = this.#add(block);
      tr.setNodeAttribute(kept.pos, 'origin', id);
      return id;
    });
    this.#separate(next, { ids, after });
    const endOf = (block: WrittenBlock | undefined) => (block ? block.pos + block.node.nodeSize : 0);
    const from = endOf(current[head - 1]);
    const to = tail > 0 ? (current.at(-tail)?.pos ?? 0) : state.doc.content.size;
    const nodes = ids.slice(head, next.length - tail).flatMap((id) => this.#origins.get(id)?.node ?? []);
    if (nodes.length > 0 || from < to) {
      const isAll = from === 0 && to === state.doc.content.size && nodes.length === 0;
      tr.replaceWith(from, to, isAll ? [schema.node('paragraph')] : nodes);
    }
    return tr.docChanged ? tr : null;
  }

  #add({ source, node }: SourceBlock): number {
    const id = (this.#lastId += 1);
    const own = node.type.create({ ...node.attrs, origin: id }, node.content, node.marks);
    this.#origins.set(id, { source, node: own });
    return id;
  }

  #separate(blocks: readonly SourceBlock[], { ids, after }: { ids: readonly number[]; after: string }): void {
    blocks.forEach(({ before }, index) => {
      this.#separators.set(pairOf(ids[index - 1] ?? edge, ids[index] ?? edge), before);
    });
    this.#separators.set(pairOf(ids.at(-1) ?? edge, edge), after);
    this.#joints = new WeakMap();
    this.#last = null;
  }

  #serialize(node: Node): string {
    const known = this.#written.get(node);
    if (known !== undefined) return known;
    const text = this.#withLineBreaks(serializeBlock(node));
    this.#written.set(node, text);
    return text;
  }

  #withLineBreaks(text: string): string {
    return this.#lineBreak === '\n' ? text : text.replace(/\r?\n/g, this.#lineBreak);
  }

  /** Separates two blocks. If one would continue the other, they are written in another way. */
  #joint(previous: WrittenBlock, block: WrittenBlock): Joint {
    const stored =
      previous.id > edge && block.id > edge ? this.#separators.get(pairOf(previous.id, block.id)) : undefined;
    if (stored !== undefined && previous.isUnchanged && block.isUnchanged)
      return { first: previous.text, separator: stored, second: block.text };
    const known = this.#joints.get(previous.node);
    if (known?.next === block.node && known.from === previous.text) return known.joint;
    const blankLine = this.#lineBreak.repeat(2);
    const other = this.#withLineBreaks(serializeBlock(block.node, { isOtherList: true }));
    const closed = this.#serialize(previous.node);
    const given = { first: previous.text, separator: stored ?? blankLine, second: block.text };
    const ways: Joint[] = [
      given,
      { ...given, separator: blankLine },
      { ...given, separator: blankLine, second: this.#serialize(block.node) },
      { ...given, separator: blankLine, second: other },
      { first: closed, separator: blankLine, second: block.text },
      { first: closed, separator: blankLine, second: other },
    ];
    const joint = ways.find(areSeparate) ?? given;
    this.#joints.set(previous.node, { next: block.node, from: previous.text, joint });
    return joint;
  }
}

/** Whether two blocks stay two blocks in one text. */
function areSeparate({ first, separator, second }: Joint): boolean {
  const lines = (text: string): number => text.match(/\r\n?|\n/g)?.length ?? 0;
  // Most blocks end at a blank line; lists and code can continue after it, and so can an open fence.
  const isPlain = (text: string): boolean => /^(?:[\p{L}#>|!]|(?:\*\*?|__?)\p{L})/u.test(text);
  if (lines(separator) > 1 && isPlain(first) && isPlain(second)) return true;
  const start = lines(first) + lines(separator);
  const found = blockLines(first + separator + second);
  const alone = blockLines(second);
  // Definitions have no lines in the parsed text.
  if (alone.length === 0) return !found.some((line) => line >= start);
  return found.length === blockLines(first).length + alone.length && found.includes(start);
}
