// Lines of every kind for the tests of the MQTT driver, by the name of their device.

type LineOf = (device: string) => object;

const availability = (device: string) => ({ topic: `studio/${device}/status` });

/** A line with topics of its own that can't be asked for its state. */
export const describedLine: LineOf = (device) => ({
  state: { topic: `studio/${device}/state` },
  command: { topic: `studio/${device}/set` },
  availability: availability(device),
});

export const brokerLines = {
  'topics of its own': describedLine,
  'topics of its own, JSON, and a query': (device) => ({
    state: { topic: `studio/${device}`, path: '/relay/on', on: 'true', off: 'false' },
    command: { topic: `studio/${device}/set`, on: '{"on":1}', off: '{"on":0}' },
    query: { topic: `studio/${device}/get`, payload: '{}' },
    availability: { ...availability(device), path: '/state' },
  }),
  'Shelly, first generation': (device) => ({ profile: 'shelly-gen1', device, relay: 1 }),
  'Shelly, second generation': (device) => ({ profile: 'shelly-gen2', device }),
  Tasmota: (device) => ({ profile: 'tasmota', device, relay: 2 }),
  'Home Assistant': (device) => ({
    profile: 'home-assistant',
    device: `homeassistant/switch/${device}`,
    availability: availability(device),
  }),
  'Home Assistant, JSON': (device) => ({
    profile: 'home-assistant-json',
    device: `homeassistant/light/${device}`,
    availability: availability(device),
  }),
} as const satisfies Readonly<Record<string, LineOf>>;
