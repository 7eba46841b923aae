// The OpenAPI document of the console's management API, derived from its catalogue.
import { consoleCatalogue } from '../../../../application/console/catalogue.js';
import type { Admission } from '../../../../application/console/endpoints/callers.js';
import { methodOf, rootPath, type Endpoint } from '../../../../application/console/endpoints/endpoint.js';
import { composeOpenApiDocument, pathsOf, type OpenApiDocument } from '../../server/openapi/document.js';
import { describeOperation, jsonContent, type DescribedOperation } from '../../server/openapi/operation.js';
import { reference, schemas, type Schema, type Schemas } from '../../server/openapi/schema.js';
import { successStatus } from '../routes/replies.js';
import { hostOnly, sessionCookieName } from '../guard/session-cookie.js';
import { consoleFailureResponses, consoleFailureSchemas, consoleFailuresOf } from './failures.js';

const introduction = `Manages studios and who has access to them.

Operators sign in with a session cookie or HTTP Basic, programs with an API token. An operator, or a program, has a role in all studios, or roles in some; a studio
without one doesn't exist for them. A \`viewer\` can read; an \`operator\` can also change access, features and devices; an
\`admin\` can also change the studio's name and key. Only an \`admin\` of all studios adds and removes studios, and manages
operators. A program manages neither operators, nor sessions, nor API tokens. Bodies are \`application/json\`.

**Sessions.** A session ends after a time without a request by a person. A page that makes requests by itself reports in
\`X-Idle-Seconds\` for how many seconds its person has done nothing; other requests count as a person's.

**Concurrent changes.** Resources carry an \`ETag\`. A change whose \`If-Match\` doesn't match is refused with 412.
Without \`If-Match\`, the last change wins.

**When a change is in force.** Every response to a change has the header \`X-Configuration-Version\`: the version of the
studio's configuration that includes the change. It is in force once the studio's \`appliedVersion\` is at least as high.`;

const tags: Readonly<Record<string, string>> = {
  studio: 'The studios and their sync status',
  key: "The key with which a studio's service connects",
  access: 'Who has access to a studio',
  features: 'Which features of a studio are switched on',
  device: 'The control devices of a studio',
  refused: 'Callers that a studio has refused',
  change: 'Who changed what, and when',
  operator: 'Who may sign in to the console',
  session: 'Signing in and out',
  invitation: 'Invitations of operators',
  'api-token': 'The API tokens of programs',
  webhook: 'URLs that the console calls about its studios',
  event: 'An event stream of changes',
  document: 'This document',
};

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName,
    description: `The session cookie of a browser; over HTTPS its name is ${hostOnly(sessionCookieName, true)}`,
  },
  apiToken: { type: 'http', scheme: 'bearer', description: 'The API token of a program' },
  basic: { type: 'http', scheme: 'basic', description: 'The username and password of an operator' },
};

const headers: Readonly<Record<string, Schema>> = {
  ETag: { description: "The tag of the resource's state", required: true, schema: { type: 'string' } },
  ConfigurationVersion: {
    description: "The version of the studio's configuration that includes the change",
    required: true,
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
};

type Described = Omit<Endpoint<never>, 'prepare'>;

const changesStudio = ({ intent, path, name }: Described): boolean =>
  intent !== 'read' && path.startsWith('/studios') && name !== 'studio.remove';

const headersOf = (described: Described): Schema => {
  const responseHeaders = {
    ...(described.tagged ? { ETag: reference('headers', 'ETag') } : {}),
    ...(changesStudio(described) ? { 'X-Configuration-Version': reference('headers', 'ConfigurationVersion') } : {}),
  };
  return Object.keys(responseHeaders).length > 0 ? { headers: responseHeaders } : {};
};

const contentOf = ({ result, responds }: Described, made: Schemas): Schema => {
  if (responds === 'events') return { content: { 'text/event-stream': { schema: { type: 'string' } } } };
  return result === null ? {} : { content: jsonContent(made.of(result), made.components()) };
};

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'The `ETag` of the state to change; without it, the last change wins',
};

const takesIfMatch = ({ intent, parameters }: Described): boolean =>
  intent !== 'read' && Object.keys(parameters.path).length > 0;

const roleText = (requires: Admission): string =>
  'role' in requires
    ? `Requires the role \`${requires.role}\` in ${requires.scope === 'studio' ? 'the studio' : 'all studios'}.`
    : 'Requires no role.';

const accountScopes = new Set<Admission['scope']>(['own-account', 'enrolling-account', 'account-overview']);

const isForPeople = (requires: Admission): boolean => 'byPerson' in requires || accountScopes.has(requires.scope);

const requirementText = (requires: Admission): string =>
  `${roleText(requires)}${isForPeople(requires) ? ' API tokens are refused.' : ''}`;

const describe = (described: Described, made: Schemas): DescribedOperation => {
  const { name, summary, intent, requires, parameters, body } = described;
  return {
    name,
    summary,
    description: requirementText(requires),
    method: methodOf[intent].method,
    path: rootPath(described),
    isPublic: requires.scope === 'anybody',
    parameters,
    furtherParameters: takesIfMatch(described) ? [ifMatch] : [],
    body,
    responses: () => ({
      [successStatus(described)]: { description: summary, ...headersOf(described), ...contentOf(described, made) },
      ...consoleFailuresOf(described),
    }),
  };
};

/** Returns the document, which is the same for every console of a version. */
export const consoleDocument = (version: string): OpenApiDocument => {
  const made = schemas();
  const operations = consoleCatalogue.map((described) => describeOperation(describe(described, made), made));
  return composeOpenApiDocument({
    title: 'Studio Control console',
    version,
    description: introduction,
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
