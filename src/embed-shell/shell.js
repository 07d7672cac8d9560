// Runs a demo's own code on an origin where nothing else lives. The page that frames this one hands the code over; the
// header `frame-ancestors` lets only the site frame it, and only that page's messages are believed.

/** The origin of the page that frames this one; null when there is none. */
function framingOrigin() {
  const [nearest] = location.ancestorOrigins ?? [];
  if (nearest) return nearest;
  return document.referrer ? new URL(document.referrer).origin : null;
}

const site = window.parent === window ? null : framingOrigin();

/** @param {MessageEvent} event */
function receive(event) {
  const { data } = event;
  if (event.source !== window.parent || event.origin !== site) return;
  if (data?.type !== 'frontage:embed-run' || typeof data.code !== 'string') return;
  window.removeEventListener('message', receive);
  // Written, not inserted: scripts then run as if the code were a page, in order.
  document.open();
  document.write(`<!doctype html><meta name="viewport" content="width=device-width, initial-scale=1">${data.code}`);
  document.close();
}

if (site) {
  window.addEventListener('message', receive);
  window.parent.postMessage({ type: 'frontage:embed-ready' }, site);
}
