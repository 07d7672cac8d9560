import { pathToFileURL } from 'node:url';
import type { Content } from '@frontage/model/content';
import { messageOf } from '@frontage/model/message-of';
import type { CompiledSite, Drawing, Renderer } from '../../render/renderer.ts';
import { renderOrigin } from './page-state.ts';

type Locals = { content: Content } & Drawing;

interface CompiledServer {
  app: {
    manifestData: { routes: { origin: string; pathname?: string; params: string[] }[] };
    render(request: Request, options: { locals: Locals }): Promise<Response>;
  };
  renderText(path: string, locals: Locals): Promise<{ status: number; contentType: string; text: string } | null>;
}

/** Loads a compiled site. */
export async function openRenderer({ fingerprint, serverEntry }: CompiledSite): Promise<Renderer> {
  const { app, renderText } = (await import(/* @vite-ignore */ pathToFileURL(serverEntry).href)) as CompiledServer;
  return {
    fingerprint,
    fixedRoutes: app.manifestData.routes.flatMap(({ origin, pathname, params }) =>
      origin === 'project' && pathname !== undefined && params.length === 0 ? [pathname] : [],
    ),
    render: async (path, content, drawing = {}) => {
      const locals = { content, ...drawing };
      try {
        const rendered = await renderText(path, locals);
        if (rendered !== null) {
          const { status, contentType, text } = rendered;
          return { ok: true, status, contentType, body: text };
        }
        const response = await app.render(new Request(renderOrigin + path), { locals });
        const body = new Uint8Array(await response.arrayBuffer());
        return { ok: true, status: response.status, contentType: contentTypeOf(response), body };
      } catch (error) {
        return { ok: false, message: messageOf(error) };
      }
    },
  };
}

/** Text is UTF-8 and says so, in one spelling. */
function contentTypeOf(response: Response): string {
  const [type = 'application/octet-stream'] = (response.headers.get('content-type') ?? '').split(';');
  const isText = type.startsWith('text/') || type.endsWith('/xml') || type.endsWith('/json');
  return isText ? `${type}; charset=utf-8` : type;
}
