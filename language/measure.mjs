/**
 * Prints the share of comment lines and test titles that contain certain pronouns, with the limit of each share.
 * A comment line is a line that begins with `//`, `*` or `/**`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' }).trim().split('\n');
const isTest = (path) =>
  /\.(test|suite|fixture)\.tsx?$/.test(path) || path.startsWith('tests/') || path.startsWith('bench/');
const lines = (paths) => paths.flatMap((path) => readFileSync(path, 'utf8').split('\n'));

const comments = lines(files.filter((path) => !isTest(path))).filter((line) => /^\s*(\/\/|\*|\/\*\*)/.test(line));
const titles = lines(files.filter(isTest)).filter((line) => /^\s*(it|test|describe)(\.\w+)*\(/.test(line));

const rows = [
  ['comment lines with "what"', comments, /\bwhat/i, 2],
  [
    'comment lines with `who`, `whoever`, `whom`, `somebody`, `nobody`, `anybody`',
    comments,
    /\b(who(ever|m)?|(some|no|any)body)\b/i,
    1,
  ],
  ['test titles with `what`, `whoever`, `nobody`, `somebody`', titles, /\b(what|whoever|nobody|somebody)\b/i, 3],
];
for (const [label, all, pattern, limit] of rows) {
  const matching = all.filter((line) => pattern.test(line)).length;
  const share = ((100 * matching) / all.length).toFixed(1);
  process.stdout.write(`${share} % (at most ${limit} %)  ${label}: ${matching} of ${all.length}\n`);
}
