/** A command in the documents, identified by its beginning. */
type Documented =
  /** A test runs it: `runIn` is the file, `by` a text in that file. */
  | { begins: string; runIn: string; by: string }
  /** No test can run it; the reason. */
  | { begins: string; notRunnable: string };

const google = 'It needs Google Cloud credentials and an existing project';
const services = 'It is a command of the system for an installed service';
const variable = 'It sets variables for the following lines';
const several = 'It is a placeholder for several commands';
const released = 'It is run once per release, with the released version, and takes ten minutes';
const ownRepository = 'It names a repository or a version that the reader chooses';
const commands = 'tests/fault/serve/commands.test.ts';

/**
 * Every documented command, with the test that runs it or the reason why none does. The longest matching beginning
 * applies.
 */
export const documented: readonly Documented[] = [
  { begins: 'git clone', notRunnable: ownRepository },
  { begins: 'git remote', notRunnable: ownRepository },
  { begins: 'git fetch', notRunnable: ownRepository },
  { begins: 'npm ci', runIn: '.ci/run', by: 'npm ci' },
  { begins: 'npm test', runIn: '.ci/run', by: 'npm test' },
  { begins: 'npm run test:unit', runIn: '.ci/run', by: 'npm test' },
  { begins: 'npm run test:official', runIn: 'tests/contract/official.test.ts', by: "'official.ts'" },
  { begins: 'npm run rehearse', runIn: 'tests/contract/official.test.ts', by: "rehearse.ts'" },
  { begins: 'npm run check', runIn: '.ci/run', by: 'npm run check' },
  { begins: 'npx oxlint', runIn: 'package.json', by: '"check:lint": "oxlint"' },
  { begins: 'npm run format', notRunnable: 'It rewrites files; `npm run check` runs the same formatters with --check' },
  { begins: 'npm run generate', notRunnable: 'It rewrites deployed files; `npm run check` runs it with --check' },
  { begins: 'npm run screenshots', notRunnable: 'It rewrites the images of the README on a new installation' },
  { begins: 'npm start', runIn: 'tests/e2e/stack.ts', by: "command = 'start'" },
  { begins: 'npm run dev', runIn: 'tests/e2e/dev.test.ts', by: "command: 'dev'" },
  { begins: 'npm run build', runIn: 'tests/fault/command-line.test.ts', by: "runFrontage(['build'" },
  { begins: 'npm exec -- node file.ts', notRunnable: several },
  { begins: 'npx vitest run', notRunnable: 'It runs tests, including the one that reads this file' },
  { begins: 'npm exec -- node tests/contract/previous-version/record.ts', notRunnable: released },
  { begins: 'npm pack -w', runIn: 'packages/rules-engine/packed.system.test.ts', by: "npm(['pack'," },
  {
    begins: 'npx rules-mutants',
    notRunnable: 'The document warns against this command',
  },
  {
    begins: 'npx -p @frontage/rules-engine rules-mutants',
    runIn: 'packages/rules-engine/mutant-run.system.test.ts',
    by: "'rules-mutants.ts'",
  },
  {
    begins: 'npx -p @frontage/firestore-server firestore-server',
    runIn: 'packages/firestore-server/firestore-server.test.ts',
    by: "'firestore-server.ts'",
  },
  {
    begins: 'node packages/firestore-server/firestore-server.ts',
    runIn: 'packages/firestore-server/firestore-server.test.ts',
    by: "'firestore-server.ts'",
  },
  { begins: 'npm run bench', notRunnable: 'It takes minutes, and its results depend on the machine' },
  { begins: 'npm run deploy', runIn: commands, by: "deployment.command('deploy')" },
  {
    begins: 'npm exec frontage -- compile',
    runIn: 'tests/fault/serve/image.test.ts',
    by: "'cli/frontage.ts', 'compile'",
  },
  { begins: 'npx frontage doctor', runIn: 'cli/doctor/run-checks.test.ts', by: "parseFlags(['doctor'" },
  { begins: 'npx frontage setup', runIn: 'cli/setup/set-up.system.test.ts', by: 'setUp({ root' },
  { begins: 'npx frontage COMMAND --help', notRunnable: several },
  { begins: 'npx frontage plan', runIn: commands, by: "deployment.command('plan')" },
  { begins: 'npx frontage status', runIn: commands, by: "deployment.command('status')" },
  { begins: 'npx frontage releases', runIn: commands, by: "deployment.command('releases')" },
  { begins: 'npx frontage rollback', runIn: commands, by: "deployment.command('rollback'" },
  { begins: 'npx frontage unpin', runIn: commands, by: "deployment.command('unpin')" },
  { begins: 'npx frontage verify', runIn: commands, by: "deployment.command('verify')" },
  { begins: 'npx frontage check', runIn: 'tests/fault/command-line.test.ts', by: "runFrontage(['check'" },
  { begins: 'npx frontage export', runIn: commands, by: "deployment.command('export'" },
  { begins: 'npx frontage import', runIn: 'tests/fault/command-line.test.ts', by: "run('import'" },
  { begins: 'npx frontage serve', runIn: 'tests/fault/serve/deployment.ts', by: "'cli/frontage.ts', 'serve'" },
  { begins: 'npx frontage backup', runIn: 'tests/fault/first-steps.test.ts', by: "cli('backup'" },
  { begins: 'npx frontage restore', runIn: 'tests/fault/first-steps.test.ts', by: "runFrontage(['restore'" },
  { begins: 'npx frontage new-kind', runIn: 'tests/contract/new-kind/new-kind.test.ts', by: "frontage('new-kind'" },
  { begins: 'npx frontage uploads', runIn: 'tests/fault/command-line.test.ts', by: "run('uploads'" },
  { begins: 'npx frontage audit verify', runIn: 'tests/fault/command-line.test.ts', by: "run('audit', 'verify'" },
  {
    begins: 'npx frontage kinds',
    runIn: 'tests/contract/new-kind/changed-in-project.fixture.ts',
    by: 'refuseChangedKinds(firestore)',
  },
  { begins: 'npx frontage migrate', runIn: 'tests/contract/functions-product/migrate.test.ts', by: 'migrate(false)' },
  {
    begins: 'npx firebase',
    notRunnable: `${google}; firebase-commands.test.ts checks that its commands and options exist`,
  },
  { begins: 'gcloud', notRunnable: google },
  { begins: 'curl -X POST', notRunnable: google },
  {
    begins: 'curl -sH "Authorization: Bearer $STATUS_TOKEN" $SERVICE/status',
    runIn: 'pipeline/http/receiver.test.ts',
    by: "get('/status', 'GET', { authorization",
  },
  {
    begins: 'printf \'whsec_%s\' "$(openssl rand -base64 32)"',
    runIn: 'cli/documented-commands.test.ts',
    by: 'prints secrets',
  },
  { begins: "openssl rand -hex 32 | tr -d '\\n'", runIn: 'cli/documented-commands.test.ts', by: 'prints secrets' },
  { begins: 'curl -X PATCH', notRunnable: google },
  { begins: 'printf none', notRunnable: google },
  { begins: "printf 'smtps:", notRunnable: google },
  { begins: 'echo', notRunnable: 'It writes a setting for the next line' },
  {
    begins: 'grep SETUP_CODE',
    notRunnable: 'It prints a line of the file that setup writes, which the test of setup reads',
  },
  {
    begins: 'docker build',
    notRunnable: 'It needs Docker and an image registry; tests/fault/serve starts the contents of the image',
  },
  {
    begins: 'cat > service.env.yaml',
    runIn: 'cli/documented-commands.test.ts',
    by: 'sets the variables of the service',
  },
  { begins: 'systemctl', notRunnable: services },
  { begins: 'journalctl', notRunnable: services },
  { begins: 'export', notRunnable: variable },
];
