// The allowed imports. They point inward: adapters and simulator -> application -> domain; infra may import everything.
// Each rule has canaries in test/architecture: small file trees that break it and must be reported.

/** A rule: files in `from` may import only what matches `allowed`, or is a dependency of one of the types `alsoTypes`. */
const only = (name, comment, from, allowed, alsoTypes = []) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { pathNot: allowed, ...(alsoTypes.length > 0 ? { dependencyTypesNot: alsoTypes } : {}) },
});

const pure = ['node_modules/fp-ts/', 'node_modules/io-ts/'];
const packages = ['npm', 'npm-dev', 'core'];

/** What packs the client. These are packages of test/package.json, which `npm start` doesn't install. */
const packing = ['node_modules/(json-schema-to-typescript|oxfmt|typescript)/'];

module.exports = {
  forbidden: [
    only('domain-is-pure', 'The domain imports itself and libraries for pure functions.', '^domain/', [
      '^domain/',
      ...pure,
      'node_modules/ipaddr\\.js/',
    ]),
    only('application-knows-only-ports', 'The application imports the domain and itself.', '^application/', [
      '^(application|domain)/',
      ...pure,
    ]),
    only('ports-import-only-the-domain', 'A port depends on no application service.', '^application/ports/', [
      '^(application/ports|domain)/',
      ...pure,
    ]),
    {
      name: 'application-has-no-loose-file',
      comment: 'Every file of the application is in one of its folders.',
      severity: 'error',
      from: {},
      to: { path: '^application/[^/]+$' },
    },
    only(
      'simulator-points-inward',
      'The simulator is not part of production. It imports the domain and the application, no adapter.',
      '^simulator/(?!page/)',
      ['^(simulator/(?!page/)|application/|domain/)'],
      packages,
    ),
    only(
      'simulator-page-runs-in-browsers',
      "The simulator's page imports itself, the client of the steering API, parts of the console's page, and types.",
      '^simulator/page/',
      ['^simulator/(page|client)/', '^adapters/web/(console/(ui|style)/|console/activity/steps|messages/|shared/)'],
      ['npm', 'npm-dev', 'type-only'],
    ),
    only(
      'adapters-keep-apart',
      'An adapter imports no other adapter, not the simulator, and not infra.',
      '^adapters/(?!(?:web|companion)/)([^/]+)/',
      ['^adapters/$1/', '^(application|domain)/', ...packing],
      packages,
    ),
    only(
      'pages-import-only-the-client',
      'A page, or the module for Companion, imports of the other adapters only the client.',
      '^adapters/(web|companion)/',
      ['^adapters/($1|client)/', '^(application|domain)/'],
      packages,
    ),
    {
      name: 'drivers-keep-apart',
      comment: 'A driver imports no other driver. What several share is in drivers/shared.',
      severity: 'error',
      from: { path: '^adapters/drivers/([^/]+)/' },
      to: { path: '^adapters/drivers/', pathNot: '^adapters/drivers/($1|shared)/' },
    },
    {
      name: 'http-parts-share-only-the-server',
      comment: 'The HTTP servers import http/server, not one another.',
      severity: 'error',
      from: { path: '^adapters/http/(control|console|steering)/' },
      to: { path: '^adapters/http/', pathNot: '^adapters/http/($1|server)/' },
    },
    only(
      'page-runs-in-browsers',
      'The page imports itself, the domain, types of the application, and packages, which are bundled with it.',
      '^adapters/web/(console|messages|reference|screens)/',
      ['^adapters/(web/(console|messages|reference|screens|shared)|client)/', '^(domain|application)/'],
      ['npm', 'npm-dev'],
    ),
    {
      name: 'page-imports-only-types-of-the-application',
      comment: 'No code of the application is bundled with the page.',
      severity: 'error',
      from: { path: '^adapters/web/(console|messages|reference|screens)/' },
      to: { path: '^application/', dependencyTypesNot: ['type-only'] },
    },
    only(
      'client-stands-alone',
      'The client runs in browsers and in other programs. It imports itself, and a package that is bundled with it.',
      '^adapters/client/(?!build/)',
      ['^adapters/client/(?!build/)', 'node_modules/eventsource-parser/'],
    ),
    only(
      'companion-module-stands-alone',
      'The module for Companion runs in another program. It imports itself, the client, and packages, which are bundled with it.',
      '^adapters/companion/',
      ['^adapters/(companion|client)/'],
      packages,
    ),
    {
      name: 'production-comes-without-the-simulator',
      comment: 'Only infra/simulated imports the simulator, and it is loaded only when a simulated part is started.',
      severity: 'error',
      from: { path: '^infra/', pathNot: '^infra/simulated/' },
      to: { path: '^(simulator|infra/simulated)/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'inversify-lives-at-the-edge',
      comment: 'Only infra builds containers; adapter classes may be injectable.',
      severity: 'error',
      from: { path: '^(domain|application|simulator)/' },
      to: { path: 'node_modules/(inversify|reflect-metadata)/' },
    },
    {
      name: 'product-imports-no-tests',
      comment: 'Nothing that is shipped imports a test or its helpers.',
      severity: 'error',
      from: { path: '^(domain|application|adapters|simulator|infra)/' },
      to: { path: '^(test|features)/' },
    },
    {
      name: 'no-cycles',
      comment: 'No file imports itself by way of others. Imports of types count.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'production-needs-no-development-package',
      comment: 'Production is installed without development dependencies.',
      severity: 'error',
      from: {
        path: '^(domain|application|adapters|simulator|infra)/',
        pathNot: [
          '^(adapters/web|adapters/companion|adapters/client/build|simulator/page)/',
          '^infra/vite\\.config\\.ts$',
        ],
      },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|reports)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
