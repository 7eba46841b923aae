// The player behind an output: what it speaks, where it is, and on which of its layers each scene plays.
import * as t from 'io-ts';
import { oneOf, refined, text, whole } from '../codec/codec.js';

const Host = refined(text(1, 253), (host) => /^[a-z0-9.:-]+$/i.test(host), 'a host name or an IP address');

/** Where CasparCG listens unless told otherwise. */
export const defaultAmcpPort = 5_250;

/** The layer of every scene, by the scene's id. */
const Layers = t.readonly(t.record(t.string, whole(0, 9_999)));

/** A player as the studio is laid out. */
export const PlayerDefinition = t.readonly(
  t.intersection([
    t.type({ protocol: oneOf('casparcg'), host: Host, channel: whole(1, 99), layers: Layers }),
    t.partial({
      /** TCP; {@link defaultAmcpPort} unless given. */
      port: whole(1, 65_535),
    }),
  ]),
);
export type PlayerDefinition = t.TypeOf<typeof PlayerDefinition>;
