import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { ExternalResponse, RequestAddress } from '../../health/external-links.ts';

interface RequesterOptions {
  /** Origin of the site, which the servers see as the sender. */
  origin: string;
  /** Private addresses that may be requested; none by default. */
  allowed?: string[];
  /** Milliseconds after which a request ends, with all its redirects; 15 seconds by default. */
  deadline?: number;
}

type Received = ExternalResponse | { status: number; location: string | undefined };

const mostRedirects = 5;
const mostInterimResponses = 10;
const tooLate: ExternalResponse = { failure: 'does not answer in time' };
const invalid: ExternalResponse = { failure: 'answers with an invalid response' };

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
 * they connect, so that no link reaches a private network. Every request ends, at the latest at its deadline.
 */
export function openRequester({ origin, allowed = [], deadline = 15_000 }: RequesterOptions): RequestAddress {
  const filter = { allowIPAddressList: allowed };
  const agents = { http: new RequestFilteringHttpAgent(filter), https: new RequestFilteringHttpsAgent(filter) };
  const headers = { 'user-agent': `Frontage link check (${origin})`, accept: '*/*' };

  const send = (url: URL, method: 'HEAD' | 'GET', signal: AbortSignal): Promise<Received> =>
    new Promise((resolve) => {
      const isSecure = url.protocol === 'https:';
      const options = { method, headers, agent: isSecure ? agents.https : agents.http };
      const sent = (isSecure ? requestHttps : requestHttp)(url, options);
      const end = (received: Received): void => {
        signal.removeEventListener('abort', stop);
        // The body is not needed.
        sent.destroy();
        resolve(received);
      };
      const stop = (): void => end(tooLate);
      signal.addEventListener('abort', stop);
      let interim = 0;
      sent
        .on('response', ({ statusCode: status = 0, headers: { location, 'retry-after': wait } }) => {
          const retryAfter = Number(wait) * 1_000;
          end(status < 200 ? invalid : { status, location, ...(retryAfter > 0 && { retryAfter }) });
        })
        .on('information', () => {
          interim += 1;
          if (interim > mostInterimResponses) end(invalid);
        })
        // A switch of protocols ends the request without a response and without an error.
        .on('upgrade', (_response, socket) => {
          socket.destroy();
          end(invalid);
        })
        .on('error', (error) => end(responseOf(error)))
        .on('close', () => end({ failure: 'does not answer' }))
        .end();
    });

  return async (address, method) => {
    let url = new URL(address);
    const signal = AbortSignal.timeout(deadline);
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      if (signal.aborted) return tooLate;
      const response = await send(url, method, signal).catch(responseOf);
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
  // The codes of Node's parser.
  if (code.startsWith('HPE_')) return invalid;
  if (offline.includes(code)) return 'offline';
  if (error.message.includes('is not allowed'))
    return { failure: 'leads to a private address, which visitors cannot reach' };
  return { failure: failures[code] ?? 'does not answer' };
}
