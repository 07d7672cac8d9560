/** A command of the guides, by how it begins. */
type Documented =
  /** The test that runs a command: file and title. */
  | { begins: string; runIn: string; by: string }
  /** Nothing here can. */
  | { begins: string; notRunnable: string };

const google = 'It asks Google, with credentials, for a project that is there';
const services = 'It is the system’s own, for a service that is installed';
const variable = 'It sets variables for the lines after it';
const several = 'It stands for several commands';
const released = 'It is done once a release, with the version that was released, and takes ten minutes';
const commands = 'tests/fault/serve/commands.test.ts';

/** Every command that a page shows: run by a test, or why not. The longest beginning counts. */
export const documented: readonly Documented[] = [
  { begins: 'npm ci', runIn: '.ci/run', by: 'npm ci' },
  { begins: 'npm test', runIn: '.ci/run', by: 'npm test' },
  { begins: 'npm run test:unit', runIn: '.ci/run', by: 'npm test' },
  { begins: 'npm run test:official', runIn: 'tests/contract/official.test.ts', by: "'official.ts'" },
  { begins: 'npm run check', runIn: '.ci/run', by: 'npm run check' },
  { begins: 'npm start', runIn: 'tests/e2e/stack.ts', by: "command = 'start'" },
  { begins: 'npm run dev', runIn: 'tests/e2e/dev.test.ts', by: "command: 'dev'" },
  { begins: 'npm run build', runIn: 'tests/fault/command-line.test.ts', by: "runFrontage(['build'" },
  { begins: 'npm exec -- node file.ts', notRunnable: several },
  { begins: 'npx vitest run', notRunnable: 'It runs tests: those who read this file are among them' },
  { begins: 'npm exec -- node tests/contract/previous-version/record.ts', notRunnable: released },
  { begins: 'npm pack -w', runIn: 'local/rules/packed.test.ts', by: "npm(['pack'," },
  {
    begins: 'npx rules-mutants',
    notRunnable: 'It is named as a command that must not be typed',
  },
  {
    begins: 'npx -p @frontage/rules-engine rules-mutants',
    runIn: 'local/rules/mutant-run.test.ts',
    by: "'rules-mutants.ts'",
  },
  {
    begins: 'npx -p @frontage/firestore-server firestore-server',
    runIn: 'local/firestore/firestore-server.test.ts',
    by: "'firestore-server.ts'",
  },
  {
    begins: 'node local/firestore/firestore-server.ts',
    runIn: 'local/firestore/firestore-server.test.ts',
    by: "'firestore-server.ts'",
  },
  { begins: 'npm run bench', notRunnable: 'It takes minutes, and its figures are a machine’s' },
  { begins: 'npm run deploy', runIn: commands, by: "world.command('deploy')" },
  {
    begins: 'npm exec frontage -- compile',
    runIn: 'tests/fault/serve/image.test.ts',
    by: "'cli/frontage.ts', 'compile'",
  },
  { begins: 'npx frontage doctor', runIn: 'cli/commands/doctor.test.ts', by: "parseFlags(['doctor'" },
  { begins: 'npx frontage setup', runIn: 'cli/setup/set-up.test.ts', by: 'setUp({ root' },
  { begins: 'npx frontage COMMAND --help', notRunnable: several },
  { begins: 'npx frontage plan', runIn: commands, by: "world.command('plan')" },
  { begins: 'npx frontage status', runIn: commands, by: "world.command('status')" },
  { begins: 'npx frontage releases', runIn: commands, by: "world.command('releases')" },
  { begins: 'npx frontage rollback', runIn: commands, by: "world.command('rollback'" },
  { begins: 'npx frontage unpin', runIn: commands, by: "world.command('unpin')" },
  { begins: 'npx frontage verify', runIn: commands, by: "world.command('verify')" },
  { begins: 'npx frontage export', runIn: commands, by: "world.command('export'" },
  { begins: 'npx frontage import', runIn: 'tests/fault/command-line.test.ts', by: "ask('import'" },
  { begins: 'npx frontage serve', runIn: 'tests/fault/serve/world.ts', by: "'cli/frontage.ts', 'serve'" },
  { begins: 'npx frontage backup', runIn: 'tests/fault/newcomer.test.ts', by: "cli('backup'" },
  { begins: 'npx frontage restore', runIn: 'tests/fault/newcomer.test.ts', by: "runFrontage(['restore'" },
  { begins: 'npx frontage uploads', runIn: 'tests/fault/command-line.test.ts', by: "ask('uploads'" },
  { begins: 'npx frontage migrate', runIn: 'tests/contract/functions-product/migrate.test.ts', by: 'migrate(false)' },
  {
    begins: 'npx firebase',
    notRunnable: `${google}; that it has these commands and options, firebase-commands.test.ts knows`,
  },
  { begins: 'gcloud', notRunnable: google },
  { begins: 'curl -X POST', notRunnable: google },
  {
    begins: 'curl -sH "Authorization: Bearer $STATUS_TOKEN" $SERVICE/status',
    runIn: 'pipeline/trigger/receiver.test.ts',
    by: "get('/status', 'GET', { authorization",
  },
  {
    begins: 'printf \'whsec_%s\' "$(openssl rand -base64 32)"',
    runIn: 'cli/documented-commands.test.ts',
    by: 'makes secrets',
  },
  { begins: "openssl rand -hex 32 | tr -d '\\n'", runIn: 'cli/documented-commands.test.ts', by: 'makes secrets' },
  { begins: 'curl -X PATCH', notRunnable: google },
  { begins: 'printf none', notRunnable: google },
  { begins: "printf 'smtps:", notRunnable: google },
  { begins: 'echo', notRunnable: 'It writes a setting for the line after it' },
  { begins: 'grep SETUP_CODE', notRunnable: 'It shows a line of what setup has written, which its test reads' },
  {
    begins: 'docker build',
    notRunnable: 'It needs Docker and a registry of images; what is built is started by tests/fault/serve',
  },
  { begins: 'cat > service.env.yaml', runIn: 'cli/documented-commands.test.ts', by: 'gives the service its variables' },
  { begins: 'systemctl', notRunnable: services },
  { begins: 'journalctl', notRunnable: services },
  { begins: 'export', notRunnable: variable },
];
