import { describe, expect, it } from 'vitest';
import { svgProblem } from './svg.ts';

const svg = (inside: string, attributes = '') => `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>`;

describe('svgProblem', () => {
  it.each([
    ['a path', svg('<path d="M0 0h1"/>')],
    ['a declaration and a comment', `<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->\n${svg('<g/>')}`],
    ['a gradient by its id', svg('<linearGradient id="a"/><rect fill="url(#a)"/>')],
    ['an internal style', svg('<style>.a{fill:#fff}</style><rect class="a"/>')],
    ['a use of a symbol', svg('<symbol id="s"><path d="M0 0"/></symbol><use href="#s"/>')],
    ['a byte order mark', `\uFEFF${svg('')}`],
  ])('accepts %s', (_, source) => {
    expect(svgProblem(source)).toBeNull();
  });

  it.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['an event handler', svg('<rect onclick="x()"/>')],
    ['an event handler on the root', svg('', ' onload="x()"')],
    ['foreign content', svg('<foreignObject><body/></foreignObject>')],
    ['a link', svg('<a href="https://example.com"/>')],
    ['an external reference', svg('<use href="https://example.com/a.svg#b"/>')],
    ['a data reference', svg('<use xlink:href="data:image/svg+xml,x"/>')],
    ['an external style', svg('<style>@import "https://example.com/a.css";</style>')],
    ['an external fill', svg('<rect fill="url(https://example.com/a)"/>')],
    ['an escaped reference', svg('<rect style="fill:\\75rl(x)"/>')],
    ['a document type', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('&x;')}`],
    ['an animation of a link', svg('<animate attributeName="href"/>')],
    ['a CDATA section', svg('<![CDATA[<script>]]>')],
    ['a processing instruction', `<?xml-stylesheet href="a.css"?>${svg('')}`],
    ['another encoding', `<?xml version="1.0" encoding="UTF-7"?>${svg('')}`],
    ['two roots', svg('') + svg('')],
    ['an unclosed root', '<svg xmlns="http://www.w3.org/2000/svg">'],
    ['no markup', 'hello'],
  ])('rejects %s', (_, source) => {
    expect(svgProblem(source)).toEqual(expect.any(String));
  });
});
