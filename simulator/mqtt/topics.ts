// What simulated devices publish and understand, as their manufacturers describe it.
import { documentWith } from '../text/expansion.js';

/** A message of a device. */
export interface DeviceMessage {
  readonly topic: string;
  readonly payload: string;
  /** False if the broker keeps it for later subscribers. */
  readonly isPassing?: boolean;
}

/** What a message asks a device for. */
export type DeviceRequest =
  | {
      readonly type: 'switch';
      readonly on: boolean;
      /** The device's own answers, besides the acknowledgement of the broker. */
      readonly accepted: (wasOn: boolean) => readonly DeviceMessage[];
      readonly refused: readonly DeviceMessage[];
      /** Whether the broker acknowledges it without waiting for the device. */
      readonly isAnswered: boolean;
    }
  /** Asks for the state. */
  | { readonly type: 'query'; readonly answer: (on: boolean) => readonly DeviceMessage[] };

/** The topics of one device. */
export interface DeviceTopics {
  readonly state: (on: boolean) => readonly DeviceMessage[];
  readonly availability: (online: boolean) => readonly DeviceMessage[];
  readonly request: (topic: string, payload: string) => DeviceRequest | undefined;
}

/** The settings of a line, as the studio file has them. */
export type LineSettings = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): LineSettings => (typeof value === 'object' && value !== null ? { ...value } : {});

const textOf = (value: unknown, missing: string): string => (typeof value === 'string' ? value : missing);

/**
 * Puts a text at a JSON Pointer: `/a/b` and `x` become `{"a":{"b":"x"}}`. Texts of booleans, and of whole numbers up to 15 digits,
 * which JSON keeps exactly, become these.
 */
const placed = (text: string, pointer: unknown): string => {
  if (typeof pointer !== 'string') return text;
  const literal: unknown = /^(?:true|false|0|[1-9]\d{0,14})$/.test(text) ? JSON.parse(text) : text;
  return JSON.stringify(documentWith(pointer, literal));
};

/** A switch command that the broker acknowledges when the device has accepted it. */
const plainSwitch = (on: boolean, refused: readonly DeviceMessage[] = []): DeviceRequest => ({
  type: 'switch',
  on,
  accepted: () => [],
  refused,
  isAnswered: false,
});

const either = (payload: string, on: string, off: string): boolean | undefined =>
  payload === on || payload === off ? payload === on : undefined;

const switched = (on: boolean | undefined, refused?: readonly DeviceMessage[]): DeviceRequest | undefined =>
  on === undefined ? undefined : plainSwitch(on, refused);

/** A device whose topics the studio file names. It repeats its state when it is asked. */
const described = (settings: LineSettings): DeviceTopics => {
  const [state, command] = [fieldsOf(settings['state']), fieldsOf(settings['command'])];
  const [query, availability] = [fieldsOf(settings['query']), fieldsOf(settings['availability'])];
  const stateMessages = (on: boolean): readonly DeviceMessage[] => {
    const text = on ? textOf(state['on'], 'ON') : textOf(state['off'], 'OFF');
    return typeof state['topic'] === 'string' ? [{ topic: state['topic'], payload: placed(text, state['path']) }] : [];
  };
  return {
    state: stateMessages,
    availability: (online) => {
      const text = online ? textOf(availability['online'], 'online') : textOf(availability['offline'], 'offline');
      const { topic, path } = availability;
      return typeof topic === 'string' ? [{ topic, payload: placed(text, path) }] : [];
    },
    request: (topic, payload) => {
      if (topic === command['topic'])
        return switched(either(payload, textOf(command['on'], 'ON'), textOf(command['off'], 'OFF')));
      return topic === query['topic'] ? { type: 'query', answer: stateMessages } : undefined;
    },
  };
};

/** Shelly, first generation: https://shelly-api-docs.shelly.cloud/gen1/#mqtt-support */
const shellyGen1 = (base: string, relay: number): DeviceTopics => {
  const topic = `shellies/${base}/relay/${String(relay)}`;
  const state = (on: boolean) => [{ topic, payload: on ? 'on' : 'off', isPassing: true }];
  return {
    state,
    availability: (online) => [{ topic: `shellies/${base}/online`, payload: String(online) }],
    request: (asked, payload) => {
      if (asked === `${topic}/command`) return switched(either(payload, 'on', 'off'));
      const isQuery = asked === `shellies/${base}/command` && payload === 'update';
      return isQuery ? { type: 'query', answer: state } : undefined;
    },
  };
};

/** A request of Shelly's RPC. */
interface RpcRequest {
  readonly id: unknown;
  readonly src: unknown;
  readonly method: unknown;
  readonly params: { readonly id?: unknown; readonly on?: unknown };
}

/** Shelly since the second generation: https://shelly-api-docs.shelly.cloud/gen2/ComponentsAndServices/Mqtt */
const shellyGen2 = (base: string, relay: number): DeviceTopics => {
  const component = `switch:${String(relay)}`;
  const status = (on: boolean) => ({ id: relay, source: 'MQTT', output: on });
  const requestIn = (payload: string): DeviceRequest | undefined => {
    const { id, src, method, params } = JSON.parse(payload) as RpcRequest;
    const reply = (body: object): readonly DeviceMessage[] => [
      { topic: `${String(src)}/rpc`, payload: JSON.stringify({ id, src: base, dst: src, ...body }), isPassing: true },
    ];
    if (params.id !== relay) return undefined;
    if (method === 'Switch.GetStatus') return { type: 'query', answer: (on) => reply({ result: status(on) }) };
    if (method !== 'Switch.Set' || typeof params.on !== 'boolean') return undefined;
    const accepted = (wasOn: boolean) => reply({ result: { was_on: wasOn } });
    const refused = reply({ error: { code: -114, message: 'Resource unavailable: overtemperature' } });
    return { type: 'switch', on: params.on, accepted, refused, isAnswered: true };
  };
  return {
    state: (on) => {
      const params = { ts: 1_700_000_000, [component]: status(on) };
      const payload = JSON.stringify({ src: base, dst: `${base}/events`, method: 'NotifyStatus', params });
      return [{ topic: `${base}/events/rpc`, payload, isPassing: true }];
    },
    availability: (online) => [{ topic: `${base}/online`, payload: String(online) }],
    request: (topic, payload) => (topic === `${base}/rpc` ? requestIn(payload) : undefined),
  };
};

/** Tasmota: https://tasmota.github.io/docs/MQTT/ */
const tasmota = (base: string, relay: unknown): DeviceTopics => {
  const power = typeof relay === 'number' ? `POWER${String(relay)}` : 'POWER';
  const state = (on: boolean) => [
    { topic: `stat/${base}/RESULT`, payload: JSON.stringify({ [power]: on ? 'ON' : 'OFF' }), isPassing: true },
    { topic: `stat/${base}/${power}`, payload: on ? 'ON' : 'OFF', isPassing: true },
  ];
  const refused = [{ topic: `stat/${base}/RESULT`, payload: '{"Command":"Error"}', isPassing: true }];
  return {
    state,
    availability: (online) => [{ topic: `tele/${base}/LWT`, payload: online ? 'Online' : 'Offline' }],
    request: (topic, payload) => {
      if (topic !== `cmnd/${base}/${power}`) return undefined;
      return payload === '' ? { type: 'query', answer: state } : switched(either(payload, 'ON', 'OFF'), refused);
    },
  };
};

/** A device with the topics of Home Assistant's examples: https://www.home-assistant.io/integrations/mqtt/ */
const homeAssistant = (base: string, isJson: boolean, availability: unknown): DeviceTopics =>
  described({
    state: { topic: `${base}/state`, ...(isJson && { path: '/state' }) },
    command: { topic: `${base}/set`, ...(isJson && { on: '{"state":"ON"}', off: '{"state":"OFF"}' }) },
    availability,
  });

/** Returns the topics of the device behind a line. */
export const deviceTopics = (settings: LineSettings): DeviceTopics => {
  const { profile, device, relay } = settings;
  const base = textOf(device, '');
  const number = typeof relay === 'number' ? relay : 0;
  if (profile === 'shelly-gen1') return shellyGen1(base, number);
  if (profile === 'shelly-gen2') return shellyGen2(base, number);
  if (profile === 'tasmota') return tasmota(base, relay);
  if (typeof profile === 'string')
    return homeAssistant(base, profile === 'home-assistant-json', settings['availability']);
  return described(settings);
};
