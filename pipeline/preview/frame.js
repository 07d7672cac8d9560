// Shows a draft in the editor's frame: what the back office sends as HTML is morphed into this document. Nothing of it runs
// here, and nobody but the back office is listened to.
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

const height = () => document.documentElement.scrollHeight - window.innerHeight;

/** @param {string} admin the origin of the back office */
function openFrame(admin) {
  /** @param {object} message */
  const tell = (message) => window.parent.postMessage(message, admin);

  /** @type {{ html: string, path: string } | null} */
  let waiting = null;
  let isShowing = false;
  let shownPath = '';
  /** @type {string | null} */
  let outlined = null;
  /** Where the page was last scrolled to, but by whoever looks at it: that is not told. */
  let scrolledTo = NaN;

  /** @param {{ html: string, path: string }} page */
  async function show({ html, path }) {
    const next = new DOMParser().parseFromString(html, 'text/html');
    for (const script of next.querySelectorAll('script, base, meta[http-equiv]')) script.remove();
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
    requestAnimationFrame(() => tell({ type: 'frontage:shown', path }));
  }

  /** One after another, and of those that come meanwhile the last. @param {{ html: string, path: string }} page */
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

  /** @param {number} ratio */
  function scroll(ratio) {
    scrolledTo = Math.round(Math.min(1, Math.max(0, ratio)) * Math.max(0, height()));
    window.scrollTo({ top: scrolledTo, behavior: 'instant' });
  }

  window.addEventListener('message', ({ origin, source, data }) => {
    if (origin !== admin || source !== window.parent) return;
    if (data?.type === 'frontage:show' && typeof data.html === 'string') void showNext(data);
    if (data?.type === 'frontage:outline') outline(data.mark ?? null, true);
    if (data?.type === 'frontage:scroll' && Number.isFinite(data.ratio)) scroll(data.ratio);
  });

  window.addEventListener(
    'scroll',
    () => {
      if (Math.abs(window.scrollY - scrolledTo) < 2) return;
      scrolledTo = NaN;
      tell({ type: 'frontage:scrolled', ratio: height() > 0 ? window.scrollY / height() : 0 });
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
        tell({ type: 'frontage:picked', mark });
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
