// npm runs this after an installation. It is plain JavaScript, because older versions of Node cannot read TypeScript.
// An installation never fails here: `npm start` compiles missing parts.
const [major = 0] = process.versions.node.split('.').map(Number);

if (major >= 24) {
  const prepared = import('./prepare.ts').then(({ prepare }) => prepare());
  await prepared.then(console.log, () => console.log('The first `npm start` compiles the site and the admin.'));
}
