// The topics of devices that are known: Shelly, Tasmota, and those of Home Assistant's examples.
import { parsedJson, valueAt } from '../shared/json-pointer.js';
import {
  acceptedLine,
  availabilityReader,
  availabilityReport,
  chosen,
  listening,
  stateLine,
  valueReport,
  type LineReport,
  type LineTopics,
} from './line-topics.js';
import type { BrokerLine, HomeAssistantLine, RelayLine } from './settings.js';

/** What a profile uses besides its settings. */
export interface ProfileContext {
  /** Where devices send their replies to the service: the beginning of a topic, unique to the line. */
  readonly replyTo: string;
}

const onOff = { yes: 'on', no: 'off' };

/** Shelly of the first generation. `overpower` is what a relay reports that its own protection switched off. */
const shellyGen1 = ({ device, relay = 0 }: RelayLine): LineTopics => {
  const base = `shellies/${device}`;
  const relayTopic = `${base}/relay/${String(relay)}`;
  return {
    ...listening([
      [relayTopic, (payload) => valueReport(chosen(payload === 'overpower' ? 'off' : payload, onOff))],
      [`${base}/online`, (payload) => availabilityReport(chosen(payload, { yes: 'true', no: 'false' }))],
    ]),
    hasAvailability: true,
    command: (on) => ({ topic: `${relayTopic}/command`, payload: on ? 'on' : 'off' }),
    query: { topic: `${base}/command`, payload: 'update' },
    acceptedBy: 'broker',
    confirmedBy: 'state',
  };
};

const rpcError = (error: unknown): string => {
  const message = valueAt(error, '/message');
  return `the device refused: ${typeof message === 'string' ? message : 'it gives no reason'}`;
};

/** Returns what a reply of a Shelly's RPC says. Only replies to commands have a number. */
const rpcReply = (payload: string): LineReport | undefined => {
  const reply = parsedJson(payload);
  const [id, error, output] = [valueAt(reply, '/id'), valueAt(reply, '/error'), valueAt(reply, '/result/output')];
  if (typeof output === 'boolean') return valueReport(output);
  if (typeof id !== 'number') return undefined;
  if (error !== undefined) return { type: 'refused', command: id, reason: rpcError(error) };
  return valueAt(reply, '/result') === undefined ? undefined : { type: 'accepted', command: id };
};

/** Shelly since the second generation: commands are requests of its RPC, which it answers. */
const shellyGen2 = ({ device, relay = 0 }: RelayLine, { replyTo }: ProfileContext): LineTopics => {
  const request = (id: number | string, method: string, params: object) => ({
    topic: `${device}/rpc`,
    payload: JSON.stringify({ id, src: replyTo, method, params }),
  });
  const component = `switch:${String(relay)}`;
  const status = (path: string) => (payload: string) =>
    valueReport(chosen(payload, { yes: 'true', no: 'false', path }));
  return {
    ...listening([
      [`${replyTo}/rpc`, rpcReply],
      [`${device}/events/rpc`, status(`/params/${component}/output`)],
      [`${device}/status/${component}`, status('/output')],
      [`${device}/online`, (payload) => availabilityReport(chosen(payload, { yes: 'true', no: 'false' }))],
    ]),
    hasAvailability: true,
    command: (on, number) => request(number, 'Switch.Set', { id: relay, on }),
    query: request('status', 'Switch.GetStatus', { id: relay }),
    acceptedBy: 'device',
    confirmedBy: 'state',
  };
};

/** What Tasmota replies to a command that it doesn't execute. */
const tasmotaRefusal = (payload: string): LineReport | undefined => {
  const refusal = valueAt(parsedJson(payload), '/Command');
  return refusal === 'Unknown' || refusal === 'Error'
    ? { type: 'refused', command: undefined, reason: `the device refused: it replied ${refusal}` }
    : undefined;
};

/** Tasmota with its default topics. An empty command makes it report. */
const tasmota = ({ device, relay }: RelayLine): LineTopics => {
  const power = `POWER${relay === undefined ? '' : String(relay)}`;
  return {
    ...listening([
      [`stat/${device}/${power}`, (payload) => valueReport(chosen(payload, { yes: 'ON', no: 'OFF' }))],
      [`stat/${device}/RESULT`, tasmotaRefusal],
      [`tele/${device}/LWT`, (payload) => availabilityReport(chosen(payload, { yes: 'Online', no: 'Offline' }))],
    ]),
    hasAvailability: true,
    command: (on) => ({ topic: `cmnd/${device}/${power}`, payload: on ? 'ON' : 'OFF' }),
    query: { topic: `cmnd/${device}/${power}`, payload: '' },
    acceptedBy: 'broker',
    confirmedBy: 'state',
  };
};

/** A switch or light of Home Assistant's examples: `set` and `state` below its base topic. */
const homeAssistant = ({ profile, device, availability }: HomeAssistantLine): LineTopics => {
  const isJson = profile === 'home-assistant-json';
  const payload = (state: string): string => (isJson ? JSON.stringify({ state }) : state);
  const path = isJson ? '/state' : undefined;
  return {
    ...listening([
      [`${device}/state`, (given) => valueReport(chosen(given, { yes: 'ON', no: 'OFF', path }))],
      ...availabilityReader(availability),
    ]),
    hasAvailability: availability !== undefined,
    command: (on) => ({ topic: `${device}/set`, payload: payload(on ? 'ON' : 'OFF') }),
    acceptedBy: 'broker',
    confirmedBy: 'state',
  };
};

type ProfileLine = RelayLine | HomeAssistantLine;

const profiles: Readonly<Record<RelayLine['profile'], (line: RelayLine, context: ProfileContext) => LineTopics>> = {
  'shelly-gen1': shellyGen1,
  'shelly-gen2': shellyGen2,
  tasmota,
};

const isHomeAssistant = (line: ProfileLine): line is HomeAssistantLine =>
  line.profile === 'home-assistant' || line.profile === 'home-assistant-json';

/** Returns the topics of a line. */
export const lineTopics = (line: BrokerLine, context: ProfileContext): LineTopics => {
  if ('profile' in line) return isHomeAssistant(line) ? homeAssistant(line) : profiles[line.profile](line, context);
  return 'confirm' in line ? acceptedLine(line) : stateLine(line);
};
