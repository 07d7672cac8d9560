/** Directions of imports. Each rule states its reason; `npm run check:boundaries` enforces them. */
const folders = (...names) => `^(${names.join('|')})/`;

const productFolders = ['model', 'pipeline', 'local', 'functions', 'admin', 'src', 'cli', 'seed', 'tests'];

/** A rule per subfolder: it imports none of the subfolders after it. */
const oneWay = (folder, folders) =>
  folders.slice(0, -1).map((subfolder, at) => ({
    name: `${folder}-${subfolder}-imports-earlier-only`,
    comment: 'The folders build on each other in this order; one that imports a later one cannot be read alone.',
    severity: 'error',
    from: { path: `^${folder}/${subfolder}/`, pathNot: '\\.(test|fixture)\\.tsx?$' },
    to: { path: `^${folder}/(${folders.slice(at + 1).join('|')})/` },
  }));

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'A cycle means two files are one concept. If only their types depend on each other, move the shared type to a third file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'rules-engine-stands-alone',
      comment: 'It is a separate package: its dependencies are in its package.json.',
      severity: 'error',
      from: { path: '^packages/rules-engine/' },
      to: { path: folders('packages', ...productFolders), pathNot: '^packages/rules-engine/' },
    },
    {
      name: 'firestore-server-knows-the-rules-engine-only',
      comment: 'It is a separate package that depends on the rules engine alone.',
      severity: 'error',
      from: { path: '^packages/firestore-server/' },
      to: { path: folders('packages', ...productFolders), pathNot: '^packages/(rules-engine|firestore-server)/' },
    },
    {
      name: 'model-stands-alone',
      comment:
        'The domain is shared by browser, functions and pipeline: it depends on zod, on diff for merging texts and, for content as it is drawn, on markdown-it and its decoder entities.',
      severity: 'error',
      from: { path: '^model/', pathNot: '\\.(test|fixture)\\.ts$' },
      to: {
        pathNot: ['^model/', 'node_modules/(zod|diff|entities|markdown-it|@types/markdown-it|@astrojs/sitemap)/'],
      },
    },
    {
      name: 'model-takes-only-types-of-sitemap',
      comment: 'The code of @astrojs/sitemap needs Node; the domain also runs in browsers.',
      severity: 'error',
      from: { path: '^model/' },
      to: { path: 'node_modules/@astrojs/sitemap/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pipeline-reads-model-only',
      comment:
        'The pipeline must run against hosted Firebase, so it cannot know the local one, the admin or the functions.',
      severity: 'error',
      from: { path: '^pipeline/' },
      to: { path: folders('local', 'packages', 'functions', 'admin', 'cli', 'src', 'seed') },
    },
    {
      name: 'pipeline-core-knows-no-adapter',
      comment:
        'The core runs on memory in tests and on disk and Firebase in production: only the entry chooses adapters.',
      severity: 'error',
      from: { path: '^pipeline/', pathNot: ['^pipeline/(adapters/|pipeline\\.ts$)', '\\.(test|fixture)\\.ts$'] },
      to: { path: '^pipeline/(adapters/|pipeline\\.ts$)' },
    },
    ...oneWay('admin/editing', ['editor', 'media', 'versions', 'text', 'session', 'publish', 'list']),
    ...oneWay('pipeline', [
      'sync',
      'plan',
      'render',
      'site',
      'outlets',
      'status',
      'release',
      'health',
      'preview',
      'staff-index',
      'engine',
      'http',
    ]),
    {
      name: 'functions-read-model-only',
      comment: 'Functions are bundled and deployed alone; they reach the pipeline over a signed webhook.',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: folders('local', 'packages', 'pipeline', 'admin', 'cli', 'src', 'seed') },
    },
    {
      name: 'site-reads-model-only',
      comment: 'Templates see content only through Astro.locals, never a data source.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: folders('local', 'packages', 'pipeline', 'admin', 'functions', 'cli', 'seed') },
    },
    {
      name: 'admin-reads-model-only',
      comment:
        'The admin talks to Firebase directly, under the rules; it shares only the domain, and the styles of texts, which the visual editor shows as the site does.',
      severity: 'error',
      from: { path: '^admin/', pathNot: '^admin/editing/text/.*\\.test\\.ts$' },
      to: {
        path: folders('local', 'packages', 'pipeline', 'functions', 'cli', 'src', 'seed'),
        pathNot: '^src/styles/',
      },
    },
    {
      name: 'local-knows-no-domain',
      comment: 'The embedded Firebase is generic: knowledge of the domain could hide differences from hosted Firebase.',
      severity: 'error',
      from: { path: '^local/' },
      to: { path: folders('model', 'pipeline', 'admin', 'functions', 'cli', 'src', 'seed') },
    },
    {
      name: 'only-cli-and-tests-start-local',
      comment: 'Product code that imports the local Firebase would not run unchanged on hosted Firebase.',
      severity: 'error',
      from: { pathNot: folders('cli', 'tests', 'local', 'packages', 'bench') },
      to: { path: folders('local', 'packages') },
    },
    {
      name: 'features-stay-apart',
      comment:
        'A feature that imports another cannot be changed or deleted alone; share through editing/, ui/, lib/ or model/.',
      severity: 'error',
      from: { path: '^(src|admin)/features/([^/]+)/' },
      to: { path: '^(src|admin)/features/([^/]+)/', pathNot: '^$1/features/$2/' },
    },
    {
      name: 'admin-lib-is-the-ground',
      comment: 'Data access does not import screens, so that it can be tested and read without them.',
      severity: 'error',
      from: { path: '^admin/lib/' },
      to: { path: '^admin/(ui|editing|features|app)/' },
    },
    {
      name: 'admin-ui-knows-no-documents',
      comment: 'A generic widget that imports a feature cannot be reused.',
      severity: 'error',
      from: { path: '^admin/ui/' },
      to: { path: '^admin/(lib/(documents|firestore)|editing|features|app)/' },
    },
    {
      name: 'admin-editing-knows-no-feature',
      comment:
        'Pages, demos, sections and settings share one edit engine; code for one of them belongs to its feature.',
      severity: 'error',
      from: { path: '^admin/editing/' },
      to: { path: '^admin/(features|app)/' },
    },
    {
      name: 'admin-features-know-no-frame',
      comment: 'The app mounts features; a feature that reached back for menu or router could not be shown elsewhere.',
      severity: 'error',
      from: { path: '^admin/features/' },
      to: { path: '^admin/app/' },
    },
    {
      name: 'setup-and-doctor-stay-apart',
      comment: 'setup writes and doctor reads; knowledge of a hosted project shared by both is in target/.',
      severity: 'error',
      from: { path: '^cli/(setup|doctor|target)/', pathNot: '\\.(test|fixture)\\.ts$' },
      to: { path: '^cli/(setup|doctor)/', pathNot: '^cli/$1/' },
    },
    {
      name: 'browser-code-has-no-node',
      comment: 'model/ and admin/ run in browsers, where node: modules do not exist.',
      severity: 'error',
      from: {
        path: folders('model', 'admin'),
        pathNot: ['\\.test\\.tsx?$', 'vite\\.config\\.ts$'],
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'tests-are-leaves',
      comment: 'Nothing that ships may depend on a test or a fixture.',
      severity: 'error',
      from: {
        pathNot: [
          '^tests/',
          '^packages/(rules-engine/language|firestore-server/contract)/',
          '\\.(test|fixture)\\.tsx?$',
          '^bench/',
        ],
      },
      to: {
        path: ['^tests/', '^packages/(rules-engine/language|firestore-server/contract)/', '\\.(test|fixture)\\.tsx?$'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)dist/', 'functions/lib/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
