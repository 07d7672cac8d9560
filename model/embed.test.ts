import { describe, expect, it } from 'vitest';
import { badEmbeds, goodEmbeds } from './embed.fixture.ts';
import { embedLoss, embedProblem, toEmbed } from './embed.ts';

describe('an embed code', () => {
  it.each(goodEmbeds)('%j shows something', (code) => {
    expect(embedProblem(code)).toBeNull();
    expect(toEmbed(code)).not.toBeNull();
  });

  it.each(badEmbeds)('%j shows nothing', (code) => {
    expect(embedProblem(code)).not.toBeNull();
  });

  it('is decided quickly, whatever it is', () => {
    const codes = ['<iframe ', '<iframe "', '<iframe src="https://a.example" x', '<if', '< ', '<script'].map((part) =>
      part.repeat(50_000 / part.length),
    );
    expect(codes.map((code) => embedProblem(code) === null)).toEqual(codes.map(() => false));
  });
});

describe('the frame of iframe markup', () => {
  it.each([
    ['src="//a.example/x"', 'https://a.example/x'],
    ['src="/scenes/one?a=1&amp;b=2"', '/scenes/one?a=1&b=2'],
    ['src="https://a.example/?a=1&#038;b=2"', 'https://a.example/?a=1&b=2'],
    ["src='https://a.example/x' title='y'", 'https://a.example/x'],
    ['data-src="https://b.example" src="https://a.example" src="https://c.example"', 'https://a.example'],
  ])('%s leads to %s', (attributes, url) => {
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
    ['allow="camera; microphone *; autoplay \'self\'"', { allow: 'camera; microphone; autoplay' }, null],
    ['allow="camera; payment; usb *"', { allow: 'camera' }, 'allow payment, allow usb'],
    ['allow=""', { allow: '' }, null],
    ['WIDTH="1" width="2"', { width: '1' }, null],
    ['onload="x()" style=\'a\' frameborder=0', {}, 'onload, style, frameborder'],
    ['sandbox srcdoc="<b>"', {}, 'sandbox, srcdoc'],
  ])('%s', (attributes, settings, lost) => {
    const code = `<iframe ${attributes} src="https://a.example"></iframe>`;
    expect(toEmbed(code)).toEqual({ type: 'iframe', url: 'https://a.example', settings });
    expect(embedLoss(code)).toBe(lost === null ? null : `Not kept from the iframe code: ${lost}.`);
    expect(toEmbed(`<iframe src="https://a.example" ${attributes}></iframe>`)).toEqual(toEmbed(code));
  });

  it.each([
    ['<p><iframe src="/a"></iframe></p>', 'what stands around it'],
    ['<iframe src="/a">instead</iframe>\n', null],
    ['<iframe src="/a"></iframe><b>x</b>', 'what stands around it'],
    ['https://a.example', null],
    ['<script></script>', null],
    ['<iframe style></iframe>', null],
  ])('%j loses %j', (code, lost) => {
    expect(embedLoss(code)).toBe(lost === null ? null : `Not kept from the iframe code: ${lost}.`);
  });
});
