import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImageInspector } from './image-inspector.ts';
import type { ProcessedImage } from './image-library.ts';

const imageAt = (name: string) => ({
  address: `https://images.example/v0/b/ours/o/${name}`,
  bucket: 'ours',
  object: name,
});
const wanted = (...names: string[]) => names.map((name, turn) => ({ image: imageAt(name), turn }));

const good = (name: string, key = name): ProcessedImage => {
  const image = { src: `/${key}`, width: 1, height: 1, sources: [] };
  return { ok: true, record: { address: imageAt(name).address, key, version: null, image, files: [] } };
};
const missing: ProcessedImage = { ok: false, message: 'There is none', isMissing: true };

/** An image inspector whose uploads are processed by `answer`, by name. */
function openInspector(answer: (name: string) => ProcessedImage | Promise<ProcessedImage>) {
  const asked: string[] = [];
  const onNews = vi.fn();
  const process = async ({ object }: { object: string }) => {
    asked.push(object);
    return answer(object);
  };
  const inspector = new ImageInspector({ library: { buckets: new Set(['ours']), process }, known: [], onNews });
  const keyOf = (name: string): string | undefined => inspector.resultOf(imageAt(name).address)?.record?.key;
  return { inspector, asked, onNews, keyOf };
}

let open: ImageInspector | null = null;
beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await open?.close();
  vi.useRealTimers();
});

describe('ImageInspector', () => {
  it('inspects several images concurrently, the first of each document first', async () => {
    let running = 0;
    let most = 0;
    const { inspector, asked, keyOf } = openInspector(async (name) => {
      most = Math.max(most, (running += 1));
      await new Promise(setImmediate);
      running -= 1;
      return good(name);
    });
    vi.useRealTimers();
    const many = Array.from({ length: 20 }, (_, index) => `a${String(index)}`);
    await inspector.inspect([...wanted(...many), ...wanted('b')], Infinity);
    expect(most).toBe(8);
    expect(asked.indexOf('b')).toBeLessThan(10);
    expect(keyOf('a19')).toBe('a19');
  });

  it('continues without a slow image and reports it when ready', async () => {
    const slow = Promise.withResolvers<ProcessedImage>();
    const { inspector, onNews, keyOf } = openInspector((name) => (name === 'slow' ? slow.promise : good(name)));
    open = inspector;
    const inspected = inspector.inspect(wanted('slow', 'quick'), 1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    await inspected;
    expect([keyOf('quick'), keyOf('slow')]).toEqual(['quick', undefined]);
    expect(onNews).not.toHaveBeenCalled();
    slow.resolve(good('slow'));
    await vi.advanceTimersByTimeAsync(1);
    expect(onNews).toHaveBeenCalledOnce();
    expect(keyOf('slow')).toBe('slow');
  });

  it('retries missing images with a growing delay', async () => {
    let isThere = false;
    const { inspector, asked, onNews, keyOf } = openInspector((name) => (isThere ? good(name) : missing));
    open = inspector;
    await inspector.inspect(wanted('late'), Infinity);
    inspector.follow(new Set([imageAt('late').address]));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(4);
    expect(onNews).not.toHaveBeenCalled();
    isThere = true;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(onNews).toHaveBeenCalledOnce();
    expect(keyOf('late')).toBe('late');
  });

  it('does not retry images that no page shows, nor files that are not images', async () => {
    const { inspector, asked } = openInspector((name) =>
      name === 'text' ? { ...missing, isMissing: false } : missing,
    );
    open = inspector;
    await inspector.inspect(wanted('forgotten', 'text'), Infinity);
    inspector.follow(new Set([imageAt('text').address]));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked).toEqual(['forgotten', 'text']);
  });

  it('keeps images while the source is unreachable, and drops deleted ones', async () => {
    let answer: () => ProcessedImage = () => good('a');
    const { inspector, keyOf } = openInspector(() => answer());
    open = inspector;
    await inspector.inspect(wanted('a'), Infinity);
    answer = () => {
      throw new Error('no answer');
    };
    await inspector.inspect(wanted('a'), Infinity);
    expect(inspector.resultOf(imageAt('a').address)).toMatchObject({ isUnreachable: true, record: { key: 'a' } });
    answer = () => missing;
    await inspector.inspect(wanted('a'), Infinity);
    expect(keyOf('a')).toBeUndefined();
  });
});
