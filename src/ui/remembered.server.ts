import type { SSRResult } from 'astro';
import { markHTMLString } from 'astro/runtime/server/index.js';
import { renderToString } from 'astro/runtime/server/render/astro/render.js';
import { answersAlike, askedContent, type AskedContent } from './asked-content.ts';

/** A component, as Astro compiles it. */
type Draw = Parameters<typeof renderToString>[1];
/** What it draws in one place of one page. */
interface Place {
  result: SSRResult;
  props: object;
  locals: App.Locals;
}

interface Drawn {
  html: unknown;
  questions: AskedContent['questions'];
}

// A part that is another one in more places than these is not worth remembering.
const mostPlaces = 500;

// Of this compiled site; a component is made once.
const parts = new WeakMap<object, unknown>();

/**
 * A component that nearly all pages draw alike. What it drew is taken as it is while its props are the same and content returns
 * the same for all that it asked then: these two, and nothing else of the page, are what it may be drawn from. It has no slots and no
 * scripts, and stands in the body.
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
    // Strings are kept as the pieces they were joined from until one looks inside.
    text.charCodeAt(0);
    if (memory.size >= mostPlaces) memory.clear();
    const html: unknown = markHTMLString(text);
    memory.set(key, { html, questions });
    return html;
  };

  const takeOrDraw = (result: SSRResult, props: object, slots: Record<string, unknown>): unknown => {
    const { locals } = result.createAstro(props, slots);
    // A preview says of each text where it is edited.
    if (locals.marks) return draw(result, props, slots);
    const key = JSON.stringify(props);
    const drawn = memory.get(key);
    return drawn && answersAlike(locals.content, drawn.questions)
      ? drawn.html
      : drawAnew(key, { result, props, locals });
  };
  // What Astro knows of a component stands on its function.
  return Object.assign(takeOrDraw, draw) as Draw;
}

/** Rendering below a page's head, with other locals. */
const answeredFrom = (result: SSRResult, locals: App.Locals): SSRResult => ({
  ...result,
  _metadata: { ...result._metadata, hasRenderedHead: true },
  createAstro: (...given) =>
    Object.create(result.createAstro(...given), { locals: { value: locals } }) as ReturnType<SSRResult['createAstro']>,
});
