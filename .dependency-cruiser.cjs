// Imports point inward only: adapters and simulator -> application -> domain; infra sees all.
// Every rule here has a canary under test/architecture that proves that it bites.

/** A boundary: files of `from` may import only files and packages that match one of `allowed`. */
const only = (name, comment, from, allowed, alsoTypes = []) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { pathNot: allowed, ...(alsoTypes.length > 0 ? { dependencyTypesNot: alsoTypes } : {}) },
});

const pure = ['node_modules/fp-ts/', 'node_modules/io-ts/'];
const packages = ['npm', 'npm-dev', 'core'];

module.exports = {
  forbidden: [
    only('domain-is-pure', 'The domain knows no technology.', '^domain/', [
      '^domain/',
      ...pure,
      'node_modules/ipaddr\\.js/',
    ]),
    only('application-knows-only-ports', 'The application knows the domain and its own ports.', '^application/', [
      '^(application|domain)/',
      ...pure,
    ]),
    only(
      'simulator-points-inward',
      'The simulator is no part of production and needs none of it.',
      '^simulator/',
      ['^(simulator|application|domain)/'],
      packages,
    ),
    only(
      'adapters-keep-apart',
      'An adapter never imports another, the simulator or infra.',
      '^adapters/([^/]+)/',
      ['^adapters/$1/', '^(application|domain)/'],
      packages,
    ),
    {
      name: 'http-parts-share-only-the-server',
      comment: 'The HTTP parts know http/server, not one another.',
      severity: 'error',
      from: { path: '^adapters/http/(control|console)/' },
      to: { path: '^adapters/http/', pathNot: '^adapters/http/($1|server|pages)/' },
    },
    only(
      'page-runs-in-browsers',
      'What browsers load knows the domain, and of the application its types alone; its packages are bundled with it.',
      '^adapters/web/console/',
      ['^adapters/web/console/', '^domain/'],
      ['npm', 'npm-dev', 'type-only'],
    ),
    {
      name: 'production-comes-without-the-simulator',
      comment: 'Only infra/simulated knows the simulator, and it is loaded where it is asked for alone.',
      severity: 'error',
      from: { path: '^infra/', pathNot: '^infra/simulated/' },
      to: { path: '^(simulator|infra/simulated)/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'inversify-lives-at-the-edge',
      comment: 'Containers are built in infra; adapter classes may be injectable.',
      severity: 'error',
      from: { path: '^(domain|application|simulator)/' },
      to: { path: 'node_modules/(inversify|reflect-metadata)/' },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle is one thing in several files.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'production-needs-no-development-package',
      comment: 'What runs installs without development dependencies.',
      severity: 'error',
      from: { path: '^(domain|application|adapters|simulator|infra)/', pathNot: '^adapters/web/console/' },
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
