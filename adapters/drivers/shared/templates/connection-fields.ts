// Fields of connections that several text protocols have.
import * as t from 'io-ts';
import { field, oneOf, text } from '../../../../domain/codec/codec.js';
import { withDefault } from '../../../../domain/codec/with-default.js';
import { Port } from '../../../../domain/studio/player.js';

export const encoding = field(withDefault(oneOf('utf8', 'latin1'), 'utf8'), 'How characters are written as bytes');

export const escape = field(
  t.readonly(t.record(t.string, text(0, 16))),
  'Texts that replace single characters in values, by the character; none if left out',
);

export const ignoreCase = field(
  withDefault(t.boolean, false),
  'Whether answers are compared without regard to capital and small letters',
);

export const localPort = field(
  Port,
  'UDP port of this host, for devices that answer to a fixed port; any free one if left out',
);
