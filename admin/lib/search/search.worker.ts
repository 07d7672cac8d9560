import { parseShard, shardOfTitles } from '@frontage/model/search-index/search-shard';
import { messageOf } from '@frontage/model/messages';
import type { SearchReply, SearchRequest } from './search-client.ts';
import { SearchIndex } from './search-index.ts';

/** Searches beside the main thread, because reading a large index takes longer than a frame. */
function serve(scope: { postMessage(reply: SearchReply): void }): void {
  const index = new SearchIndex();
  // One after another: a search sees the parts sent before it.
  let last: Promise<unknown> = Promise.resolve();
  addEventListener('message', ({ data: { id, request } }: MessageEvent<{ id: number; request: SearchRequest }>) => {
    last = last
      .then(() => answer(index, request))
      .then(
        (value) => scope.postMessage({ id, value }),
        (error: unknown) => scope.postMessage({ id, error: messageOf(error) }),
      );
  });
}

async function answer(index: SearchIndex, request: SearchRequest): Promise<unknown> {
  if (request.type === 'search') return index.search(request.typed, request.scope);
  if (request.type === 'ids') return index.findIds(request.typed, request.collection);
  for (const { name, collection, content } of request.parts) {
    index.put(
      name,
      collection,
      typeof content === 'string' ? parseShard(await unzip(content)) : shardOfTitles(content),
    );
  }
  return null;
}

function unzip(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

serve(self);
