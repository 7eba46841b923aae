// The machine-readable description of the console's management API: a fold over its catalogue.
import type * as t from 'io-ts';
import { consoleCatalogue } from '../../../../application/console/catalogue.js';
import { exampleOf } from '../../server/openapi/example.js';
import { composeOpenApiDocument, pathsOf, type OpenApiDocument } from '../../server/openapi/document.js';
import { parametersOf, pathTemplate } from '../../server/openapi/parameters.js';
import { reference, schemas, type Schema, type Schemas } from '../../server/openapi/schema.js';
import { methodOf } from '../routes/replies.js';
import { sessionCookieName } from '../guard/session-cookie.js';
import { extraRoutes, type Described } from './extra-routes.js';
import { consoleFailureResponses, consoleFailureSchemas, consoleFailuresOf } from './failures.js';

const introduction = `Manages who may do what at the studios.

Operators sign in with a session cookie or HTTP Basic. A \`viewer\` reads; an \`operator\` also changes access, features
and devices; an \`admin\` also studios, keys and operators. Bodies are \`application/json\`.

**No silent overwriting.** What can be changed carries an \`ETag\`; a change with \`If-Match\` that no longer fits is
refused with 412. Without \`If-Match\` the last one wins.

**In effect.** Every answer to a change tells in \`X-Configuration-Version\` the version of the studio's configuration
that has it; it is in effect once the studio's \`appliedVersion\` is as high.`;

const tags: Readonly<Record<string, string>> = {
  studio: 'The studios, and how far their services are',
  key: 'The key by which a studio joins',
  access: 'Who gets in at a studio',
  features: 'What is switched on at a studio',
  device: 'The control devices of a studio',
  refused: 'Callers that a studio refused lately',
  change: 'Who changed what, and when',
  operator: 'Who may sign in to the console',
  session: 'Signing in and out',
  event: 'What changes, as it happens',
  document: 'This description',
};

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: sessionCookieName, description: 'The session of a browser' },
  basic: { type: 'http', scheme: 'basic', description: 'An operator, for programs' },
};

const headers: Readonly<Record<string, Schema>> = {
  ETag: { description: 'The state that the resource is in', required: true, schema: { type: 'string' } },
  ConfigurationVersion: {
    description: "The version of the studio's configuration that has the change",
    required: true,
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
};

const tagOf = ({ name }: Described): string => name.split('.', 1)[0] ?? '';

const changesStudio = ({ intent, path, name }: Described): boolean =>
  intent !== 'read' && path.startsWith('/studios') && name !== 'studio.remove';

const headersOf = (described: Described): Schema => {
  const told = {
    ...(described.tagged ? { ETag: reference('headers', 'ETag') } : {}),
    ...(changesStudio(described) ? { 'X-Configuration-Version': reference('headers', 'ConfigurationVersion') } : {}),
  };
  return Object.keys(told).length > 0 ? { headers: told } : {};
};

const json = (codec: t.Mixed, made: Schemas): Schema => {
  const schema = made.of(codec);
  return { 'application/json': { schema, example: exampleOf(schema, made.components()) } };
};

const contentOf = ({ result, media }: Described, made: Schemas): Schema => {
  if (media !== undefined) return { content: { [media]: { schema: { type: 'string' } } } };
  return result === null ? {} : { content: json(result, made) };
};

const ifMatch = {
  ...{ name: 'If-Match', in: 'header', required: false, schema: { type: 'string' } },
  description: 'The `ETag` that was seen; left out, the last one wins',
};

const bodyOf = ({ body }: Described, made: Schemas): Schema =>
  body === null ? {} : { requestBody: { required: true, content: json(body, made) } };

const mayBeTooLate = ({ intent, parameters }: Described): boolean =>
  intent !== 'read' && Object.keys(parameters.path).length > 0;

const describe = (described: Described, made: Schemas): Schema => {
  const { name, summary, intent, role, parameters, status = methodOf[intent].status } = described;
  return {
    ...{ operationId: name, summary, description: `Takes the role \`${role}\`.`, tags: [tagOf(described)] },
    ...(name === 'session.begin' && { security: [] }),
    parameters: [
      ...parametersOf('path', parameters.path, made),
      ...parametersOf('query', parameters.query, made),
      ...(mayBeTooLate(described) ? [ifMatch] : []),
    ],
    ...bodyOf(described, made),
    responses: {
      [status]: { description: summary, ...headersOf(described), ...contentOf(described, made) },
      ...consoleFailuresOf(described),
    },
  };
};

/** Makes the document, which is the same for every console of a version. */
export const consoleDocument = (version: string): OpenApiDocument => {
  const made = schemas();
  const operations = [...consoleCatalogue, ...extraRoutes].map(
    (described) =>
      [pathTemplate(`/api${described.path}`), methodOf[described.intent].method, describe(described, made)] as const,
  );
  return composeOpenApiDocument({
    ...{ title: 'Studio Control console', version, description: introduction },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: Object.keys(securitySchemes).map((scheme) => ({ [scheme]: [] })),
    paths: pathsOf(operations),
    components: {
      schemas: { ...made.components(), ...consoleFailureSchemas },
      headers,
      responses: consoleFailureResponses,
      securitySchemes,
    },
  });
};
