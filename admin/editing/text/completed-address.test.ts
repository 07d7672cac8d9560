import { describe, expect, it } from 'vitest';
import { addressesIn, completedAddress, pastedAddress } from './completed-address.ts';

describe('a typed address', () => {
  it.each([
    ['ada@example.com', 'mailto:ada@example.com'],
    ['ada.l+news@mail.example.co.uk', 'mailto:ada.l+news@mail.example.co.uk'],
    ['jürgen@exämple.de', 'mailto:jürgen@exämple.de'],
    ['ada@example.com?subject=Hi', 'mailto:ada@example.com?subject=Hi'],
    ['+49 30 1234567', 'tel:+49301234567'],
    ['+44 (0)20 7946 0018', 'tel:+442079460018'],
    ['(555) 123-4567', 'tel:5551234567'],
    ['030/1234567', 'tel:0301234567'],
    ['01 23 45 67 89', 'tel:0123456789'],
    ['example.com', 'https://example.com'],
    ['www.example.com/a?b#c', 'https://www.example.com/a?b#c'],
    ['example.com:8080/a', 'https://example.com:8080/a'],
    ['münchen.de', 'https://münchen.de'],
    ['https://example.com/', 'https://example.com/'],
    ['mailto:ada@example.com', 'mailto:ada@example.com'],
    ['/about', '/about'],
    ['#part', '#part'],
    ['about us', 'about us'],
    ['2024', '2024'],
    ['2026-11-28', '2026-11-28'],
    ['28.11.2026', '28.11.2026'],
    ['ADA@EXAMPLE.COM', 'mailto:ADA@EXAMPLE.COM'],
    ['ada@example.com,', 'mailto:ada@example.com'],
    ['<ada@example.com>', 'mailto:ada@example.com'],
    ['WWW.EXAMPLE.COM', 'https://WWW.EXAMPLE.COM'],
  ])('%s becomes %s', (typed, href) => {
    expect(completedAddress(typed)).toBe(href);
  });
});

describe('a pasted text', () => {
  it.each([
    ['ada@example.com', 'mailto:ada@example.com', 'ada@example.com', ''],
    [' Ada.L@EXAMPLE.com\u00a0\n', 'mailto:Ada.L@EXAMPLE.com', 'Ada.L@EXAMPLE.com', ''],
    ['ada@example.com.', 'mailto:ada@example.com', 'ada@example.com', '.'],
    ['<ada@example.com>,', null, '', ''],
    ['<ada@example.com>', 'mailto:ada@example.com', 'ada@example.com', ''],
    ['mailto:ada@example.com?subject=Hi', 'mailto:ada@example.com?subject=Hi', 'ada@example.com', ''],
    ['tel:+49-30-1234567', 'tel:+49301234567', '+49-30-1234567', ''],
    ['+49 30 1234567', 'tel:+49301234567', '+49 30 1234567', ''],
    ['\u202a+49\u00a030\u00a01234567\u202c', 'tel:+49301234567', '+49\u00a030\u00a01234567', ''],
    ['(555) 123-4567!', 'tel:5551234567', '(555) 123-4567', '!'],
    ['555-123-4567', 'tel:5551234567', '555-123-4567', ''],
    ['030 / 123 45 67', 'tel:0301234567', '030 / 123 45 67', ''],
    ['01 23 45 67 89', 'tel:0123456789', '01 23 45 67 89', ''],
    ['HTTPS://EXAMPLE.COM/A', 'HTTPS://EXAMPLE.COM/A', 'HTTPS://EXAMPLE.COM/A', ''],
    ['https://example.com/a_(b)', 'https://example.com/a_(b)', 'https://example.com/a_(b)', ''],
    ['https://example.com/a).', 'https://example.com/a', 'https://example.com/a', ').'],
    ['www.example.com/a?b', 'https://www.example.com/a?b', 'www.example.com/a?b', ''],
    ['Example.com', 'https://Example.com', 'Example.com', ''],
    ['example.co.uk/about', 'https://example.co.uk/about', 'example.co.uk/about', ''],
    ['README.md', null, '', ''],
    ['node.js', null, '', ''],
    ['end.Begin', null, '', ''],
    ['1234567', null, '', ''],
    ['10.000.000', null, '', ''],
    ['2024-2025', null, '', ''],
    ['01.02.2024', null, '', ''],
    ['01.02.24', null, '', ''],
    ['0-306-40615-2', null, '', ''],
    ['192.168.10.11', null, '', ''],
    ['ada@example', null, '', ''],
    ['ada@example.com\nbob@example.com', null, '', ''],
    ['Write to ada@example.com', null, '', ''],
    ['', null, '', ''],
  ])('%j is %s', (pasted, href, ...[text, after]) => {
    expect(pastedAddress(pasted)).toEqual(href === null ? null : { href, text, after });
  });

  it('contains addresses', () => {
    const text =
      'Write (ada@example.com), see https://example.com/a, WWW.EXAMPLE.COM. Call +49 30 1234567 or 030 1234567; not a@b, x.ada@, v1.2.';
    expect(addressesIn(text).map(({ href, from, to }) => [href, text.slice(from, to)])).toEqual([
      ['mailto:ada@example.com', 'ada@example.com'],
      ['https://example.com/a', 'https://example.com/a'],
      ['https://WWW.EXAMPLE.COM', 'WWW.EXAMPLE.COM'],
      ['tel:+49301234567', '+49 30 1234567'],
    ]);
  });
});
