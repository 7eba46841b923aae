// The machine-readable description of the API: a fold over the mounted operations, as far as they are switched on.
import { targetOf } from '../../../../application/api/dispatch.js';
import type { Operation } from '../../../../application/api/operation.js';
import type { AccessConfiguration } from '../../../../domain/access/configuration.js';
import { isSwitchedOn } from '../../../../domain/access/permission.js';
import { features } from '../../../../domain/feature.js';
import { openApi, pathsOf, type OpenApi } from '../../server/openapi/document.js';
import { parametersOf, pathTemplate } from '../../server/openapi/parameters.js';
import { schemas, type Schema, type Schemas } from '../../server/openapi/schema.js';
import { methods, type RouteEntry } from '../routes.js';
import { actionHeaders, actionSchemas } from './action-id.js';
import { successResponses, headersOf, type SuccessResponses } from './successes.js';
import { failureResponses, failureSchemas, failuresOf } from './failures.js';
import { featureDescriptions, introduction, securitySchemes } from './prose.js';

type AnyOperation = Operation<never>;

const parameters = (
  { parameters: { path, query } }: AnyOperation,
  face: SuccessResponses,
  made: Schemas,
): readonly Schema[] => [
  ...parametersOf('path', path, made),
  ...parametersOf('query', { ...query, ...face.parameters }, made),
  ...parametersOf('header', face.headers ?? {}, made),
];

const doneOf = ({ access, summary }: AnyOperation): string => (access === 'control' ? 'Acknowledged' : summary);
const sent = 'Sent; nobody waited for the acknowledgement';

const responses = (operation: AnyOperation, face: SuccessResponses, made: Schemas): Schema => ({
  200: { description: doneOf(operation), ...headersOf(operation), content: face.success(operation, made) },
  ...(operation.access === 'control' && {
    202: { description: sent, ...headersOf(operation), content: face.accepted(operation, made) },
  }),
  ...failuresOf(operation, face.failures),
});

/** An area in which everything is switched off isn't there to be shown. */
const tagged = ({ tag }: AnyOperation, { features: switches }: AccessConfiguration): Schema =>
  tag !== null && (switches[tag].read || switches[tag].control) ? { tags: [tag] } : {};

const describe = (
  operation: AnyOperation,
  method: string,
  face: SuccessResponses,
  configuration: AccessConfiguration,
  made: Schemas,
): Schema => ({
  operationId: `${operation.name}${face.suffix}${method === 'POST' ? '.post' : ''}`,
  summary: operation.summary,
  description: face.describe(operation),
  ...tagged(operation, configuration),
  ...(operation.admission === 'public' && { security: [] }),
  parameters: parameters(operation, face, made),
  responses: responses(operation, face, made),
});

/** HEAD goes without saying. */
const describedMethods = ({ access }: AnyOperation): readonly string[] =>
  methods[access].filter((method) => method !== 'HEAD');

const mounted = <Ports>({ face, operations }: RouteEntry<Ports>, configuration: AccessConfiguration, made: Schemas) => {
  const answers = successResponses.get(face);
  if (answers === undefined) return [];
  return operations
    .filter((operation) => isSwitchedOn(configuration, targetOf(operation, face.generation)))
    .flatMap((operation) =>
      describedMethods(operation).map((method) => {
        const path = pathTemplate(face.prefix + operation.path);
        return [path, method, describe(operation, method, answers, configuration, made)] as const;
      }),
    );
};

const tagsOf = (operations: readonly Schema[]) => {
  const used = new Set(operations.flatMap(({ tags }) => (tags as readonly string[] | undefined) ?? []));
  return features
    .filter((feature) => used.has(feature))
    .map((feature) => ({ name: feature, description: featureDescriptions[feature] }));
};

/** What a document is called, and of which version of the API it tells. */
export interface DocumentTitle {
  readonly name: string;
  readonly version: string;
}

/** Makes the document of what is switched on. No id of server or studio is in it, nor anything of a present state. */
export const controlDocument =
  <Ports>(mountings: readonly RouteEntry<Ports>[], { name, version }: DocumentTitle) =>
  (configuration: AccessConfiguration): OpenApi => {
    const made = schemas();
    const operations = mountings.flatMap((mounting) => mounted(mounting, configuration, made));
    return openApi({
      ...{ title: name, version, description: introduction },
      tags: tagsOf(operations.map(([, , operation]) => operation)),
      security: Object.keys(securitySchemes).map((scheme) => ({ [scheme]: [] })),
      paths: pathsOf(operations),
      components: {
        schemas: { ...made.components(), ...actionSchemas, ...failureSchemas },
        headers: actionHeaders,
        responses: failureResponses,
        securitySchemes,
      },
    });
  };
