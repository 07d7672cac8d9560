import { describe, expect, it } from 'vitest';
import { readCsv, toCsv } from './redirect-csv.ts';

const origin = 'https://site.example';
const read = (text: string): string[] =>
  readCsv(text, origin).map((row) =>
    'problem' in row
      ? `${String(row.line)}: ${row.problem}`
      : `${String(row.line)} ${row.redirect.from} ${row.redirect.to} ${String(row.redirect.status)}`,
  );

describe('readCsv', () => {
  it.each<[string, string, string[]]>([
    ['with a header', 'from,to,status\n/a,/b,301\n', ['2 /a /b 301']],
    ['without a header', '/a,/b', ['1 /a /b 301']],
    ['with a short header, and in capitals', 'From,To\r\n/a,/b\r\n', ['2 /a /b 301']],
    [
      'with a byte order mark, semicolons and empty lines',
      '\uFEFFfrom;to\n\n/a;/b\n;\n/c;/d;302',
      ['3 /a /b 301', '5 /c /d 302'],
    ],
    ['with quotes and a line break in a cell', '"/a","/b","301","a\nnote"\n/c,/d', ['1 /a /b 301', '3 /c /d 301']],
    ["with the site's own addresses", 'https://site.example/a/,https://SITE.example/b?x=1', ['1 /a /b?x=1 301']],
    [
      "with other spellings of the site's own addresses",
      'http://site.example.:80/a,https://SITE.example:443//b\n/c,https://site.example:443/c?x=1\n/d,/x/../d',
      ['1 /a /b 301', '2: This creates a redirect loop', '3: This creates a redirect loop'],
    ],
    ['with non-ASCII letters', '/über uns,/b', ['1 /%C3%BCber%20uns /b 301']],
    ['with other statuses', '/a,/b,308\n/c,/d,307', ['1 /a /b 301', '2 /c /d 302']],
    ['to another site', '/a,https://else.example/', ['1 /a https://else.example/ 301']],
    [
      'with invalid rows',
      '/,/b\n/admin/x,/b\nx,/b\n/a,\n/a,b\n/a,/a/\n/a,/b,200\n/ok,/b',
      [
        '1: Must be a path that is not reserved, such as /old-page',
        '2: Must be a path that is not reserved, such as /old-page',
        '3: Must be a path that is not reserved, such as /old-page',
        '4: Must be a valid URL or path',
        '5: Must be a valid URL or path',
        '6: This creates a redirect loop',
        '7: The status must be 301 or 302',
        '8 /ok /b 301',
      ],
    ],
    [
      'with several targets of an address',
      '/index.php?p=1,/a\n/index.php?p=2,/b\n/index.php,/a\n/index.php,/a,302',
      [
        '1 /index.php /a 301',
        '2: Line 1 redirects /index.php to another target. Queries of addresses are ignored',
        '3 /index.php /a 301',
        '4: Line 1 redirects /index.php to another target. Queries of addresses are ignored',
      ],
    ],
    ['that is empty', '', []],
  ])('parses a table %s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('parses the output of toCsv', () => {
    const redirects = [
      { from: '/a,b', to: "/c'd", status: 301 as const },
      { from: '/=1', to: 'https://else.example/?a=1,2', status: 302 as const },
    ];
    expect(readCsv(toCsv(redirects), origin).map((row) => 'redirect' in row && row.redirect)).toEqual(redirects);
  });
});
