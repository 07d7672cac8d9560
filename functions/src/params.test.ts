import { afterEach, expect, it, vi } from 'vitest';
import { adminUrl } from './params.ts';
afterEach(() => {
  vi.unstubAllEnvs();
});

it.each(['https://admin.example.com', 'https://admin.example.com/', 'https://admin.example.com//'])(
  'joins the path with one slash to %s',
  (origin) => {
    vi.stubEnv('ADMIN_ORIGIN', origin);
    expect(adminUrl('/auth/signup')).toBe('https://admin.example.com/auth/signup');
  },
);
