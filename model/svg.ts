/** Elements of an accepted SVG, which only draw. `script`, `foreignObject`, `a`, `image` and animations are not among them. */
export const svgElements: ReadonlySet<string> = new Set(
  `svg g defs symbol use title desc metadata path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker filter feBlend feColorMatrix feComponentTransfer
  feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB
  feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight
  feTile feTurbulence style switch view`.split(/\s+/),
);

/**
 * The reason why an SVG must be neither stored nor served; null if it only draws. It accepts a subset of XML: no
 * document type, no custom entities, no CDATA, no processing instructions except the XML declaration. Unknown markup is
 * rejected.
 */
export function svgProblem(text: string): string | null {
  const source = text.replace(/^\uFEFF/, '');
  const declaration = /^\s*<\?xml\s[^?]*\?>/.exec(source)?.[0] ?? '';
  if (/encoding\s*=\s*["'](?!utf-8["'])/i.test(declaration)) return 'It declares another encoding than UTF-8';
  const body = source.slice(declaration.length).replace(/<!--(?:(?!--)[\s\S])*-->/g, '');
  return markupProblem(body);
}

function markupProblem(body: string): string | null {
  const tag = /<(\/?)([A-Za-z_][\w:.-]*)/y;
  const attribute = /\s+([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
  const tagEnd = /\s*(\/?)>/y;
  let depth = 0;
  let seen = 0;
  for (let at = body.indexOf('<'); at >= 0; at = body.indexOf('<', at)) {
    tag.lastIndex = at;
    const [opening, slash, name = ''] = tag.exec(body) ?? [];
    if (opening === undefined) return 'It contains markup other than elements';
    if (!svgElements.has(name)) return `It contains <${name}>`;
    if (depth === 0 && (slash === '/' || name !== 'svg' || seen > 0)) return 'It is not one <svg> element';
    seen += 1;
    at += opening.length;
    for (;;) {
      attribute.lastIndex = at;
      const [whole, key = '', double, single] = attribute.exec(body) ?? [];
      if (whole === undefined) break;
      const problem = attributeProblem(key, double ?? single ?? '');
      if (problem) return problem;
      at += whole.length;
    }
    tagEnd.lastIndex = at;
    const [end, closes] = tagEnd.exec(body) ?? [];
    if (end === undefined) return `<${name}> has an unsupported attribute syntax`;
    at += end.length;
    if (name === 'style' && slash === '') {
      const problem = styleProblem('<style>', body.slice(at, body.indexOf('<', at)));
      if (problem) return problem;
    }
    depth += slash === '/' ? -1 : closes === '/' ? 0 : 1;
  }
  return seen === 0 || depth !== 0 ? 'It is not one <svg> element' : null;
}

function attributeProblem(name: string, value: string): string | null {
  const key = name.toLowerCase();
  if (key.startsWith('on')) return `It contains the event handler ${name}`;
  if (/^(?:xml:)?base$/.test(key)) return `It contains ${name}`;
  const isLink = key === 'href' || key.endsWith(':href') || key === 'src';
  if (isLink && !/^#[\w.:-]+$/.test(value)) return `${name} refers to a resource outside the image`;
  return key === 'xmlns' || key.startsWith('xmlns:') ? null : styleProblem(name, value);
}

/** Checks CSS in a style element or an attribute: presentation attributes can contain CSS values. */
function styleProblem(where: string, value: string): string | null {
  // Character references and CSS escapes could hide forbidden values.
  if (/&(?!(?:amp|lt|gt|quot|apos);)|\\/.test(value)) return `${where} contains a character reference`;
  const targets = [...value.matchAll(/url\s*\(([^)]*)/gi)].map(([, target = '']) => target.replace(/^\s*['"]?\s*/, ''));
  if (targets.some((target) => !target.startsWith('#'))) return `${where} refers to a resource outside the image`;
  return /javascript:|expression\s*\(|@import|-moz-binding/i.test(value) ? `${where} contains a script` : null;
}
