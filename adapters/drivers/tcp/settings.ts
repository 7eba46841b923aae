// The settings of a TCP connection that carries lines of text.
import * as t from 'io-ts';
import { oneOf, refined, text } from '../../../domain/codec/codec.js';
import { withDefault } from '../../../domain/codec/with-default.js';
import { PlayerHost, Port } from '../../../domain/studio/player.js';
import { templateText } from '../shared/templates/placeholders.js';
import { probeOf } from '../shared/templates/probe.js';
import { FilePath } from '../shared/file-path.js';

/** What ends a message. */
const Delimiter = refined(
  t.string,
  ({ length }) => length >= 1 && length <= 8,
  'a text of 1 to 8 characters that ends each message, such as "\\r\\n"',
);

/** Texts that replace single characters in values. */
const Escapes = t.readonly(t.record(t.string, text(0, 16)));

/** Messages that are sent when the connection opens, such as a subscription or a password. */
const Opening = t.readonlyArray(templateText(['password']));

/** The fields of the connection. */
const Fields = t.readonly(
  t.intersection([
    t.type({
      host: PlayerHost,
      port: Port,
      delimiter: withDefault(Delimiter, '\r\n'),
      encoding: withDefault(oneOf('utf8', 'latin1'), 'utf8'),
    }),
    t.partial({ escape: Escapes, opening: Opening, passwordFile: FilePath, probe: probeOf(templateText([])) }),
  ]),
);

type Fields = t.TypeOf<typeof Fields>;

const hasPassword = ({ opening = [], passwordFile }: Fields): boolean =>
  passwordFile !== undefined || !opening.some((one) => one.includes('{password}'));

/** The settings of the connection. Without a file there is no password to send. */
export const TcpSettings: t.Type<Fields, unknown> = refined(
  Fields as t.Type<Fields, unknown> as t.Type<Fields>,
  hasPassword,
  'passwordFile, because opening contains {password}',
  {},
);
export type TcpSettings = Fields;
