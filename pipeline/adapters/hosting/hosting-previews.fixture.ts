import { failed, type Reply } from './hosting-reply.fixture.ts';

/** Simulates the preview channels of a site. They are created with a `channelId`, released to and deleted. */
export class HostingPreviews {
  /** Version by channel; null before its first release. */
  readonly channels = new Map<string, string | null>();
  readonly #path: string;
  readonly #isFinalized: (version: string) => boolean;

  constructor(parent: string, isFinalized: (version: string) => boolean) {
    this.#path = `${parent}/channels`;
    this.#isFinalized = isFinalized;
  }

  /** Handles a call. Returns null if it does not concern a preview channel. */
  carryOut(call: string, query: URLSearchParams, origin: string): Reply | null {
    const made = call === `POST ${this.#path}` ? query.get('channelId') : null;
    if (made !== null) {
      if (this.channels.has(made) || made === 'live') return failed(409, 'The channel exists');
      this.channels.set(made, null);
      return { status: 200, body: { name: `${this.#path}/${made}`, url: `${origin}/preview/${made}` } };
    }
    const [, method, id = '', releases] =
      new RegExp(`^(POST|DELETE) ${this.#path}/([a-z0-9-]+)(/releases)?$`).exec(call) ?? [];
    if (method === undefined || id === 'live') return null;
    if (!this.channels.has(id)) return failed(404, 'No such channel');
    if (method === 'DELETE') {
      this.channels.delete(id);
      return { status: 200, body: {} };
    }
    const version = query.get('versionName') ?? '';
    if (!releases || !this.#isFinalized(version)) return failed(400, 'No finalized version');
    this.channels.set(id, version);
    return { status: 200, body: {} };
  }
}
