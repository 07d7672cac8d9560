import { describe, expect, it } from 'vitest';
import { badEmbeds, goodEmbeds } from './embed.fixture.ts';
import { newDemo } from './kinds/demo.ts';
import { demoForm } from './kinds/demo-form.ts';
import { embedLoss, embedProblem, framesOwnPage, toEmbed } from './embed.ts';
import { invalid } from './messages.ts';

describe('embedProblem', () => {
  it.each(goodEmbeds)('accepts %j', (code) => {
    expect(embedProblem(code)).toBeNull();
    expect(toEmbed(code)).not.toBeNull();
  });

  it.each(badEmbeds)('rejects %j', (code) => {
    expect(embedProblem(code)).not.toBeNull();
  });

  it('checks long malformed input quickly', () => {
    const parts = [
      '<iframe ',
      '<iframe "',
      '<iframe src="https://a.example" x',
      '<if',
      '< ',
      '<script',
      '<iframe src=/a>',
    ];
    const starts = ['<iframe', '<iframe src="https://a.example"', '<iframe src=https://a.example/a'];
    const values = [' a=b/c', '/a=b/c d', ' a=b/', ' a = "/" '].map((part) => part.repeat(50_000 / part.length));
    const codes = [
      ...parts.map((part) => part.repeat(50_000 / part.length)),
      ...starts.flatMap((start) => values.map((value) => `${start}${value}"></iframe>`)),
    ];
    expect(codes.map((code) => embedProblem(code) === null)).toEqual(codes.map(() => false));
  });
});

describe('framesOwnPage', () => {
  const own = ['https://site.example', 'http://127.0.0.1:4322'];

  it('has a separate message for a path of the site', () => {
    expect(embedProblem('<iframe src="/path"></iframe>')).toBe(invalid.embedOwnPage);
    expect(embedProblem('<iframe></iframe>')).toBe(invalid.embedIframeSrc);
  });

  it.each([
    'https://site.example/page/a',
    'http://SITE.example',
    'https://site.example./x',
    '<iframe src="https://site.example/a"></iframe>',
    '<iframe src="//site.example/a"></iframe>',
    'http://127.0.0.1:4322/auth/login',
  ])('finds the host of the site in %j', (code) => expect(framesOwnPage(code, own)).toBe(true));

  it.each([
    'https://other.example',
    'http://127.0.0.1:4323/examples/halo',
    '<script src="https://site.example/x.js"></script>',
  ])('finds no host of the site in %j', (code) => expect(framesOwnPage(code, own)).toBe(false));

  it('makes the form reject a page of its origins', () => {
    const input = { ...newDemo, heading: 'A', slug: 'a', iframe_url: 'https://site.example/a' };
    const { error } = demoForm({ hasPassword: false, ownOrigins: own }).safeParse(input);
    expect(error?.issues).toMatchObject([{ path: ['iframe_url'], message: invalid.embedOwnPage }]);
    expect(demoForm({ hasPassword: false }).safeParse(input).success).toBe(true);
  });
});

describe('toEmbed and embedLoss', () => {
  it.each([
    ['src="//a.example/x"', 'https://a.example/x'],
    ['src="https://a.example/?a=1&#038;b=2"', 'https://a.example/?a=1&b=2'],
    ['src="https:&#x2F;&#x2F;a.example&#47;x&quest;y"', 'https://a.example/x?y'],
    ['src="https://a.example/?a=1&copy=2&amp;lt=3"', 'https://a.example/?a=1&copy=2&lt=3'],
    ['src=https:&#x2F;/a.example/caf&eacute; title=x', 'https://a.example/café'],
    ["src=' https://a.example/x&apos;y '", "https://a.example/x'y"],
    ['src="&#x2F;&#x2F;a.example/x"', 'https://a.example/x'],
    ["src='https://a.example/x' title='y'", 'https://a.example/x'],
    ['data-src="https://b.example" src="https://a.example" src="https://c.example"', 'https://a.example'],
  ])('read from %s the URL %s', (attributes, url) => {
    expect(toEmbed(`<iframe ${attributes}></iframe>`)).toMatchObject({ type: 'iframe', url });
  });

  it.each([
    ['title="A &amp; &quot;B&quot;"', { title: 'A & "B"' }, null],
    ['title=" "', {}, null],
    ['allowfullscreen', { allowFullScreen: true }, null],
    ['allowfullscreen=""', { allowFullScreen: true }, null],
    ['loading=eager', { loading: 'eager' }, null],
    ['loading="soon"', {}, 'loading'],
    ["referrerpolicy='no-referrer'", { referrerPolicy: 'no-referrer' }, null],
    ['referrerpolicy="unsafe-url"', {}, 'referrerpolicy'],
    ['width="560" height="56.25%"', { width: '560' }, 'height'],
    ['width=100% height=315px', { width: '100%', height: '315' }, null],
    ['width="1px;position:fixed"', {}, 'width'],
    ['allow="camera; microphone *; autoplay \'self\'"', { allow: "camera; microphone *; autoplay 'self'" }, null],
    [
      "allow=\"Camera 'SRC' HTTPS://App.example:8443 https://*.b.example/;microphone 'none'\"",
      { allow: "camera 'src' https://app.example:8443 https://*.b.example/; microphone 'none'" },
      null,
    ],
    ['allow="camera *; microphone *; camera *"', { allow: 'camera *; microphone *' }, null],
    ['allow="camera; payment; usb *"', { allow: 'camera' }, 'allow payment, allow usb'],
    [
      'allow="camera https://a.example http://b.example; microphone http://b.example x"',
      { allow: 'camera https://a.example' },
      'allow camera http://b.example, allow microphone http://b.example x',
    ],
    [
      'allow="camera javascript:x; microphone https://u@a.example"',
      { allow: '' },
      'allow camera javascript:x, allow microphone https://u@a.example',
    ],
    ['title="&Uuml;ber &#x1F600; &hearts; &unknown;"', { title: 'Über 😀 ♥ &unknown;' }, null],
    ['allow="camera&#32;&ast;"', { allow: 'camera *' }, null],
    ['allow=""', { allow: '' }, null],
    ['WIDTH="1" width="2"', { width: '1' }, null],
    ['onload="x()" style=\'a\' frameborder=0', {}, 'onload, style, frameborder'],
    ['sandbox srcdoc="<b>"', {}, 'sandbox, srcdoc'],
  ])('read the settings in %s', (attributes, settings, lost) => {
    const code = `<iframe ${attributes} src="https://a.example"></iframe>`;
    expect(toEmbed(code)).toEqual({ type: 'iframe', url: 'https://a.example', settings });
    expect(embedLoss(code)).toBe(lost === null ? null : `Not kept from the iframe code: ${lost}.`);
    expect(toEmbed(`<iframe src="https://a.example" ${attributes}></iframe>`)).toEqual(toEmbed(code));
  });

  it.each([
    ['<p><iframe src="//a.example"></iframe></p>', 'the markup around it'],
    ['<iframe src="//a.example">instead</iframe>\n', null],
    ['<iframe src="//a.example"></iframe><b>x</b>', 'the markup around it'],
    ['https://a.example', null],
    ['<script></script>', null],
    ['<iframe style></iframe>', null],
  ])('report for %j the loss of %j', (code, lost) => {
    expect(embedLoss(code)).toBe(lost === null ? null : `Not kept from the iframe code: ${lost}.`);
  });
});
