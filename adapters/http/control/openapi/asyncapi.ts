// Generates the AsyncAPI document: every type of event of the stream, with an example, for the features that may be read (ASYNCAPI-1).
import { followEvents } from '../../../../application/operations/events.js';
import type { EventType } from '../../../../application/events/event-types.js';
import type { AccessConfiguration } from '../../../../domain/access/configuration.js';
import { exampleOf } from '../../server/openapi/example.js';
import { objectSchema, schemas, type Schema, type Schemas } from '../../server/openapi/schema.js';
import { eventStreamFormat } from '../response-format.js';
import { securitySchemes } from './descriptions.js';
import type { DocumentTitle } from './document.js';
import { componentName, eventId, shownEvents, streamDescription } from './events.js';
import { fieldsSchema, shownFields } from './fields.js';

/** The ways to send a device token, as AsyncAPI names them. */
const asyncSecuritySchemes: Readonly<Record<string, Schema>> = {
  ...securitySchemes,
  queryToken: { ...securitySchemes.queryToken, type: 'httpApiKey' },
};

/** AsyncAPI names a licence by its address. */
const license: Schema = { name: 'MIT', url: 'https://opensource.org/license/mit' };

const introduction = `What happens in a studio, as it happens. \`openapi.json\` describes the calls.

${streamDescription}

A page of another origin may follow the stream with a device token. \`EventSource\` sends no headers of a page, so the token is sent
as \`?token=\`.`;

/** Where a service may be. */
const server: Schema = {
  host: '{host}:{port}',
  protocol: 'http',
  description: 'A service in the local network',
  variables: {
    host: { default: '127.0.0.1', description: 'Its address' },
    port: { default: '3002', description: 'Its setting `PORT`' },
  },
};

const reference = (...path: readonly string[]): Schema => ({ $ref: `#/${path.join('/')}` });

/** Describes one type of event: `id` and `event` are fields of the stream, and the payload is what `data` has as JSON. */
const messageOf = (type: EventType, configuration: AccessConfiguration, registry: Schemas): Schema => {
  const payload = fieldsSchema(shownFields(type.data, type.fieldFeatures, configuration), registry);
  const headers = objectSchema({ id: eventId, event: { type: 'string', const: type.name } }, ['id', 'event']);
  const exampleFor = (schema: Schema): unknown => exampleOf(schema, registry.components());
  return {
    name: type.name,
    title: type.name,
    summary: type.description,
    contentType: 'application/json',
    headers,
    payload,
    examples: [{ name: type.name, headers: exampleFor(headers), payload: exampleFor(payload) }],
  };
};

const querySchema = ({ of }: Schemas): Schema => {
  const { query } = followEvents.parameters;
  return objectSchema(Object.fromEntries(Object.entries(query).map(([name, codec]) => [name, of(codec)])), []);
};

/** Returns the generator of documents. */
export const eventsDocument =
  ({ name, version }: DocumentTitle) =>
  (configuration: AccessConfiguration): Schema => {
    const registry = schemas();
    const messages = shownEvents(configuration).map(
      (type) => [componentName(type), messageOf(type, configuration, registry)] as const,
    );
    const operation = {
      action: 'send',
      channel: reference('channels', 'events'),
      summary: followEvents.summary,
      security: Object.keys(securitySchemes).map((scheme) => reference('components', 'securitySchemes', scheme)),
      bindings: { http: { method: 'GET', query: querySchema(registry), bindingVersion: '0.3.0' } },
    };
    return {
      asyncapi: '3.0.0',
      info: { title: `${name}: events`, version, description: introduction, license },
      defaultContentType: 'application/json',
      servers: { service: server },
      channels: {
        events: {
          address: eventStreamFormat.prefix + followEvents.path,
          summary: 'Server-sent events',
          messages: Object.fromEntries(messages.map(([key]) => [key, reference('components', 'messages', key)])),
        },
      },
      operations: { [followEvents.name]: operation },
      components: {
        messages: Object.fromEntries(messages),
        schemas: registry.components(),
        securitySchemes: asyncSecuritySchemes,
      },
    };
  };
