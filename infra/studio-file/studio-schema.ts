// The JSON Schema of studio files, for editors: derived from the codec of the layout.
import * as t from 'io-ts';
import { CasparcgOutput, CasparcgSettings } from '../../adapters/drivers/casparcg/settings.js';
import { schemas, type Schema } from '../../adapters/http/server/openapi/schema.js';
import type { DriverTable } from '../../application/connections/connection-driver.js';
import type { SchemaAnnotations } from '../../domain/codec/codec.js';
import { structureOf } from '../../domain/codec/structure.js';
import { Id } from '../../domain/studio/common-fields.js';
import {
  ConnectionDefinition,
  ConnectionId,
  HeadAttachment,
  LineAttachment,
  PlayerAttachment,
} from '../../domain/studio/connection.js';
import { StudioLayout } from '../../domain/studio/layout.js';
import { connectionDrivers } from '../service/connection-drivers.js';

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const schemasIn = (value: unknown): readonly Schema[] => (Array.isArray(value) ? value.filter(isSchema) : []);

/** Returns one record in place of several that a value must all be: editors then know all fields together. */
const merged = ({ allOf, ...rest }: Schema): Schema => {
  const all = schemasIn(allOf);
  const properties = Object.assign({}, ...all.map((one) => one['properties'])) as Schema;
  const required = all.flatMap((one) => one['required'] ?? []);
  return { type: 'object', properties, ...(required.length > 0 && { required }), ...rest };
};

/** Fields that no codec names are issues in a studio file, other than in answers of the API. */
const closed = (schema: Schema): Schema =>
  'properties' in schema ? { ...schema, additionalProperties: false } : schema;

const convert = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(convert);
  if (!isSchema(value)) return value;
  const { $ref } = value;
  if (typeof $ref === 'string') return { $ref: $ref.replace('#/components/schemas/', '#/definitions/') };
  const converted = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, convert(part)]));
  return closed('allOf' in converted ? merged(converted) : converted);
};

/** Returns the JSON Schema of a codec without names of its own, for a form. */
export const formSchema = (codec: t.Mixed): Schema => convert(schemas().of(codec)) as Schema;

/** Returns the schema of a value that one of several codecs accepts, described as the domain's codec for all of them is. */
const anyOf = (
  codecs: readonly t.Mixed[],
  of: (codec: t.Mixed) => Schema,
  { keywords }: SchemaAnnotations,
): Schema => ({
  ...keywords,
  anyOf: codecs.map((codec) => convert(of(codec))),
});

/** Returns the records that a codec accepts one of. */
const alternatives = (codec: t.Mixed): readonly t.Mixed[] => {
  const structure = structureOf(codec);
  if (structure.kind === 'union') return structure.members.flatMap(alternatives);
  return structure.kind === 'readonly' || structure.kind === 'refinement' ? alternatives(structure.codec) : [codec];
};

/** The earlier form of a player: the fields of its connection are its own (STUDIO-FILE-4). */
const earlierPlayer = t.intersection([t.type({ protocol: t.literal('casparcg') }), CasparcgSettings, CasparcgOutput]);

/** The definitions of connections and of what is attached to them, as the drivers declare them. */
const driverDefinitions = (of: (codec: t.Mixed) => Schema, table: DriverTable): Readonly<Record<string, Schema>> => {
  const attachment = (field: 'line' | 'head' | 'player') =>
    Object.values(table).flatMap(({ [field]: codec }) =>
      codec === undefined
        ? []
        : alternatives(codec).map((one) => t.intersection([t.type({ connection: ConnectionId }), one])),
    );
  const connections = Object.entries(table).map(([protocol, { settings }]) =>
    t.intersection([t.type({ id: Id, protocol: t.literal(protocol) }), settings]),
  );
  const definitions: readonly (readonly [t.Mixed, readonly t.Mixed[]])[] = [
    [ConnectionDefinition, connections],
    [LineAttachment, attachment('line')],
    [HeadAttachment, attachment('head')],
    [PlayerAttachment, [...attachment('player'), earlierPlayer]],
  ];
  return Object.fromEntries(
    definitions.flatMap(([known, codecs]) =>
      codecs.length === 0 ? [] : [[known.name, anyOf(codecs, of, known as SchemaAnnotations)]],
    ),
  );
};

/**
 * Returns the JSON Schema (draft 7) of studio files. A file that it refuses has issues. What spans several records, such as
 * references, collisions and bounds, only `check` finds.
 */
export const studioSchema = (): Schema => {
  const { of, components } = schemas();
  const layout = convert(of(StudioLayout)) as Schema;
  const ofDrivers = driverDefinitions(of, connectionDrivers);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Studio file of Studio Control',
    ...layout,
    definitions: { ...(convert(components()) as Schema), ...ofDrivers },
  };
};

/** What a driver declares, as JSON Schemas: the fields of its connections, and of what is attached to them. */
const driverSchemas = (of: (codec: t.Mixed) => Schema, table: DriverTable): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    Object.entries(table).map(([protocol, { settings, line, head, player }]) => {
      const fields = Object.entries({ settings, line, head, player });
      return [
        protocol,
        Object.fromEntries(fields.flatMap(([name, codec]) => (codec ? [[name, convert(of(codec))]] : []))),
      ];
    }),
  );

/** Returns what forms of the studio file are made of: its JSON Schema, and for each protocol those of its driver. */
export const editingSchema = (): Schema => {
  const { of, components } = schemas();
  const drivers = driverSchemas(of, connectionDrivers);
  const schema = studioSchema();
  const definitions = { ...(convert(components()) as Schema), ...(schema['definitions'] as Schema) };
  return { schema: { ...schema, definitions }, drivers };
};

/** Returns the lines of the schema as a file. */
export const studioSchemaLines = (): readonly string[] => JSON.stringify(studioSchema(), null, 2).split('\n');
