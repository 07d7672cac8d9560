import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { ExternalResponse, RequestAddress } from '../../health/external-links.ts';

interface RequesterOptions {
  /** Origin of the site, which the servers see as the sender. */
  origin: string;
  /** Private addresses that may be requested; none by default. */
  allowed?: string[];
}

type Received = ExternalResponse | { status: number; location: string | undefined };

const timeoutMs = 15_000;
const mostRedirects = 5;

// The machine has no network, or no name server: this says nothing about the address.
const offline = ['EAI_AGAIN', 'ENETUNREACH', 'ENETDOWN'];

const failures: Record<string, string> = {
  ENOTFOUND: 'names a site that does not exist',
  ECONNREFUSED: 'does not answer',
  ECONNRESET: 'does not answer',
  EHOSTUNREACH: 'does not answer',
  ETIMEDOUT: 'does not answer in time',
  CERT_HAS_EXPIRED: 'has an expired certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has an invalid certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has the certificate of another site',
};

/**
 * Requests public addresses, and follows their redirects. The agents check each address that a name stands for when
 * they connect, so that no link reaches a private network.
 */
export function openRequester({ origin, allowed = [] }: RequesterOptions): RequestAddress {
  const filter = { allowIPAddressList: allowed };
  const agents = { http: new RequestFilteringHttpAgent(filter), https: new RequestFilteringHttpsAgent(filter) };
  const headers = { 'user-agent': `Frontage link check (${origin})`, accept: '*/*' };

  const send = (url: URL, method: 'HEAD' | 'GET'): Promise<Received> =>
    new Promise((resolve) => {
      const isSecure = url.protocol === 'https:';
      const signal = AbortSignal.timeout(timeoutMs);
      const options = { method, headers, agent: isSecure ? agents.https : agents.http, signal };
      const sent = (isSecure ? requestHttps : requestHttp)(url, options, (response) => {
        const { location, 'retry-after': wait } = response.headers;
        const retryAfter = Number(wait) * 1_000;
        // The body is not needed.
        response.destroy();
        resolve({ status: response.statusCode ?? 0, location, ...(retryAfter > 0 && { retryAfter }) });
      });
      sent.on('error', (error) => resolve(responseOf(error)));
      sent.end();
    });

  return async (address, method) => {
    let url = new URL(address);
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const response = await send(url, method);
      if (response === 'offline' || !('location' in response) || response.location === undefined) return response;
      if (response.status < 300 || response.status > 399) return response;
      if (!URL.canParse(response.location, url)) return { failure: 'redirects to an invalid address' };
      url = new URL(response.location, url);
      if (!/^https?:$/.test(url.protocol)) return { failure: 'redirects to an address that is not a page' };
    }
    return { failure: 'redirects too often' };
  };
}

function responseOf(error: Error): ExternalResponse {
  const code = 'code' in error ? String(error.code) : '';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return { failure: 'does not answer in time' };
  if (offline.includes(code)) return 'offline';
  if (error.message.includes('is not allowed'))
    return { failure: 'leads to a private address, which visitors cannot reach' };
  return { failure: failures[code] ?? 'does not answer' };
}
