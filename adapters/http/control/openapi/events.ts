// OpenAPI schemas of the events: one component for each type of event, and one for all of them (EVENT-9).
import { eventTypes, type EventType } from '../../../../application/events/event-types.js';
import type { AccessConfiguration } from '../../../../domain/access/configuration.js';
import { objectSchema, reference, type Schema, type Schemas } from '../../server/openapi/schema.js';
import { fieldsSchema, shownFields } from './fields.js';

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the name of an event's component: `ClipEndingEvent` for `clip.ending`. */
export const componentName = ({ name }: EventType): string => `${name.split('.').map(capitalized).join('')}Event`;

/** The id of an event. */
export const eventId: Schema = {
  type: 'string',
  minLength: 1,
  description: 'Sent as `Last-Event-ID`, it continues the stream after this event',
  examples: ['3f8a91c2-42'],
};

const eventSchema = (type: EventType, configuration: AccessConfiguration, schemas: Schemas): Schema => {
  const data = fieldsSchema(shownFields(type.data, type.fieldFeatures, configuration), schemas);
  const event = { type: 'string', const: type.name };
  return { ...objectSchema({ id: eventId, event, data }, ['id', 'event', 'data']), description: type.description };
};

/** Returns the types of events whose features may be read. */
export const shownEvents = ({ features }: Pick<AccessConfiguration, 'features'>): readonly EventType[] =>
  eventTypes.filter(({ feature }) => feature === null || features[feature].read);

/** Returns the components of the events whose features may be read. */
export const eventSchemas = (
  configuration: AccessConfiguration,
  schemas: Schemas,
): Readonly<Record<string, Schema>> => {
  const shown = shownEvents(configuration);
  const all = {
    description: 'An event of the stream. Its `data` are sent as JSON',
    anyOf: shown.map((type) => reference('schemas', componentName(type))),
  };
  return Object.fromEntries([
    ['Event', all],
    ...shown.map((type) => [componentName(type), eventSchema(type, configuration, schemas)] as const),
  ]);
};

/** The description of the stream. */
export const streamDescription = `Server-sent events, each with \`id\`, \`event\` and JSON \`data\`. The schema \`Event\` lists them. A comment every
15 s is the heartbeat.

The name of an event is the kind of the changed record. Its data contain the time and the record, in the form that the
record's own route returns: \`{ "time": …, "signal": { … } }\`. The stream contains only records that the caller may read,
and variables and automations of one station only: the station whose records the caller sees. \`types\` limits the stream
to some kinds. If the caller may read none of these, the call is refused with 403; of those that it may not read among
others, a comment at the beginning says why.

The event \`clip.ending\` comes once before the end of a clip, by default 10 s before it. Its data contain the output and the
id of the scene: \`{ "time": …, "output": { … }, "scene": "full" }\`.

The event \`alarm\` comes when an alarm is raised, gets another message, or is cleared. Its data contain the alarm, as
\`/alarms\` returns it.

After the event \`reset\` the client must read the state again. It is sent at the beginning of a stream (\`reason\`
\`begun\`), when missed events are no longer available (\`missed\`), and when the records that the caller may see have
changed (\`changed\`). With \`records=state\` the event \`state\` is sent instead. It contains all records, as \`/state\` returns
them. No change is missing between it and the events after it.

A stream ends when the caller loses access or leaves too much unread. A device or address has at most 32 streams; a
further one is refused with 409.`;

/** The content of the stream: a text that consists of events. */
export const streamContent: Schema = {
  'text/event-stream': {
    schema: {
      type: 'string',
      contentMediaType: 'text/event-stream',
      contentSchema: { type: 'array', items: reference('schemas', 'Event') },
    },
    example:
      'id: 3f8a91c2-42\nevent: signal\ndata: {"time":"2026-01-31T12:00:00.000Z","signal":{"id":"sig-1","identifier":"red-light","name":"Red light","value":true}}\n\n',
  },
};
