// Shows a draft in the editor's frame: HTML sent by the admin is morphed into this document. Its scripts do not run
// here, and messages of other origins are ignored.
import morphdom from 'morphdom';

const look = new CSSStyleSheet();
look.replaceSync(
  'astro-island { display: contents } [data-edit] { cursor: pointer }' +
    ' [data-outlined] { outline: 2px solid #2563eb; outline-offset: 2px; border-radius: 2px }',
);
document.adoptedStyleSheets = [look];

/** Styles of the next page are there before it is shown, those of the one before go afterwards. @param {Document} next */
async function takeStyles(next) {
  const address = (/** @type {HTMLLinkElement} */ link) => link.getAttribute('href') ?? '';
  const links = (/** @type {Document} */ of) =>
    /** @type {HTMLLinkElement[]} */ ([...of.querySelectorAll('link[rel="stylesheet"]')]);
  const [wanted, present] = [links(next).map(address), links(document)];
  const missing = wanted.filter((href) => !present.some((link) => address(link) === href));
  const arrived = await Promise.all(
    missing.map((href) => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
      const there = new Promise((resolve) => {
        link.onload = () => resolve(true);
        link.onerror = () => (link.remove(), resolve(false));
      });
      document.head.append(link);
      return there;
    }),
  );
  // Styles of the page before are better than none.
  const isWhole = arrived.every(Boolean);
  return () => {
    for (const link of links(document)) if (isWhole && !wanted.includes(address(link))) link.remove();
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

/** The blocks of the text with this mark, which places are counted in; null where the page shows none. @param {string | null} mark */
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
    /** How far down the page a place is. @param {number} at */
    top: (at) => {
      const number = Math.floor(within(at, count));
      return start(number) + (start(number + 1) - start(number)) * (within(at, count) - number);
    },
    /** The place so far down the page. @param {number} top */
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
     * The reading position within the window for a scroll ratio: at both ends of the page it is where
     * the text begins and ends there.
     * @param {number} ratio
     */
    line: (ratio) => {
      const first = within(start(0), window.innerHeight);
      const last = within(end - height(), window.innerHeight);
      return first + (last - first) * ratio;
    },
    /** @param {Element} element */
    numberOf: (element) => {
      const number = [...text.children].findIndex((block) => block.contains(element));
      return number === -1 ? null : number;
    },
  };
}

/** @param {string} admin the admin's origin */
function openFrame(admin) {
  /** @param {object} message */
  const tell = (message) => window.parent.postMessage(message, admin);

  /** @type {{ html: string, path: string, text?: string | null } | null} */
  let waiting = null;
  let isShowing = false;
  let shownPath = '';
  /** @type {string | null} */
  let outlined = null;
  /** The mark of the text that places are in. @type {string | null} */
  let text = null;
  /** The last position scrolled to by a message, which must not be reported back. */
  let scrolledTo = NaN;

  /** @param {{ html: string, path: string, text?: string | null }} page */
  async function show({ html, path, text: mark = null }) {
    const next = new DOMParser().parseFromString(html, 'text/html');
    withoutScripts(next);
    const dropOthers = await takeStyles(next);
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
    requestAnimationFrame(() => tell({ type: 'frontage:shown', path }));
  }

  /** One after another, and of those that come meanwhile the last. @param {{ html: string, path: string, text?: string | null }} page */
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
      // A page that cannot be shown does not keep the next one from it.
      isShowing = false;
    }
  }

  /** @param {string | null} mark @param {boolean} isNear whether it is brought into sight */
  function outline(mark, isNear) {
    outlined = mark;
    for (const element of document.querySelectorAll('[data-outlined]')) element.removeAttribute('data-outlined');
    if (mark === null) return;
    const found = document.querySelectorAll(`[data-edit="${CSS.escape(mark)}"]`);
    for (const element of found) element.setAttribute('data-outlined', '');
    if (!isNear) return;
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
      tell({ type: 'frontage:scrolled', ratio, at: blocks && blocks.at(window.scrollY + blocks.line(ratio)) });
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
        tell({
          type: 'frontage:picked',
          mark,
          at: mark === text ? (blocksOf(text)?.numberOf(event.target) ?? null) : null,
        });
      } else if (link instanceof HTMLAnchorElement && link.origin === location.origin) {
        tell({ type: 'frontage:followed', path: link.pathname });
      }
    },
    true,
  );
  window.addEventListener('submit', (event) => event.preventDefault(), true);

  tell({ type: 'frontage:ready' });
}

/** @type {HTMLScriptElement | null} */
const own = document.querySelector('script[data-admin]');
const { admin = '' } = own?.dataset ?? {};
if (window.parent !== window) openFrame(admin);
