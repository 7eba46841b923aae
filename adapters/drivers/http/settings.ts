// The settings of an HTTP connection.
import * as t from 'io-ts';
import { integer, refined, text } from '../../../domain/codec/codec.js';
import { withDefault } from '../../../domain/codec/with-default.js';
import { PlayerHost } from '../../../domain/studio/player.js';
import { SecretPath } from '../shared/templates/secret-path.js';

/** The name of a header field, as RFC 9110 has it. Those that HTTP itself needs are set by the driver. */
const isFieldName = (name: string): boolean =>
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/.test(name) &&
  !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name.toLowerCase());

const fields = <A>(value: t.Type<A>): t.Type<Readonly<Record<string, A>>> =>
  refined(
    t.record(t.string, value),
    (all) => Object.keys(all).every(isFieldName),
    'header fields by name, without Host, Connection, Content-Length and Transfer-Encoding',
  );

/** The fields of the connection. Secrets stand in files: a password, and the values of header fields. */
export const HttpSettings = refined(
  t.readonly(
    t.intersection([
      t.type({ host: PlayerHost, tls: withDefault(t.boolean, false) }),
      t.partial({
        port: integer(1, 65_535),
        caFile: SecretPath,
        headers: fields(text(0, 1_024)),
        headerFiles: fields(SecretPath),
        username: text(1, 128),
        passwordFile: SecretPath,
      }),
    ]),
  ),
  ({ username, passwordFile }) => (username === undefined) === (passwordFile === undefined),
  'username and passwordFile, or neither',
  {},
);

export type HttpSettings = t.TypeOf<typeof HttpSettings>;
