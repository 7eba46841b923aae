// How the service reaches an MQTT broker: the same for devices behind one, and for the state that is published at one.
import * as t from 'io-ts';
import { field, oneOf, refined, text } from '../codec/codec.js';
import { CaFile, PasswordFile } from './file-path.js';
import { PlayerHost, Port } from './player.js';

/** The name of a client at its broker, which is part of the topics of replies. */
export const ClientId = refined(
  text(1, 64),
  (id) => !/[#+/]/.test(id),
  'a client id of 1 to 64 characters without +, # and /',
);

/** The address of a broker, and how the service signs in there. */
export const BrokerAccess = t.intersection([
  t.type({ host: PlayerHost }),
  t.partial({
    port: field(Port, 'TCP port; 1883, or 8883 with TLS, if left out'),
    tls: field(t.readonly(t.partial({ caFile: CaFile })), 'Encrypts the connection; not encrypted if left out'),
    username: field(text(1, 256), 'User name at the broker'),
    passwordFile: PasswordFile,
    protocolVersion: field(oneOf('v5', 'v3.1.1'), 'Version of MQTT', { default: 'v5' }),
  }),
]);

/** Returns the TCP port of a broker. */
export const portOf = ({ port, tls }: Pick<t.TypeOf<typeof BrokerAccess>, 'port' | 'tls'>): number =>
  port ?? (tls === undefined ? 1_883 : 8_883);
