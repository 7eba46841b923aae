// Generates the OpenAPI document from the route table, for the features that are switched on.
import { targetOf } from '../../../../application/api/authorized-call.js';
import type { Operation } from '../../../../application/api/operation.js';
import type { AccessConfiguration } from '../../../../domain/access/configuration.js';
import { isSwitchedOn } from '../../../../domain/access/permission.js';
import { features } from '../../../../domain/feature.js';
import { composeOpenApiDocument, pathsOf, type OpenApiDocument } from '../../server/openapi/document.js';
import { describeOperation, type DescribedOperation } from '../../server/openapi/operation.js';
import { schemas, type Schema, type Schemas } from '../../server/openapi/schema.js';
import { methodsByAccess, type RouteEntry } from '../routes.js';
import { actionHeaders, actionHeaderUnlessDry, actionSchemas, hintHeaders } from './action-id.js';
import { eventSchemas } from './events.js';
import { shownFields } from './fields.js';
import { successResponses, headersOf, type SuccessResponses } from './successes.js';
import { failureResponses, failureSchemas, failuresOf } from './failures.js';
import { featureDescriptions, introduction, simulatedNotice, securitySchemes } from './descriptions.js';

type AnyOperation = Operation<never>;

/** Query parameters whose names depend on the record. */
const freeParameters = (description: string): Schema => ({
  name: 'parameters',
  in: 'query',
  description,
  required: false,
  style: 'form',
  explode: true,
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  example: { guest: '2' },
});

const successDescription = ({ access, summary }: AnyOperation): string =>
  access === 'control' ? 'Acknowledged; with `dry=1`, decided only' : summary;
const acceptedDescription = 'Sent without waiting for the acknowledgement';

const responses = (operation: AnyOperation, format: SuccessResponses, registry: Schemas): Schema => ({
  200: {
    description: successDescription(operation),
    ...headersOf(operation, actionHeaderUnlessDry, format.ownHeaders),
    content: format.success(operation, registry),
  },
  ...(operation.access === 'control' && {
    202: {
      description: acceptedDescription,
      ...headersOf(operation),
      content: format.accepted(operation, registry),
    },
  }),
  ...format.further,
  ...failuresOf(operation, format.failures),
});

/** A feature whose reads and actions are both switched off has no tag. */
const tagsOfOperation = ({ tag }: AnyOperation, { features: switches }: AccessConfiguration): readonly string[] =>
  tag !== null && (switches[tag].read || switches[tag].control) ? [tag] : [];

/** The format of an operation's routes, and the features that are switched on. */
interface DescribedFormat {
  readonly prefix: string;
  readonly format: SuccessResponses;
  readonly configuration: AccessConfiguration;
}

/** Returns what the format states about an operation, and what to call instead if it will end. */
const descriptionOf = (operation: AnyOperation, format: SuccessResponses): string => {
  const { deprecation } = operation;
  if (deprecation === undefined) return format.describe(operation);
  return `${format.describe(operation)}\n\nDeprecated: it ends on ${deprecation.sunset}. Instead: ${deprecation.instead}.`;
};

const describe = (
  operation: AnyOperation,
  method: string,
  { prefix, format, configuration }: DescribedFormat,
  registry: Schemas,
): ReturnType<typeof describeOperation> => {
  const { name, summary, admission, path: below, parameters, recordParameters } = operation;
  const described: DescribedOperation = {
    name: `${name}${format.suffix}${method === 'POST' ? '.post' : ''}`,
    summary,
    description: descriptionOf(operation, format),
    method,
    path: prefix + below,
    tags: tagsOfOperation(operation, configuration),
    isPublic: admission === 'public',
    isDeprecated: operation.deprecation !== undefined,
    parameters: {
      path: parameters.path,
      query: { ...parameters.query, ...format.parameters },
      header: { ...parameters.headers, ...format.headers },
    },
    furtherParameters: recordParameters === null ? [] : [freeParameters(recordParameters)],
    responses: () => responses(operation, format, registry),
  };
  return describeOperation(described, registry);
};

/** HEAD is implied by GET. */
const describedMethods = ({ access }: AnyOperation): readonly string[] =>
  methodsByAccess[access].filter((method) => method !== 'HEAD');

const described = <Ports>(
  { format: { prefix, generation }, format, operations }: RouteEntry<Ports>,
  configuration: AccessConfiguration,
  registry: Schemas,
) => {
  const responsesOfFormat = successResponses.get(format);
  if (responsesOfFormat === undefined) return [];
  const describedFormat = { prefix, format: responsesOfFormat, configuration };
  return operations
    .filter((operation) => isSwitchedOn(configuration, targetOf(operation, generation)))
    .map((operation) => ({
      ...operation,
      result: shownFields(operation.result, operation.fieldFeatures, configuration),
    }))
    .flatMap((operation) =>
      describedMethods(operation).map((method) => describe(operation, method, describedFormat, registry)),
    );
};

const tagsOf = (operations: readonly Schema[]) => {
  const used = new Set(operations.flatMap(({ tags }) => (tags as readonly string[] | undefined) ?? []));
  return features
    .filter((feature) => used.has(feature))
    .map((feature) => ({ name: feature, description: featureDescriptions[feature] }));
};

/** Title of the document and version of the API. */
export interface DocumentTitle {
  readonly name: string;
  readonly version: string;
  /** Whether the service's devices are simulated, which the description then states first. */
  readonly simulated: boolean;
}

/** Returns the generator of documents. A document contains no id of server or studio, and no runtime state. */
export const controlDocument =
  <Ports>(routeTable: readonly RouteEntry<Ports>[], { name, version, simulated }: DocumentTitle) =>
  (configuration: AccessConfiguration): OpenApiDocument => {
    const registry = schemas();
    const operations = routeTable.flatMap((entry) => described(entry, configuration, registry));
    const events = eventSchemas(configuration, registry);
    return composeOpenApiDocument({
      title: name,
      version,
      description: simulated ? `${simulatedNotice}\n\n${introduction}` : introduction,
      tags: tagsOf(operations.map(([, , operation]) => operation)),
      security: Object.keys(securitySchemes).map((scheme) => ({ [scheme]: [] })),
      paths: pathsOf(operations),
      components: {
        schemas: { ...registry.components(), ...events, ...actionSchemas, ...failureSchemas },
        headers: { ...actionHeaders, ...hintHeaders },
        responses: failureResponses,
        securitySchemes,
      },
    });
  };
