import { beforeEach } from 'vitest';
import { previewPaths } from '@frontage/model/preview';
import type { ProposedLaunch } from '../preview/preview-content.ts';
import type { LinkedPreview } from './preview-pages.ts';
import { aToken } from './token.fixture.ts';
import type { textRenderer } from '../render/text-renderer.fixture.ts';
import { openReceiver } from './receiver.ts';
import { eachOnSmallSite } from '../engine/small-site.fixture.ts';

export const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
export const adminOrigin = 'https://admin.example';
export const draftRequest = { collection: 'pages', id: 'a', data: { title: 'Typed', slug: 'ada' } };
const siteHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' https://www.googletagmanager.com ; connect-src 'self' https://*.google-analytics.com; frame-ancestors 'none'",
};

export interface StaffRequest {
  path?: string;
  body?: unknown;
  token?: string | null;
  headers?: Record<string, string>;
  method?: string;
}

/** Opens a small site before each test, with a receiver for requests of staff and of visitors with preview links. */
export function eachStaffServer(renderer?: typeof textRenderer) {
  const site = eachOnSmallSite();
  /** The content of links by the SHA-256 of their token. */
  const linked = new Map<string, LinkedPreview>();
  /** Hashes of the opened links, in order of opening. */
  const opened: string[] = [];
  /** Open launches by id. */
  const launches = new Map<string, ProposedLaunch>();
  let app: ReturnType<typeof openReceiver>;

  const options = () => ({
    pipeline: site.pipeline,
    secret,
    staff: {
      previews: site.pipeline.previews,
      index: site.pipeline.index,
      health: site.pipeline.health,
      adminOrigin,
      drafts: {
        find: (hash: string) => Promise.resolve(linked.get(hash) ?? null),
        count: (hash: string) => Promise.resolve(void opened.push(hash)),
        launch: (id: string) => Promise.resolve(launches.get(id) ?? null),
      },
      siteHeaders,
    },
  });

  beforeEach(async () => {
    linked.clear();
    launches.clear();
    opened.length = 0;
    if (renderer !== undefined) {
      await site.pipeline.close();
      await site.open({ renderer });
    }
    await site.pipeline.reconcile();
    app = openReceiver(options());
  });

  /** Sends a request like the admin, by default with an editor's token. */
  async function ask({
    path = previewPaths.preview,
    body = draftRequest,
    token = aToken(secret),
    headers,
    method = 'POST',
  }: StaffRequest) {
    const response = await app.request(path, {
      method,
      headers: { ...(token !== null && { authorization: `Bearer ${token}` }), origin: adminOrigin, ...headers },
      ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text };
  }

  /** Opens an address without credentials. */
  async function get(path: string) {
    const { status, headers, text } = await ask({ path, method: 'GET', token: null, headers: {} });
    return { status, text, headers, to: headers.get('location') };
  }

  return { site, linked, opened, launches, options, ask, get };
}
