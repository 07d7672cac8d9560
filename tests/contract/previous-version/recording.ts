import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Recording } from './recorded-request.ts';

const suffix = '.recorded.json.gz';

/** Reads the recording in this folder, the requests of the previous version. */
export function readRecording(): Recording {
  const [name, ...others] = readdirSync(import.meta.dirname).filter((file) => file.endsWith(suffix));
  if (name === undefined || others.length > 0) throw new Error(`There must be exactly one file *${suffix}`);
  return JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, name))).toString()) as Recording;
}

/** Replaces the recording in the folder. Returns the file's path. */
export function writeRecording(folder: string, recording: Recording): string {
  const file = join(folder, `${recording.version}${suffix}`);
  for (const name of readdirSync(folder)) if (name.endsWith(suffix)) rmSync(join(folder, name));
  writeFileSync(file, gzipSync(JSON.stringify(recording), { level: 9 }));
  return file;
}
