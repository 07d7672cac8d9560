import type { AstroGlobal, RouteData, SSRResult } from 'astro';

/** Templates take their origin from the content; this one only makes the path a URL. */
export const renderOrigin = 'http://site.invalid';

/** A template asks Astro for more of its page than stands ready here. */
export class PageNeedsContentError extends Error {
  override name = 'AsksMoreError';
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

/** `Astro` as a component of ours sees it. One shape for all components of all pages: Astro makes a new one for each. */
class ComponentView {
  readonly locals: Page['locals'];
  readonly params: Page['params'];
  readonly url: URL;
  readonly response: PageResponse;
  readonly props: object;
  /** The component, which sets it. */
  self: unknown = null;

  constructor({ locals, params, url, response }: Page, props: object) {
    this.locals = locals;
    this.params = params;
    this.url = url;
    this.response = response;
    this.props = props;
  }
}

const asksMore = (_: object, name: string | symbol): never => {
  throw new PageNeedsContentError(`Astro.${String(name)}`);
};
Object.setPrototypeOf(ComponentView.prototype, new Proxy({}, { get: asksMore, has: asksMore }));

/** Makes the state in which pages of one route are rendered. */
export type BeginPage = (path: string, locals: object) => SSRResult;

/**
 * Astro recomputes for each page the state that all pages of a route share, a tenth of the render time. Here a page's
 * state is copied from `first`, the state of a page of the route that is never rendered.
 */
export function openPages(
  { params: spelled, pattern }: Pick<RouteData, 'params' | 'pattern'>,
  first: SSRResult,
): BeginPage {
  const { status = 200 } = first.response;
  // One that takes several parts of an address begins with dots, and may take none.
  const names = spelled.map((name) => name.replace(/^\.{3}/, ''));
  // Rendering a page consumes entries of these.
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
