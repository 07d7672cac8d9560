import type { Content } from '@frontage/model/content';
import { fieldAt, watchFields } from '@frontage/model/watch-fields';
import type { SSRResult } from 'astro';
import { markHTMLString } from 'astro/runtime/server/index.js';
import { renderToString } from 'astro/runtime/server/render/astro/render.js';

/** A compiled Astro component. */
type Component = Parameters<typeof renderToString>[1];
/** The inputs of one render of a component. */
interface RenderInput {
  result: SSRResult;
  props: object;
  locals: App.Locals;
}

interface CachedOutput {
  html: unknown;
  queries: readonly RecordedQuery[];
}

// With this number of different outputs, the cache of a part is cleared.
const maxOutputs = 500;

// Per compiled site: each component is created once.
const parts = new WeakMap<object, unknown>();

/**
 * Memoizes a component that nearly all pages contain. Its output is reused while its props and the results of its
 * recorded queries are identical, so it may depend on nothing else of the page. It must be part of the body and have no
 * slots and no scripts.
 */
export function memoized<Part extends object>(part: Part): Part {
  const known = parts.get(part) ?? memoize(part as unknown as Component);
  parts.set(part, known);
  return known as Part;
}

function memoize(component: Component): Component {
  const memory = new Map<string, CachedOutput>();

  const renderAndCache = async (key: string, { result, props, locals }: RenderInput): Promise<unknown> => {
    const { content, queries } = recordQueries(locals.content);
    const text = await renderToString(withLocals(result, { ...locals, content }), component, props, {});
    if (typeof text !== 'string') return text;
    // Flattens the string: otherwise it keeps the pieces it was joined from in memory.
    text.charCodeAt(0);
    if (memory.size >= maxOutputs) memory.clear();
    const html: unknown = markHTMLString(text);
    memory.set(key, { html, queries });
    return html;
  };

  const reuseOrRender = (result: SSRResult, props: object, slots: Record<string, unknown>): unknown => {
    const { locals } = result.createAstro(props, slots);
    // Previews add edit marks and are not cached.
    if (locals.marks) return component(result, props, slots);
    const key = JSON.stringify(props);
    const cached = memory.get(key);
    return cached && haveSameResults(locals.content, cached.queries)
      ? cached.html
      : renderAndCache(key, { result, props, locals });
  };
  // Astro stores component metadata on its function.
  return Object.assign(reuseOrRender, component) as Component;
}

/** The render result of a page's body, with other locals. */
const withLocals = (result: SSRResult, locals: App.Locals): SSRResult => ({
  ...result,
  _metadata: { ...result._metadata, hasRenderedHead: true },
  createAstro: (...given) =>
    Object.create(result.createAstro(...given), { locals: { value: locals } }) as ReturnType<SSRResult['createAstro']>,
});

/** A query of content and its result. Plain data, so that a recorded query does not keep its page in memory. */
interface RecordedQuery {
  query: keyof Content;
  args: readonly unknown[];
  /** The path of the field that was read; empty for the whole result. */
  field: readonly string[];
  result: unknown;
}

/** Content that records its queries. */
interface RecordedContent {
  content: Content;
  queries: readonly RecordedQuery[];
}

/** Content for one part of a page: records the fields read of the site, and the whole results of other queries. */
export function recordQueries(of: Content): RecordedContent {
  const queries: RecordedQuery[] = [];
  const record = (query: Omit<RecordedQuery, 'result'>): unknown => {
    const result = runQuery(of, query);
    queries.push({ ...query, result });
    return result;
  };
  const fields = new Set<string>();
  const site = watchFields(of.site(), (field) => {
    if (!fields.has(field)) record({ query: 'site', args: [], field: field.split('.') });
    fields.add(field);
  });
  const methods = (Object.keys(of) as (keyof Content)[]).map((query) => [
    query,
    query === 'site' ? () => site : (...args: unknown[]) => record({ query, args, field: [] }),
  ]);
  return { content: Object.fromEntries(methods) as Content, queries };
}

/** Whether content still returns identical results. The queries run again, so that an observer records them. */
export const haveSameResults = (content: Content, queries: readonly RecordedQuery[]): boolean =>
  queries.every((query) => runQuery(content, query) === query.result);

function runQuery(content: Content, { query, args, field }: Omit<RecordedQuery, 'result'>): unknown {
  const ask = content[query] as (...args: readonly unknown[]) => unknown;
  return fieldAt(ask(...args), field);
}
