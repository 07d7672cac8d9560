import { expect, it } from 'vitest';
import { newDemo } from './demo.ts';
import { demoForm } from './demo-form.ts';
import { long, testForms } from '../form-cases.fixture.ts';

const demo = { ...newDemo, heading: 'Mira', slug: 'mira', iframe_url: 'https://example.com' };

testForms([
  {
    form: 'demo',
    schema: demoForm({ hasPassword: false }),
    valid: demo,
    cases: [
      ['heading', '', 'Heading is required'],
      ['heading', '\u200b', 'Heading is required'],
      ['heading', long(201), 'Heading must be less than 200 characters'],
      ['slug', '', 'Slug is required'],
      ['slug', 'Mira', 'Slug must contain only lowercase letters, numbers, and hyphens'],
      ['slug', 'a_b', 'Slug must contain only lowercase letters, numbers, and hyphens'],
      ['slug', 'a--b', null],
      ['slug', long(101), 'Slug must be less than 100 characters'],
      ['slug', 'preview', 'This slug is reserved by the site'],
      ['iframe_url', '', 'Embed code is required'],
      ['iframe_url', '   ', 'Embed code is required'],
      ['iframe_url', 'http://example.com/x', null],
      ['iframe_url', 'httpx', 'Must be a valid URL, iframe embed code, or script-based embed code'],
      ['iframe_url', 'hello', 'Must be a valid URL, iframe embed code, or script-based embed code'],
      ['iframe_url', '<b>hello</b>', 'Must be a valid URL, iframe embed code, or script-based embed code'],
      [
        'iframe_url',
        '<iframe src="https://a.example">',
        'Must be a valid URL, iframe embed code, or script-based embed code',
      ],
      ['iframe_url', '<iframe src="https://a.example"></iframe>', null],
      ['iframe_url', "<iframe width=1 src='https://a.example'></iframe>", null],
      ['iframe_url', '<iframe></iframe>', 'Iframe embeds must contain a src attribute'],
      ['iframe_url', '<iframe data-src="https://a.example"></iframe>', 'Iframe embeds must contain a src attribute'],
      ['iframe_url', '<iframe src="javascript:alert(1)"></iframe>', 'Iframe embeds must contain a src attribute'],
      ['iframe_url', '<script src="https://a.example/x.js"></script>', null],
      ['iframe_url', '<link rel="stylesheet" href="https://a.example/x.css"><div></div>', null],
      ['iframe_url', '<script></script><iframe></iframe>', 'Iframe embeds must contain a src attribute'],
      ['meta_title', long(61), 'Meta title should be under 60 characters'],
      ['meta_description', long(161), 'Meta description should be under 160 characters'],
      ['password', 'short', null],
    ],
  },
  {
    form: 'protected demo without a stored password',
    schema: demoForm({ hasPassword: false }),
    valid: { ...demo, is_password_protected: true, password: '12345678' },
    cases: [
      ['password', '', 'Password must be at least 8 characters when protection is enabled'],
      ['password', '1234567', 'Password must be at least 8 characters when protection is enabled'],
      ['password', '12345678', null],
    ],
  },
  {
    form: 'protected demo with a stored password',
    schema: demoForm({ hasPassword: true }),
    valid: { ...demo, is_password_protected: true },
    cases: [
      ['password', '', null],
      ['password', '1234567', 'Password must be at least 8 characters when protection is enabled'],
    ],
  },
]);

it('reports a missing demo password together with other errors', () => {
  const entered = { ...newDemo, is_password_protected: true };
  const { error } = demoForm({ hasPassword: false }).safeParse(entered);
  expect(error?.issues.map((issue) => issue.path[0])).toEqual(
    expect.arrayContaining(['heading', 'slug', 'iframe_url', 'password']),
  );
});

it('removes spaces around a pasted password', () => {
  const form = demoForm({ hasPassword: false });
  expect(form.parse({ ...demo, is_password_protected: true, password: ' long enough\n' }).password).toBe('long enough');
  expect(form.safeParse({ ...demo, is_password_protected: true, password: `   ${'a'.repeat(7)}  ` }).success).toBe(
    false,
  );
});
