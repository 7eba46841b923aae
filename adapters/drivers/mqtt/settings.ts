// The settings of MQTT in the studio file: a broker, and the topics of each signal's line.
import * as t from 'io-ts';
import { choiceOf } from '../../../domain/codec/choice.js';
import { field, integer, oneOf, refined, text } from '../../../domain/codec/codec.js';
import { fieldOf, textIn } from '../../../domain/codec/unchecked.js';
import { BrokerAccess, ClientId } from '../../../domain/studio/broker.js';
import { JsonPointer } from '../shared/json-pointer.js';

const Topic = refined(text(1, 256), (topic) => !/[#+]/.test(topic), 'a topic of 1 to 256 characters without + and #');

const Payload = text(1, 1_024);

/** The settings of a connection to a broker. */
export const BrokerSettings = t.readonly(
  t.intersection([
    BrokerAccess,
    t.partial({
      clientId: field(ClientId, 'Names this client; no two of a broker may have the same. A random one if left out'),
      statusTopic: field(
        Topic,
        'Topic on which `online` is published, and `offline` when the service is gone; none if left out',
      ),
    }),
  ]),
);
export type BrokerSettings = t.TypeOf<typeof BrokerSettings>;

const Pointer = field(
  JsonPointer,
  'Where the value is in a JSON payload, as a JSON Pointer; the whole payload if left out',
);

const payload = (what: string, standard: string): t.Type<string> =>
  field(Payload, `Payload ${what}`, { default: standard });

const Availability = field(
  t.readonly(
    t.intersection([
      t.type({ topic: field(Topic, "Topic of the device's last will") }),
      t.partial({
        path: Pointer,
        online: payload('while the device is there', 'online'),
        offline: payload('while it is away', 'offline'),
      }),
    ]),
  ),
  'How the device shows whether it is there',
);

const Command = field(
  t.readonly(
    t.intersection([
      t.type({ topic: field(Topic, 'Topic of the commands') }),
      t.partial({ on: payload('that switches it on', 'ON'), off: payload('that switches it off', 'OFF') }),
    ]),
  ),
  'What switches the signal. Without it, the signal can only be read',
);

const State = t.readonly(
  t.intersection([
    t.type({ topic: field(Topic, "Topic of the device's state") }),
    t.partial({
      path: Pointer,
      on: payload('while it is on', 'ON'),
      off: payload('while it is off', 'OFF'),
    }),
  ]),
);

const Query = t.readonly(
  t.intersection([
    t.type({ topic: field(Topic, 'Topic of the message') }),
    t.partial({ payload: payload('of the message', '') }),
  ]),
);

/** A line whose device reports its state. */
const StateLine = t.readonly(
  t.intersection([
    t.type({ state: field(State, 'Where the device reports its state') }),
    t.partial({
      command: Command,
      query: field(Query, 'A message that makes the device report its state'),
      availability: Availability,
    }),
  ]),
);
export type StateLine = t.TypeOf<typeof StateLine>;

/** A line whose device reports nothing: what the broker accepted counts as its state. */
const AcceptedLine = t.readonly(
  t.intersection([
    t.type({
      command: Command,
      confirm: field(
        oneOf('accepted'),
        'The device reports nothing: the last command that the broker accepted is the state',
      ),
    }),
    t.partial({ availability: Availability }),
  ]),
);
export type AcceptedLine = t.TypeOf<typeof AcceptedLine>;

const profile = 'The kind of device, whose topics are known';
const device = field(Topic, "The device's name in its topics");

const allProfiles = 'one of home-assistant, home-assistant-json, shelly-gen1, shelly-gen2, tasmota';

/** A relay of a device whose topics are known. */
const RelayLine = t.readonly(
  t.intersection([
    t.type({
      profile: field(Object.assign(oneOf('shelly-gen1', 'shelly-gen2', 'tasmota'), { name: allProfiles }), profile),
      device,
    }),
    t.partial({ relay: field(integer(0, 127), 'Number of the relay; 0 of a Shelly, none of Tasmota if left out') }),
  ]),
);
export type RelayLine = t.TypeOf<typeof RelayLine>;

/** A switch or light with the topics of Home Assistant's examples, below a base topic. */
const HomeAssistantLine = t.readonly(
  t.intersection([
    t.type({ profile: field(oneOf('home-assistant', 'home-assistant-json'), profile), device }),
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
