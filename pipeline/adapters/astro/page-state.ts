import type { AstroGlobal, RouteData, SSRResult } from 'astro';

/** An origin that only completes paths to URLs. Templates use the origin in the content. */
export const renderOrigin = 'http://site.invalid';

/** A template reads a part of the `Astro` object that is not available here. Astro itself must render the page. */
export class PageNeedsContentError extends Error {
  override name = 'PageNeedsContentError';
}

/** The request data of a rendered page. */
interface Page {
  locals: object;
  params: Record<string, string | undefined>;
  url: URL;
  response: PageResponse;
}

class PageResponse {
  status: number;

  constructor(status: number) {
    this.status = status;
  }

  get headers(): Headers {
    throw new PageNeedsContentError('Astro.response.headers');
  }
}

/**
 * The `Astro` object of a component. All components of all pages share one class; Astro builds a new object for each.
 */
class ComponentView {
  readonly locals: Page['locals'];
  readonly params: Page['params'];
  readonly url: URL;
  readonly response: PageResponse;
  readonly props: object;
  /** Set by the compiled component. */
  self: unknown = null;

  constructor({ locals, params, url, response }: Page, props: object) {
    this.locals = locals;
    this.params = params;
    this.url = url;
    this.response = response;
    this.props = props;
  }
}

const throwUnsupported = (_: object, name: string | symbol): never => {
  throw new PageNeedsContentError(`Astro.${String(name)}`);
};
Object.setPrototypeOf(ComponentView.prototype, new Proxy({}, { get: throwUnsupported, has: throwUnsupported }));

/** Creates the render state of one page of a route. */
export type BeginPage = (path: string, locals: object) => SSRResult;

/**
 * Prepares the render states of all pages of a route. Each state is a copy of `first`, the state of a page of the route
 * that is never rendered. Astro computes the shared state again for each page, which takes a tenth of the render time.
 */
export function openPages(
  { params: paramNames, pattern }: Pick<RouteData, 'params' | 'pattern'>,
  first: SSRResult,
): BeginPage {
  const { status = 200 } = first.response;
  // The name of a rest parameter starts with three dots. A rest parameter may match nothing.
  const names = paramNames.map((name) => name.replace(/^\.{3}/, ''));
  // Rendering a page removes entries from these sets.
  const { styles, scripts, links } = {
    styles: [...first.styles],
    scripts: [...first.scripts],
    links: [...first.links],
  };
  const metadata = { ...first._metadata };
  return (path, locals) => {
    const found = pattern.exec(path) ?? [];
    const params = Object.fromEntries(names.map((name, index) => [name, found[index + 1] || undefined]));
    const page = { locals, params, url: new URL(renderOrigin + path), response: new PageResponse(status) };
    return {
      ...first,
      params,
      pathname: path,
      response: page.response,
      styles: new Set(styles),
      scripts: new Set(scripts),
      links: new Set(links),
      createAstro: (props) => new ComponentView(page, props) as unknown as AstroGlobal,
      _metadata: {
        ...metadata,
        rendererSpecificHydrationScripts: new Set(),
        renderedScripts: new Set(),
        hasDirectives: new Set(),
        propagators: new Set(),
        extraHead: [],
        extraStyleHashes: [],
        extraScriptHashes: [],
        pendingSlotEvaluations: [],
      },
    };
  };
}
