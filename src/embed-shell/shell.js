// Runs a demo's own code on a separate origin without other content. The framing page sends the code. The header
// `frame-ancestors` allows only the site to frame this page; messages from other windows and origins are ignored.

/** The origin of the framing page; null if it is unknown. */
function framingOrigin() {
  const [nearest] = location.ancestorOrigins ?? [];
  if (nearest) return nearest;
  return document.referrer ? new URL(document.referrer).origin : null;
}

const site = window.parent === window ? null : framingOrigin();

const pageStart =
  '<!doctype html><html><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1"></head><body>';

/** @param {MessageEvent} event */
function receive(event) {
  const { data } = event;
  if (event.source !== window.parent || event.origin !== site) return;
  if (data?.type !== 'frontage:embed-run' || typeof data.code !== 'string') return;
  window.removeEventListener('message', receive);
  // `document.write` runs the scripts in order, as in a page. Inserted markup would not run them. The body is open
  // before the code, because scripts append to it and insert elements beside themselves.
  document.open();
  document.write(`${pageStart}${data.code}`);
  document.close();
}

if (site) {
  window.addEventListener('message', receive);
  window.parent.postMessage({ type: 'frontage:embed-ready' }, site);
}
