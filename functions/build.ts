import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

// Builds `lib/`, the folder that is deployed: one module that includes the workspace packages, and a package.json with
// registry packages only. Workspace packages are not published, so the cloud could not install them. An argument names
// another folder, which gets no parameters.

const here = import.meta.dirname;
const [folder] = process.argv.slice(2);
const lib = folder ?? join(here, 'lib');
const own = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
  engines: object;
  dependencies: Record<string, string>;
};
const dependencies = Object.fromEntries(
  Object.entries(own.dependencies).filter(([name]) => !name.startsWith('@frontage/')),
);

mkdirSync(lib, { recursive: true });
await build({
  entryPoints: [join(here, 'src/index.ts')],
  outfile: join(lib, 'index.js'),
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
  logLevel: 'warning',
});
const { name, version, engines } = own;
const manifest = { name, version, private: true, type: 'module', main: 'index.js', engines, dependencies };
writeFileSync(join(lib, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
// Firebase reads parameters from the deployed folder and stores prompted values there.
const parameters = folder === undefined ? readdirSync(here).filter((file) => file.startsWith('.env')) : [];
for (const file of parameters) copyFileSync(join(here, file), join(lib, file));
