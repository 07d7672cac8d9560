import type { SSRResult } from 'astro';
import { markHTMLString } from 'astro/runtime/server/index.js';
import { renderToString } from 'astro/runtime/server/render/astro/render.js';
import { answersAlike, askedContent, type AskedContent } from './asked-content.ts';

/** A compiled Astro component. */
type Draw = Parameters<typeof renderToString>[1];
/** The rendered output at one place of a page. */
interface Place {
  result: SSRResult;
  props: object;
  locals: App.Locals;
}

interface Drawn {
  html: unknown;
  questions: AskedContent['questions'];
}

// A part with more different outputs than this is not cached any longer.
const mostPlaces = 500;

// Per compiled site: each component is created once.
const parts = new WeakMap<object, unknown>();

/**
 * A memoized component for parts that nearly all pages share. Its output is reused while its props and the answers to its recorded
 * queries are identical: it may depend on nothing else of the page. It has no slots and no scripts and is part of the body.
 */
export function remembered<Part extends object>(part: Part): Part {
  const known = parts.get(part) ?? remembering(part as unknown as Draw);
  parts.set(part, known);
  return known as Part;
}

function remembering(draw: Draw): Draw {
  const memory = new Map<string, Drawn>();

  const drawAnew = async (key: string, { result, props, locals }: Place): Promise<unknown> => {
    const { content, questions } = askedContent(locals.content);
    const text = await renderToString(answeredFrom(result, { ...locals, content }), draw, props, {});
    if (typeof text !== 'string') return text;
    // Flattens the string: otherwise it keeps the pieces it was joined from in memory.
    text.charCodeAt(0);
    if (memory.size >= mostPlaces) memory.clear();
    const html: unknown = markHTMLString(text);
    memory.set(key, { html, questions });
    return html;
  };

  const takeOrDraw = (result: SSRResult, props: object, slots: Record<string, unknown>): unknown => {
    const { locals } = result.createAstro(props, slots);
    // Previews add edit marks and are not cached.
    if (locals.marks) return draw(result, props, slots);
    const key = JSON.stringify(props);
    const drawn = memory.get(key);
    return drawn && answersAlike(locals.content, drawn.questions)
      ? drawn.html
      : drawAnew(key, { result, props, locals });
  };
  // Astro stores component metadata on its function.
  return Object.assign(takeOrDraw, draw) as Draw;
}

/** Rendering in the body of a page, with other locals. */
const answeredFrom = (result: SSRResult, locals: App.Locals): SSRResult => ({
  ...result,
  _metadata: { ...result._metadata, hasRenderedHead: true },
  createAstro: (...given) =>
    Object.create(result.createAstro(...given), { locals: { value: locals } }) as ReturnType<SSRResult['createAstro']>,
});
