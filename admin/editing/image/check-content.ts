import { rasterType } from '@frontage/model/image-type';
import type { Bucket } from '@frontage/model/paths';
import { uploads } from '@frontage/model/uploads';

/** A file checked by its bytes: ready for upload, or rejected with a message. */
export type Content = { ok: true; file: File } | { ok: false; problem: string };

const unsupported: Content = { ok: false, problem: 'Unsupported image type.' };

/**
 * Determines the type of a file from its bytes, not its name: a photo with a wrong extension is uploaded with its real
 * type, and other content with an image's name is rejected.
 */
export async function checkContent(bucket: Bucket, file: File): Promise<Content> {
  if (file.type === 'image/svg+xml') return checkSvg(file);
  const type = rasterType(new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  if (type === null || !(type in uploads[bucket].types) || !(await isShown(file))) return unsupported;
  return { ok: true, file: type === file.type ? file : new File([file], file.name, { type }) };
}

async function checkSvg(file: File): Promise<Content> {
  const { svgProblem } = await import('@frontage/model/svg');
  let problem: string | null;
  try {
    problem = svgProblem(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()));
  } catch {
    problem = 'It is not UTF-8 text';
  }
  return problem === null ? { ok: true, file } : { ok: false, problem: `This SVG is not accepted. ${problem}.` };
}

/** Whether the browser can decode the image. */
async function isShown(file: File): Promise<boolean> {
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
}
