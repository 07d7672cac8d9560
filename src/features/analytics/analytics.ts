type Choice = 'granted' | 'denied';

const storageKey = 'frontage:analytics';

declare global {
  interface Window {
    dataLayer?: unknown[];
    [name: `ga-disable-${string}`]: boolean;
  }
  interface Navigator {
    /** Global Privacy Control; not in the DOM library yet. */
    readonly globalPrivacyControl?: boolean;
  }
}

/** Shows a banner until the visitor allows or denies counting of visits. Loads Google's tag only after consent. */
export function startAnalytics(page: Document): void {
  const banner = page.querySelector<HTMLElement>('[data-analytics-id]');
  const id = banner?.dataset['analyticsId'];
  if (!banner || !id) return;

  const apply = (choice: Choice | null): void => {
    banner.hidden = choice !== null;
    if (choice === 'granted') loadTag(page, id);
    else if (choice === 'denied' || window.dataLayer) stopTag(page, id);
  };
  const choose = (choice: Choice): void => {
    remember(choice);
    apply(choice);
  };
  for (const button of banner.querySelectorAll<HTMLButtonElement>('[data-consent]')) {
    button.addEventListener('click', () => choose(button.dataset['consent'] === 'granted' ? 'granted' : 'denied'));
  }
  for (const opener of page.querySelectorAll<HTMLButtonElement>('[data-consent-open]')) {
    opener.hidden = false;
    opener.addEventListener('click', () => {
      banner.hidden = false;
      banner.querySelector('button')?.focus();
    });
  }

  apply(recall());
  // A choice in another tab applies to the tag that runs in this one. A page that the back button restores has missed it.
  addEventListener('storage', ({ key }) => {
    // Without a key if everything was removed, the choice too.
    if (key === storageKey || key === null) apply(recall());
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) apply(recall());
  });
}

function recall(): Choice | null {
  // A browser with this signal has already denied consent.
  if (navigator.globalPrivacyControl) return 'denied';
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'granted' || stored === 'denied' ? stored : null;
  } catch {
    return null;
  }
}

function remember(choice: Choice): void {
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    // Without storage the choice applies to this page only.
  }
}

/** The property by which Google's tag can be switched off while it runs. */
const switchOf = (id: string) => `ga-disable-${id}` as const;

/** Stops the tag of this page, if it runs, and removes its cookies. */
function stopTag(page: Document, id: string): void {
  window[switchOf(id)] = true;
  // The tag sets its cookies on the highest domain that accepts them.
  const labels = page.location.hostname.split('.');
  const domains = ['', ...labels.map((_, index) => `; domain=${labels.slice(index).join('.')}`)];
  for (const cookie of page.cookie.split('; ')) {
    const [name = ''] = cookie.split('=', 1);
    if (!/^_g(?:a|ac|at|cl|id)(?:_|$)/.test(name)) continue;
    for (const domain of domains) page.cookie = `${name}=; path=/; max-age=0${domain}`;
  }
}

function loadTag(page: Document, id: string): void {
  window[switchOf(id)] = false;
  if (window.dataLayer) return;
  const layer: unknown[] = (window.dataLayer = []);
  // Google's tag reads calls as `arguments` objects, not arrays.
  function gtag(..._call: unknown[]): void {
    layer.push(arguments);
  }
  gtag('js', new Date());
  gtag('config', id);
  const script = page.createElement('script');
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`;
  page.head.append(script);
}
