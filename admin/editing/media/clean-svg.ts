import { svgElements, svgProblem } from '@frontage/model/svg';
import createSanitizer from 'dompurify';

/** A drawing that is ready for upload, or the reason why it is not. */
export type CleanedSvg =
  /** `removed` names the parts that were visible or moved, for the user; data of the editor is not among them. */
  { ok: true; text: string; removed: readonly string[] } | { ok: false; problem: string };

const svgNamespace = 'http://www.w3.org/2000/svg';
const linkNamespace = 'http://www.w3.org/1999/xlink';
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

/**
 * Turns the file of a drawing program into an SVG that the site accepts: without document type, CDATA, data of the
 * editor, embedded images and references to other files. A drawing with scripts is refused.
 */
export function cleanSvg(bytes: ArrayBuffer): CleanedSvg {
  const text = decoded(new Uint8Array(bytes));
  if (text === null) return { ok: false, problem: 'Its text is not in the encoding that it declares' };
  const problem = svgProblem(text);
  if (problem === null) return { ok: true, text, removed: [] };
  const source = parsed(text);
  if (source === null) return { ok: false, problem: 'It is not a complete SVG' };
  const running = runningPart(source);
  if (running !== null) return { ok: false, problem: running };
  const removed = new Set<string>();
  const drawing = copyOf(source, document.implementation.createDocument(svgNamespace, null), removed);
  for (const style of drawing.querySelectorAll('style')) cleanSheet(style, removed);
  const result = serialized(sanitized(drawing));
  const left = result === null ? 'It draws nothing' : svgProblem(result);
  if (result === null || left !== null) return { ok: false, problem: left ?? '' };
  if (!/<(?:path|rect|circle|ellipse|line|polyline|polygon|text|use)[\s/>]/.test(result))
    return { ok: false, problem: removed.has(embeddedImage) ? onlyImage : 'It draws nothing' };
  return { ok: true, text: result, removed: [...removed] };
}

const embeddedImage = 'an embedded image';
const outside = 'a reference to another file';
const onlyImage = 'It contains only an embedded image. Save the image as PNG and upload that';

/** The text of a file in the encoding of its byte order mark or its declaration; null if it has another one. */
function decoded(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/i.exec(start)?.[1];
  const mark = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  try {
    return new TextDecoder(mark ?? declared ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The `svg` element of a text; null if it is not well-formed XML or another document. */
function parsed(text: string): Element | null {
  const parse = (source: string) => {
    // A declared encoding is that of the file, which was decoded.
    const { documentElement: root } = new DOMParser().parseFromString(
      source.replace(/^\s*<\?xml[^>]*\?>/, '').trimStart(),
      'image/svg+xml',
    );
    return root.nodeName === 'parsererror' || root.querySelector('parsererror') ? null : root;
  };
  const root = parse(text);
  if (root?.localName === 'svg' && root.namespaceURI === null)
    return parse(text.replace('<svg', `<svg xmlns="${svgNamespace}"`));
  return root?.localName === 'svg' && root.namespaceURI === svgNamespace ? root : null;
}

/** The first part that would run: a script, an event handler or a link to a script. */
function runningPart(root: Element): string | null {
  for (const element of [root, ...root.querySelectorAll('*')]) {
    if (element.localName.toLowerCase() === 'script') return 'It contains <script>';
    for (const { name, localName, value } of element.attributes) {
      if (/^on/i.test(localName)) return `It contains the event handler ${name}`;
      if (/^[\s\0-\x20]*(?:java|vb)script:/i.test(value)) return `${name} contains a script`;
    }
  }
  return null;
}

/** The name of a left out element for the user; null for data of the editor. */
function nameOfRemoved(element: Element): string | null {
  const { localName } = element;
  if (localName === 'image' || localName === 'feImage')
    return /^data:/i.test(linkOf(element)) ? embeddedImage : 'a linked image';
  if (/^(?:animate|set|discard)/.test(localName)) return 'an animation';
  if (/^font/.test(localName)) return 'an embedded font';
  if (localName !== 'foreignObject') return null;
  // Drawing programs keep their own copy of the drawing in it, or effects of browsers.
  const isPage = [...element.querySelectorAll('*')].some(
    ({ namespaceURI, textContent, localName: name }) =>
      namespaceURI === htmlNamespace &&
      (textContent.trim() !== '' || /^(?:img|video|iframe|object|embed|input)$/.test(name)),
  );
  return isPage ? 'text of a web page (foreignObject)' : null;
}

const htmlNamespace = 'http://www.w3.org/1999/xhtml';
const linkOf = (element: Element): string =>
  (element.getAttribute('href') ?? element.getAttributeNS(linkNamespace, 'href') ?? '').trim();

/** A copy of an element with the elements and attributes of SVG only, without prefixes. */
function copyOf(source: Element, target: Document, removed: Set<string>): Element {
  const copy = target.createElementNS(svgNamespace, source.localName);
  for (const { namespaceURI, localName, value } of source.attributes) {
    const plain = value.replace(/[\t\n\r]+/g, ' ');
    if (namespaceURI === linkNamespace && localName === 'href') {
      if (!source.hasAttribute('href')) copyLink(copy, plain, removed);
    } else if (namespaceURI === xmlNamespace && (localName === 'space' || localName === 'lang'))
      copy.setAttributeNS(xmlNamespace, `xml:${localName}`, plain);
    else if (namespaceURI !== null) continue;
    else if (localName === 'href') copyLink(copy, plain, removed);
    else if (localName === 'style') copyStyle(copy, plain, removed);
    else {
      const local = withLocalUrls(plain);
      if (local === null) removed.add(outside);
      else copy.setAttribute(localName, local);
    }
  }
  for (const child of source.childNodes) {
    // Text and CDATA; comments and instructions are data of the editor.
    if (child.nodeType === Node.TEXT_NODE || child.nodeType === Node.CDATA_SECTION_NODE)
      copy.append(child.nodeValue ?? '');
    if (!(child instanceof Element)) continue;
    const { localName } = child;
    const isSvg = child.namespaceURI === svgNamespace;
    if (isSvg && svgElements.has(localName) && localName !== 'metadata') copy.append(copyOf(child, target, removed));
    else if (isSvg && localName === 'a') {
      // The drawing stays, its link goes.
      removed.add('a link');
      copy.append(...copyOf(child, target, removed).childNodes);
    } else if (isSvg) {
      const name = nameOfRemoved(child);
      if (name !== null) removed.add(name);
    }
  }
  return copy;
}

function copyLink(copy: Element, value: string, removed: Set<string>): void {
  if (/^#[\w.:-]+$/.test(value.trim())) copy.setAttribute('href', value.trim());
  else if (copy.localName !== 'a' && value.trim() !== '') removed.add(outside);
}

/** A value in which each `url()` names a part of the drawing; null if one names another file. */
function withLocalUrls(value: string): string | null {
  const plain = value.replace(/url\(\s*["']?\s*(#[^"')\s]+)\s*["']?\s*\)/gi, 'url($1)');
  return /url\s*\(\s*(?!#)/i.test(plain) ? null : plain;
}

function copyStyle(copy: Element, value: string, removed: Set<string>): void {
  // The browser reads the style: properties of the editor are not among its properties.
  const probe = document.createElement('span');
  probe.setAttribute('style', value);
  const text = declarations(probe.style, removed);
  if (text !== '') copy.setAttribute('style', text);
}

function declarations(style: CSSStyleDeclaration, removed: Set<string>): string {
  const found: string[] = [];
  for (const name of style) {
    const value = withLocalUrls(style.getPropertyValue(name));
    if (value === null) removed.add(outside);
    else found.push(`${name}: ${value}${style.getPropertyPriority(name) === '' ? '' : ' !important'}`);
  }
  return found.join('; ');
}

function cleanSheet(element: Element, removed: Set<string>): void {
  const css = element.textContent;
  if (/@import/i.test(css)) removed.add('a stylesheet or font of another website');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css.replace(/@import[^;]*;?/gi, ''));
  element.textContent = rulesOf(sheet.cssRules, removed).join('\n');
}

function rulesOf(rules: CSSRuleList, removed: Set<string>): string[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSStyleRule) return [`${rule.selectorText} { ${declarations(rule.style, removed)} }`];
    if (rule instanceof CSSMediaRule)
      return [`@media ${rule.conditionText} {`, ...rulesOf(rule.cssRules, removed), '}'];
    if (rule instanceof CSSSupportsRule) return rulesOf(rule.cssRules, removed);
    if (rule instanceof CSSFontFaceRule) removed.add('an embedded font');
    if (rule instanceof CSSKeyframesRule) removed.add('an animation');
    return [];
  });
}

/** The drawing with the elements and attributes that DOMPurify knows as harmless. */
function sanitized(drawing: Element): Element | null {
  const sanitizer = createSanitizer(window);
  const body = sanitizer.sanitize(drawing, {
    RETURN_DOM: true,
    ALLOWED_TAGS: [...svgElements, '#text'],
    ADD_ATTR: [...otherAttributes],
    ADD_URI_SAFE_ATTR: ['id', 'class', 'in', 'in2', 'result', 'font-family'],
    ALLOW_DATA_ATTR: false,
    // The image is never part of a page, whose names it could hide.
    SANITIZE_DOM: false,
  });
  return body.querySelector('svg');
}

// Attributes of drawings that are not in the sanitizer's list.
const otherAttributes = [
  'fr',
  'limitingConeAngle',
  'pointsAtX',
  'pointsAtY',
  'pointsAtZ',
  'side',
  'spacing',
  'unicode-bidi',
  'white-space',
  'requiredFeatures',
  'requiredExtensions',
];

const serialized = (drawing: Element | null): string | null =>
  drawing && new XMLSerializer().serializeToString(drawing);
