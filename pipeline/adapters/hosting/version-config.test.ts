import { expect, it } from 'vitest';
import { versionConfig } from './version-config.ts';

it('converts firebase.json to the REST API’s format', () => {
  expect(
    versionConfig({
      cleanUrls: true,
      trailingSlash: false,
      redirects: [{ regex: '^/admin(.*)$', destination: 'https://admin.example:1', type: 302 }],
      rewrites: [
        { source: '/api/getDemoEmbed', function: { functionId: 'getDemoEmbed', region: 'us-central1' } },
        { glob: '/old', destination: '/new.html' },
      ],
      headers: [{ source: '**', headers: [{ key: 'X-A', value: '1' }] }],
    }),
  ).toEqual({
    cleanUrls: true,
    trailingSlashBehavior: 'REMOVE',
    redirects: [{ regex: '^/admin(.*)$', location: 'https://admin.example:1', statusCode: 302 }],
    rewrites: [
      { glob: '/api/getDemoEmbed', run: { serviceId: 'getdemoembed', region: 'us-central1' } },
      { glob: '/old', path: '/new.html' },
    ],
    headers: [{ glob: '**', headers: { 'X-A': '1' } }],
  });
});
