import { describe, expect, it } from 'vitest';
import { decodeCsv, headerOf, readCsv, toCsv } from './redirect-csv.ts';

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
        '2: Line 1 redirects /index.php to another target. Query strings are ignored',
        '3 /index.php /a 301',
        '4: Line 1 redirects /index.php to another target. Query strings are ignored',
      ],
    ],
    ['with columns in another order', 'Status,To,From\n302,/b,/a', ['2 /a /b 302']],
    [
      'with the columns source, target, regex, code, type, hits, title, status',
      'source,target,regex,code,type,hits,title,status\n/a,/b,0,301,url,7,,active\n/c/(.*),/d,1,301,url,0,,active\n/e,/f,0,302,url,0,,disabled',
      [
        '2 /a /b 301',
        '3: Patterns cannot be imported. Add a line for each address',
        '4: This redirect is switched off in the table',
      ],
    ],
    ['with the columns Origin, Target, Type, Format', 'Origin,Target,Type,Format\n/a,/b,307,plain', ['2 /a /b 302']],
    [
      'with the columns id, source, matching, destination, type, category, status',
      'id,source,matching,destination,type,category,status\n9,/a,exact,/b,302,,active\n10,/c,regex,/d,301,,active',
      ['2 /a /b 302', '3: Patterns cannot be imported. Add a line for each address'],
    ],
    ['with the columns Redirect from, Redirect to', 'Redirect from,Redirect to\n/a,/b', ['2 /a /b 301']],
    [
      'with the columns Original URL, Destination URL, Redirect style',
      'Original URL;Destination URL;Redirect style\n/a;/b;PERMANENT\n/c;/d;Temporary\n/e;/f;301 Moved',
      ['2 /a /b 301', '3 /c /d 302', '4 /e /f 301'],
    ],
    ['with replacement characters', '/m\uFFFDbel,/b', ['1: Contains unreadable characters. Save the file as UTF-8']],
    ['that is empty', '', []],
  ])('parses a table %s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from('/möbel,/b')],
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFF/möbel,/b')],
    ['Windows-1252', Buffer.from('/möbel,/b', 'latin1')],
    ['UTF-16', Buffer.from('\uFEFF/möbel,/b', 'utf16le')],
    ['big-endian UTF-16', Buffer.from('\uFEFF/möbel,/b', 'utf16le').swap16()],
  ])('parses a file in %s', (_, bytes) => {
    expect(read(decodeCsv(bytes))).toEqual(['1 /m%C3%B6bel /b 301']);
  });

  it('reads signs that only Windows-1252 has', () => {
    expect(decodeCsv(Buffer.from([0x80, 0x93, 0xfc]))).toBe('€“ü');
  });

  it('keeps the header, so that remaining lines are read alike', () => {
    const text = 'Status;To;From\n301;/b;/a';
    expect(read(`${headerOf(text)}301,/b,/a`)).toEqual(['2 /a /b 301']);
    expect(headerOf('/a,/b')).toBe('');
  });

  it('parses the output of toCsv', () => {
    const redirects = [
      { from: '/a,b', to: "/c'd", status: 301 as const },
      { from: '/=1', to: 'https://else.example/?a=1,2', status: 302 as const },
    ];
    expect(readCsv(toCsv(redirects), origin).map((row) => 'redirect' in row && row.redirect)).toEqual(redirects);
  });
});
