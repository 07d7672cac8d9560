import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Recording } from './recorded-request.ts';

const suffix = '.recorded.json.gz';

/** Reads the recordings in this folder, the requests of earlier versions. */
export function readRecordings(): Recording[] {
  const names = readdirSync(import.meta.dirname).filter((file) => file.endsWith(suffix));
  if (names.length === 0) throw new Error(`There is no file *${suffix}`);
  return names
    .toSorted()
    .map((name) => JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, name))).toString()) as Recording);
}

/** Writes a recording into the folder and replaces that of the same version. Returns the file's path. */
export function writeRecording(folder: string, recording: Recording): string {
  const file = join(folder, `${recording.version}${suffix}`);
  writeFileSync(file, gzipSync(JSON.stringify(recording), { level: 9 }));
  return file;
}
