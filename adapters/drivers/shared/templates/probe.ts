// A message that every healthy device answers: it shows that the device is there.
import * as t from 'io-ts';
import { field, integer } from '../../../../domain/codec/codec.js';
import { withDefault } from '../../../../domain/codec/with-default.js';

/** A probe: what is sent, and how often, in milliseconds. */
export interface ProbeSettings<Template> {
  readonly send: Template;
  readonly everyMs: number;
}

/** Returns the codec of a probe. */
export const probeOf = <Template>(template: t.Type<Template, unknown>): t.Type<ProbeSettings<Template>, unknown> =>
  field(
    t.readonly(
      t.type({
        send: field(template, 'What is sent'),
        everyMs: field(withDefault(integer(100, 60_000), 2_000), 'Pause between two probes, in milliseconds'),
      }),
    ),
    'A message that every healthy device answers, which shows that it is there',
  );
