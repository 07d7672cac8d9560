// Shows a draft in the editor's frame: HTML sent by the admin is morphed into this document. Its scripts do not run
// here, and messages of other origins are ignored.
import morphdom from 'morphdom';

const frameStyles = new CSSStyleSheet();
frameStyles.replaceSync(
  'astro-island { display: contents } [data-edit] { cursor: pointer }' +
    ' [data-outlined] { outline: 2px solid #2563eb; outline-offset: 2px; border-radius: 2px }',
);
document.adoptedStyleSheets = [frameStyles];

/**
 * Loads the styles of the next page. Returns a function that removes the styles of the previous page, to be called once
 * the next page is shown.
 * @param {Document} next
 */
async function loadStyles(next) {
  const address = (/** @type {HTMLLinkElement} */ link) => link.getAttribute('href') ?? '';
  const links = (/** @type {Document} */ of) =>
    /** @type {HTMLLinkElement[]} */ ([...of.querySelectorAll('link[rel="stylesheet"]')]);
  const [wanted, present] = [links(next).map(address), links(document)];
  const missing = wanted.filter((href) => !present.some((link) => address(link) === href));
  const loaded = await Promise.all(
    missing.map((href) => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
      const settled = new Promise((resolve) => {
        link.onload = () => resolve(true);
        link.onerror = () => (link.remove(), resolve(false));
      });
      document.head.append(link);
      return settled;
    }),
  );
  // If a style sheet fails to load, the previous styles stay.
  const areAllLoaded = loaded.every(Boolean);
  return () => {
    for (const link of links(document)) if (areAllLoaded && !wanted.includes(address(link))) link.remove();
  };
}

/** Scripts of a draft do not run here: content shown by scripts is replaced by a note. @param {Document} next */
function withoutScripts(next) {
  for (const unused of next.querySelectorAll('script, style, base, meta[http-equiv]')) unused.remove();
  for (const demo of next.querySelectorAll('demo-frame')) {
    const loading = demo.querySelector('.loading');
    if (loading && demo.querySelector('iframe[data-code]'))
      loading.textContent = 'Scripts do not run here: open the preview in a new tab.';
    else demo.classList.add('is-loaded');
  }
}

const height = () => document.documentElement.scrollHeight - window.innerHeight;

const within = (/** @type {number} */ value, /** @type {number} */ most) => Math.min(most, Math.max(0, value));

const placeIn = (/** @type {{ at?: unknown }} */ { at }) => (typeof at === 'number' && Number.isFinite(at) ? at : null);

/**
 * The blocks of the text with this mark; null if the page does not show it. A position in the text is the number of a
 * block plus a fraction of it.
 * @param {string | null} mark
 */
function blocksOf(mark) {
  const text = mark === null ? null : document.querySelector(`[data-edit="${CSS.escape(mark)}"]`);
  const count = text?.children.length ?? 0;
  if (!text || count === 0) return null;
  const end = text.getBoundingClientRect().bottom + window.scrollY;
  const start = (/** @type {number} */ number) => {
    const block = text.children[number];
    return block ? block.getBoundingClientRect().top + window.scrollY : end;
  };
  return {
    /** The vertical offset of a position from the top of the page. @param {number} at */
    top: (at) => {
      const number = Math.floor(within(at, count));
      return start(number) + (start(number + 1) - start(number)) * (within(at, count) - number);
    },
    /** The position at a vertical offset from the top of the page. @param {number} top */
    at: (top) => {
      let [low, high] = [0, count];
      while (low + 1 < high) {
        const middle = (low + high) >> 1;
        if (start(middle) <= top) low = middle;
        else high = middle;
      }
      const share = (top - start(low)) / Math.max(1, start(low + 1) - start(low));
      return low + within(share, 1);
    },
    /**
     * The vertical offset in the window at which positions are compared, for a scroll ratio. It moves from the start of
     * the text, when the page is scrolled to the top, to its end, when the page is scrolled to the bottom.
     * @param {number} ratio
     */
    line: (ratio) => {
      const first = within(start(0), window.innerHeight);
      const last = within(end - height(), window.innerHeight);
      return first + (last - first) * ratio;
    },
    /** The number of the block that contains an element; null outside the text. @param {Element} element */
    numberOf: (element) => {
      const number = [...text.children].findIndex((block) => block.contains(element));
      return number === -1 ? null : number;
    },
  };
}

/** @param {string} admin the admin's origin */
function openFrame(admin) {
  /** @param {object} message */
  const send = (message) => window.parent.postMessage(message, admin);

  /** @type {{ html: string, path: string, text?: string | null } | null} */
  let waiting = null;
  let isShowing = false;
  let shownPath = '';
  /** @type {string | null} */
  let outlined = null;
  /** The mark of the text to which positions refer. @type {string | null} */
  let text = null;
  /** The last position scrolled to by a message, which must not be reported back. */
  let scrolledTo = NaN;

  /** @param {{ html: string, path: string, text?: string | null }} page */
  async function show({ html, path, text: mark = null }) {
    const next = new DOMParser().parseFromString(html, 'text/html');
    withoutScripts(next);
    const dropOthers = await loadStyles(next);
    for (const { name, value } of next.documentElement.attributes) document.documentElement.setAttribute(name, value);
    document.title = next.title;
    morphdom(document.body, next.body, {
      onBeforeElUpdated: (from, to) => {
        if (from instanceof HTMLDetailsElement && to instanceof HTMLDetailsElement) to.open = from.open;
        return !from.isEqualNode(to);
      },
    });
    dropOthers();
    outline(outlined, false);
    if (path !== shownPath) window.scrollTo({ top: 0, behavior: 'instant' });
    scrolledTo = window.scrollY;
    shownPath = path;
    text = mark;
    requestAnimationFrame(() => send({ type: 'frontage:shown', path }));
  }

  /**
   * Shows pages one after another. Of the pages that arrive meanwhile, only the last is shown.
   * @param {{ html: string, path: string, text?: string | null }} page
   */
  async function showNext(page) {
    waiting = page;
    if (isShowing) return;
    isShowing = true;
    try {
      while (waiting !== null) {
        const next = waiting;
        waiting = null;
        await show(next);
      }
    } finally {
      // A page that fails must not block the next one.
      isShowing = false;
    }
  }

  /** @param {string | null} mark @param {boolean} isScrolledTo whether it is scrolled into view */
  function outline(mark, isScrolledTo) {
    outlined = mark;
    for (const element of document.querySelectorAll('[data-outlined]')) element.removeAttribute('data-outlined');
    if (mark === null) return;
    const found = document.querySelectorAll(`[data-edit="${CSS.escape(mark)}"]`);
    for (const element of found) element.setAttribute('data-outlined', '');
    if (!isScrolledTo) return;
    found[0]?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    scrolledTo = window.scrollY;
  }

  /** @param {number} top */
  function scrollTo(top) {
    scrolledTo = Math.round(within(top, Math.max(0, height())));
    window.scrollTo({ top: scrolledTo, behavior: 'instant' });
  }

  /** @param {number} share @param {number | null} at */
  function scroll(share, at) {
    const ratio = within(share, 1);
    const blocks = blocksOf(text);
    scrollTo(at === null || !blocks ? ratio * height() : blocks.top(at) - blocks.line(ratio));
  }

  /** @param {number} at */
  function reveal(at) {
    const blocks = blocksOf(text);
    if (!blocks) return;
    const place = blocks.top(at) - window.scrollY;
    const margin = window.innerHeight / 6;
    if (place < margin) scrollTo(window.scrollY + place - margin);
    else if (place > window.innerHeight - margin) scrollTo(window.scrollY + place - window.innerHeight + margin);
  }

  window.addEventListener('message', ({ origin, source, data }) => {
    if (origin !== admin || source !== window.parent) return;
    if (data?.type === 'frontage:show' && typeof data.html === 'string') void showNext(data);
    if (data?.type === 'frontage:outline') outline(data.mark ?? null, true);
    if (data?.type === 'frontage:scroll' && Number.isFinite(data.ratio)) scroll(data.ratio, placeIn(data));
    if (data?.type === 'frontage:reveal' && Number.isFinite(data.at)) reveal(data.at);
  });

  window.addEventListener(
    'scroll',
    () => {
      if (Math.abs(window.scrollY - scrolledTo) < 2) return;
      scrolledTo = NaN;
      const ratio = height() > 0 ? within(window.scrollY / height(), 1) : 0;
      const blocks = blocksOf(text);
      send({ type: 'frontage:scrolled', ratio, at: blocks && blocks.at(window.scrollY + blocks.line(ratio)) });
    },
    { passive: true },
  );

  window.addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element)) return;
      const link = event.target.closest('a[href]');
      const mark = event.target.closest('[data-edit]')?.getAttribute('data-edit');
      if (!mark && link?.getAttribute('href')?.startsWith('#')) return;
      if (link || mark) event.preventDefault();
      if (mark && !(link && (event.altKey || event.ctrlKey || event.metaKey))) {
        send({
          type: 'frontage:picked',
          mark,
          at: mark === text ? (blocksOf(text)?.numberOf(event.target) ?? null) : null,
        });
      } else if (link instanceof HTMLAnchorElement && link.origin === location.origin) {
        send({ type: 'frontage:followed', path: link.pathname });
      }
    },
    true,
  );
  window.addEventListener('submit', (event) => event.preventDefault(), true);

  send({ type: 'frontage:ready' });
}

/** @type {HTMLScriptElement | null} */
const own = document.querySelector('script[data-admin]');
const { admin = '' } = own?.dataset ?? {};
if (window.parent !== window) openFrame(admin);
