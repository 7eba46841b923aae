// The reference of the service: the document of its routes, and where the page that shows it comes from.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ContainerModule } from 'inversify';
import type { DocsSources } from '../adapters/http/control/docs/docs.js';
import { routeTable } from '../adapters/http/control/route-table.js';
import { controlReference } from '../adapters/http/control/reference.js';
import { ids } from './identifiers.js';
import { sharedParts } from './pages.js';
import { projectFolder } from './version.js';

/** The page is no code: it is served from where it was written. */
export const docsSources: DocsSources = {
  page: join(projectFolder, 'adapters/http/control/docs/page'),
  shared: sharedParts,
  library: dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
};

/** The reference, with the text of its page. */
export const referenceModule = (page: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(ids.reference)
      .toResolvedValue((about) => controlReference(routeTable, about, page), [ids.about])
      .inSingletonScope();
  });
