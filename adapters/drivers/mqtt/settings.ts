// The settings of MQTT in the studio file: a broker, and the topics of each signal's line.
import * as t from 'io-ts';
import { choiceOf } from '../../../domain/codec/choice.js';
import { integer, oneOf, refined, text } from '../../../domain/codec/codec.js';
import { fieldOf, textIn } from '../../../domain/codec/unchecked.js';
import { PlayerHost, Port } from '../../../domain/studio/player.js';
import { JsonPointer } from '../shared/json-pointer.js';
import { FilePath } from '../shared/file-path.js';

const Topic = refined(text(1, 256), (topic) => !/[#+]/.test(topic), 'a topic of 1 to 256 characters without + and #');

const Payload = text(1, 1_024);

/** Part of the topics of replies. */
const ClientId = refined(
  text(1, 64),
  (id) => !/[#+/]/.test(id),
  'a client id of 1 to 64 characters without +, # and /',
);

/** The settings of a connection to a broker. */
export const BrokerSettings = t.readonly(
  t.intersection([
    t.type({ host: PlayerHost }),
    t.partial({
      /** TCP; defaults to 1883, or to 8883 with TLS. */
      port: Port,
      /** `caFile` holds the certificates of the authorities to trust; by default those of the system. */
      tls: t.readonly(t.partial({ caFile: FilePath })),
      username: text(1, 256),
      passwordFile: FilePath,
      /** Defaults to a random one. */
      clientId: ClientId,
      /** Where the service publishes `online`, and the broker `offline` when the service is gone. */
      statusTopic: Topic,
      /** Defaults to `v5`. */
      protocolVersion: oneOf('v5', 'v3.1.1'),
    }),
  ]),
);
export type BrokerSettings = t.TypeOf<typeof BrokerSettings>;

const Availability = t.readonly(
  t.intersection([t.type({ topic: Topic }), t.partial({ path: JsonPointer, online: Payload, offline: Payload })]),
);

const Command = t.readonly(t.intersection([t.type({ topic: Topic }), t.partial({ on: Payload, off: Payload })]));

/** A line whose device reports its state. Without `command`, it can only be read. */
const StateLine = t.readonly(
  t.intersection([
    t.type({
      state: t.readonly(
        t.intersection([t.type({ topic: Topic }), t.partial({ path: JsonPointer, on: Payload, off: Payload })]),
      ),
    }),
    t.partial({
      command: Command,
      query: t.readonly(t.intersection([t.type({ topic: Topic }), t.partial({ payload: Payload })])),
      availability: Availability,
    }),
  ]),
);
export type StateLine = t.TypeOf<typeof StateLine>;

/** A line whose device reports nothing: what the broker accepted counts as its state. */
const AcceptedLine = t.readonly(
  t.intersection([t.type({ command: Command, confirm: oneOf('accepted') }), t.partial({ availability: Availability })]),
);
export type AcceptedLine = t.TypeOf<typeof AcceptedLine>;

const allProfiles = 'one of home-assistant, home-assistant-json, shelly-gen1, shelly-gen2, tasmota';

/** A relay of a device whose topics are known. */
const RelayLine = t.readonly(
  t.intersection([
    t.type({
      profile: Object.assign(oneOf('shelly-gen1', 'shelly-gen2', 'tasmota'), { name: allProfiles }),
      device: Topic,
    }),
    t.partial({ relay: integer(0, 127) }),
  ]),
);
export type RelayLine = t.TypeOf<typeof RelayLine>;

/** A switch or light with the topics of Home Assistant's examples, below a base topic. */
const HomeAssistantLine = t.readonly(
  t.intersection([
    t.type({ profile: oneOf('home-assistant', 'home-assistant-json'), device: Topic }),
    t.partial({ availability: Availability }),
  ]),
);
export type HomeAssistantLine = t.TypeOf<typeof HomeAssistantLine>;

/** The line of a signal: a profile, or its topics. */
export const BrokerLine = choiceOf(
  choiceOf(StateLine, AcceptedLine, (input) => fieldOf(input, 'confirm') !== undefined),
  choiceOf(RelayLine, HomeAssistantLine, (input) => textIn(input, 'profile')?.startsWith('home-assistant') === true),
  (input) => fieldOf(input, 'profile') !== undefined,
);
export type BrokerLine = t.TypeOf<typeof BrokerLine>;
