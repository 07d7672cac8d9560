import { readFileSync } from 'node:fs';

/*
 * Prints the changelog section of a version: `node .ci/release-notes.mjs v0.2.0`. Fails if package.json has another
 * version or the section is missing.
 */
const tag = process.argv[2] ?? '';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
if (tag !== `v${version}`) throw new Error(`The tag is "${tag}", but package.json has version ${version}`);
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
const section = sections.find((text) => text.startsWith(`${version} `) || text.startsWith(`[${version}]`));
if (section === undefined) throw new Error(`CHANGELOG.md has no section ${version}`);
process.stdout.write(`${section.slice(section.indexOf('\n')).trim()}\n`);
