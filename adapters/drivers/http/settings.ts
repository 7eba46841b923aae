// The settings of an HTTP connection.
import * as t from 'io-ts';
import { field, refined } from '../../../domain/codec/codec.js';
import { withDefault } from '../../../domain/codec/with-default.js';
import { PlayerHost, Port } from '../../../domain/studio/player.js';
import { CaFile, FilePath } from '../../../domain/studio/file-path.js';
import { credentialFields, withCredentials } from '../shared/http-authentication.js';

/** A text that a header field can carry: HTTP has no character set for any other. */
export const fieldText = (min: number, max: number): t.Type<string> =>
  refined(
    t.string,
    (value) => value.length >= min && value.length <= max && /^[ -~]*$/.test(value),
    `a text of ${String(min)} to ${String(max)} printable ASCII characters`,
    { minLength: min, maxLength: max, pattern: '^[ -~]*$' },
  );

/** The fields that HTTP itself needs: the driver sets them, or a request without chunks has none. */
const reserved: ReadonlySet<string> = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'trailer']);

/** The name of a header field, as RFC 9110 has it. */
const isFieldName = (name: string): boolean =>
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/.test(name) && !reserved.has(name.toLowerCase());

const fields = <A>(value: t.Type<A>): t.Type<Readonly<Record<string, A>>> =>
  refined(
    t.record(t.string, value),
    (all) => Object.keys(all).every(isFieldName),
    'header fields by name, without Host, Connection, Content-Length, Transfer-Encoding and Trailer',
  );

/** The fields of the connection. Secrets stand in files: a password, and the values of header fields. */
export const HttpSettings = withCredentials(
  t.readonly(
    t.intersection([
      t.type({ host: PlayerHost, tls: field(withDefault(t.boolean, false), 'Whether it is reached by HTTPS') }),
      t.partial({
        port: field(Port, 'TCP port; 80, or 443 with TLS, if left out'),
        caFile: CaFile,
        headers: field(fields(fieldText(0, 1_024)), 'Header fields of each request, by their names'),
        headerFiles: field(fields(FilePath), 'Absolute paths of files with secret header fields, by their names'),
        ...credentialFields,
      }),
    ]),
  ),
);

export type HttpSettings = t.TypeOf<typeof HttpSettings>;
