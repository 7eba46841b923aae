// The settings of a TCP connection that carries lines of text.
import * as t from 'io-ts';
import { field, oneOf, refined } from '../../../domain/codec/codec.js';
import { withDefault } from '../../../domain/codec/with-default.js';
import { PlayerHost, Port } from '../../../domain/studio/player.js';
import { templateText } from '../shared/templates/placeholders.js';
import { probeOf } from '../shared/templates/probe.js';
import { PasswordFile } from '../../../domain/studio/file-path.js';
import { encoding, escape, ignoreCase } from '../shared/templates/connection-fields.js';

/** What ends a message. */
const Delimiter = refined(
  t.string,
  ({ length }) => length >= 1 && length <= 8,
  'a text of 1 to 8 characters that ends each message, such as "\\r\\n"',
);

const Opening = field(
  t.readonlyArray(templateText(['password'])),
  'Messages that are sent when the connection opens, such as a subscription; may contain {password}',
);

const Login = field(
  oneOf('pjlink'),
  'Greeting that the device sends first, and whose answer has the password; none if left out',
);

/** The fields of the connection. */
const Fields = t.readonly(
  t.intersection([
    t.type({
      host: PlayerHost,
      port: Port,
      delimiter: field(withDefault(Delimiter, '\r\n'), 'What ends each message, 1 to 8 characters'),
      encoding,
      ignoreCase,
    }),
    t.partial({
      escape,
      login: Login,
      opening: Opening,
      passwordFile: PasswordFile,
      probe: probeOf(templateText([])),
    }),
  ]),
);

type Fields = t.TypeOf<typeof Fields>;

const hasPassword = ({ opening = [], passwordFile }: Fields): boolean =>
  passwordFile !== undefined || !opening.some((one) => one.includes('{password}'));

/** Projectors end their messages with CR alone. */
const endsAsProjectors = ({ login, delimiter }: Fields): boolean => login !== 'pjlink' || delimiter !== '\r\n';

/** The settings of the connection. Without a file there is no password to send. */
export const TcpSettings: t.Type<Fields, unknown> = refined(
  refined(
    Fields as t.Type<Fields, unknown> as t.Type<Fields>,
    hasPassword,
    'passwordFile, because opening contains {password}',
    {},
  ),
  endsAsProjectors,
  'the delimiter "\\r", because projectors end their messages so with login: pjlink',
  {},
);
export type TcpSettings = Fields;
