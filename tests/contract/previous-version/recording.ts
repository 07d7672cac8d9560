import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Recording } from './recorded-request.ts';

const suffix = '.recorded.json.gz';

/** The recording beside this file: requests of the previous version. */
export function readRecording(): Recording {
  const [name, ...others] = readdirSync(import.meta.dirname).filter((file) => file.endsWith(suffix));
  if (name === undefined || others.length > 0) throw new Error(`One file *${suffix} is to be there`);
  return JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, name))).toString()) as Recording;
}

/** Puts a recording in the place of the one that is there. @returns the file's name */
export function writeRecording(folder: string, recording: Recording): string {
  const file = join(folder, `${recording.version}${suffix}`);
  for (const name of readdirSync(folder)) if (name.endsWith(suffix)) rmSync(join(folder, name));
  writeFileSync(file, gzipSync(JSON.stringify(recording), { level: 9 }));
  return file;
}
