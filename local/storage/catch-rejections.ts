import type { ExpressLayer } from './emulator-api.ts';

/**
 * Passes rejections of asynchronous handlers to the error handling of the application, as Express 5 does. Express 4
 * leaves them unhandled, and one malformed request would end the process.
 */
export function catchRejections(stack: ExpressLayer[]): void {
  for (const layer of stack) {
    if (layer.route !== undefined) catchRejections(layer.route.stack);
    else if (layer.handle.stack !== undefined) catchRejections(layer.handle.stack);
    else if (layer.handle.length <= 3) guard(layer);
  }
}

function guard(layer: ExpressLayer): void {
  const { handle } = layer;
  layer.handle = (request, response, next) => {
    const result = handle(request, response, next);
    if (result instanceof Promise) result.catch(next);
    return result;
  };
}
