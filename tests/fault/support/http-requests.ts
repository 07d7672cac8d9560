import { request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';

export interface RawRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface Answer {
  status: number;
  body: string;
}

/** Sends a request. Returns null if the connection ended without a response. */
export function sendRequest(host: string, { method, path, headers, body }: RawRequest): Promise<Answer | null> {
  const [hostname = '', port = ''] = host.split(':');
  return new Promise((resolve) => {
    // Without a length, Node sends the body of a GET unframed, and the server would parse it as the next request.
    const framed = { 'content-length': String(body.length), ...headers };
    const options = {
      host: hostname,
      port: Number(port),
      method,
      path,
      headers: framed,
      timeout: 20_000,
      agent: false,
    };
    const request = send(options, (response) => {
      text(response).then(
        (answer) => resolve({ status: response.statusCode ?? 0, body: answer }),
        () => resolve(null),
      );
    });
    request.on('error', () => resolve(null));
    request.on('timeout', () => request.destroy());
    request.end(body);
  });
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND'];
const TYPES = [
  'application/json',
  'application/json; charset=utf-7',
  'application/x-www-form-urlencoded',
  'multipart/related; boundary=x',
  'multipart/related',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/octet-stream',
  '',
  'nonsense',
];
const BODIES = [
  '',
  '{',
  'null',
  '[]',
  '{"data":{"@type":"type.googleapis.com/google.protobuf.Int64Value","value":"x"}}',
  '{"__proto__":{"x":1},"data":1}',
  `${'['.repeat(20_000)}`,
  '{"email":{},"password":[],"idToken":1,"localId":null,"returnSecureToken":"x"}',
  '{"idToken":"a.b.c","totpEnrollmentInfo":{}}',
  '{"idToken":"e30.e30.","totpVerificationInfo":{"sessionInfo":1}}',
  '{"mfaPendingCredential":"e30=","totpVerificationInfo":{},"mfaEnrollmentId":"x"}',
  '{"grantType":"refresh_token","refreshToken":"bm9uc2Vuc2U="}',
  '--x\r\n\r\n{\r\n--x\r\n\r\nbytes\r\n--x--',
  '--x\r\ncontent-type: application/json\r\n\r\nnonsense\r\n--x\r\n\r\nbytes\r\n--x--',
  '%E0%A4%A=%',
  '\u0000\u0001\u00ff',
];

const headers = fc
  .record(
    {
      'content-type': fc.constantFrom(...TYPES),
      authorization: fc.constantFrom(
        '',
        'Bearer owner',
        'Bearer a.b.c',
        'Bearer',
        'Firebase x',
        'Basic eA==',
        'Bearer ..',
        'Bearer e30.e30.',
      ),
      'x-goog-upload-protocol': fc.constantFrom('', 'multipart', 'resumable', 'raw', 'nonsense'),
      'x-goog-upload-command': fc.constantFrom(
        '',
        'start',
        'upload',
        'upload, finalize',
        'finalize',
        'query',
        'cancel',
        'x',
      ),
      'x-http-method-override': fc.constantFrom('', 'patch', 'x'),
      range: fc.constantFrom('', 'bytes=0-', 'bytes=5-1', 'bytes=-', 'bytes=999999999999-', 'x'),
      'content-encoding': fc.constantFrom('', 'gzip', 'br', 'nonsense'),
      'if-none-match': fc.constantFrom('', '*', '"', '"a", W/"b"'),
      cookie: fc.constantFrom('', '__session=x; a=b', '=;=;'),
      expect: fc.constantFrom('', '100-continue'),
    },
    { requiredKeys: [] },
  )
  .map(
    (record) =>
      Object.fromEntries(Object.entries(record).filter(([, value]) => value !== '')) as Record<string, string>,
  );

const body = fc.oneof(
  fc.constantFrom(...BODIES).map((content) => Buffer.from(content)),
  fc.json().map((content) => Buffer.from(content)),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);

const SEGMENTS = [
  'a',
  '..',
  '.',
  '%2e%2e',
  '%2F',
  '%00',
  '%',
  '%E0%A4%A',
  '%25',
  '%25%',
  'ü'.normalize('NFD'),
  '__proto__',
  'constructor',
  '*',
  '//',
  '\\',
  '?',
  '&x=1',
  ';',
  '{id}',
  'index.html',
  '~',
  ':',
  '@',
  '%ff',
];
const tail = fc.array(fc.constantFrom(...SEGMENTS), { maxLength: 6 }).map((parts) => encodeUnsafe(parts.join('/')));
const pathOf = (starts: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...starts),
      tail,
      fc.constantFrom(
        '',
        '?alt=media',
        '?name=x&uploadType=media',
        '?uploadType=multipart',
        '?uploadType=resumable',
        '?upload_id=x',
        '?create_token=x',
        '?maxResults=-1',
        '?maxResults=x&pageToken=%00',
        '?token[]=1',
        '?key=x',
        '?',
      ),
    )
    .map(([start, rest, query]) => start + rest + query);

/** Encodes non-ASCII characters and spaces, which Node rejects in a path. */
const encodeUnsafe = (path: string): string =>
  path.replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character));

/** Arbitrary requests with paths that start with one of `starts`. */
export const requestsTo = (starts: readonly string[]) =>
  fc.record({ method: fc.constantFrom(...METHODS), path: pathOf(starts), headers, body });
