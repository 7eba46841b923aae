// Schemas of fields that may be left out: by the feature that they belong to, or because their codec permits it.
import type { Codecs } from '../../../../application/api/parameters.js';
import type { AccessConfiguration } from '../../../../domain/access/configuration.js';
import type { Feature } from '../../../../domain/feature.js';
import { objectSchema, type Schema, type Schemas } from '../../server/openapi/schema.js';

/** Returns the fields without those of features whose reads are switched off. */
export const shownFields = (
  fields: Codecs,
  fieldFeatures: Readonly<Record<string, Feature>>,
  { features }: Pick<AccessConfiguration, 'features'>,
): Codecs =>
  Object.fromEntries(
    Object.entries(fields).filter(([name]) => {
      const feature = fieldFeatures[name];
      return feature === undefined || features[feature].read;
    }),
  );

/** Returns the schema of an object with these fields, after the fields in `constants`, which are required. */
export const fieldsSchema = (
  fields: Codecs,
  { of }: Schemas,
  constants: Readonly<Record<string, Schema>> = {},
): Schema => {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, codec]) => [name, of(codec)]));
  const required = Object.keys(fields).filter((name) => fields[name]?.is(undefined) === false);
  return objectSchema({ ...constants, ...properties }, [...Object.keys(constants), ...required]);
};
