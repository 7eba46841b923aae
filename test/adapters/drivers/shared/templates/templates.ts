// Templates of a relay and of a player in each of the text protocols, for tests.

/** The protocols of templates. */
export const protocols = ['tcp', 'http', 'udp', 'osc'] as const;
export type TextProtocolName = (typeof protocols)[number];

/** The templates of a signal's line. */
export interface LineTemplates extends Readonly<Record<string, unknown>> {
  readonly on: unknown;
  readonly off: unknown;
  readonly accepted: unknown;
  readonly refused: unknown;
  readonly state: object;
}

const textLine = (number: number): LineTemplates => ({
  on: `RELAY ${String(number)} ON`,
  off: `RELAY ${String(number)} OFF`,
  accepted: 'OK',
  refused: 'ERR*',
  state: {
    ...{ ask: `RELAY ${String(number)}?`, everyMs: 50 },
    ...{ on: `RELAY ${String(number)} = 1`, off: `RELAY ${String(number)} = 0` },
  },
});

const httpLine = (number: number): LineTemplates => ({
  on: `/relay/${String(number)}?turn=on`,
  off: `/relay/${String(number)}?turn=off`,
  accepted: { pointer: '/done', equals: true },
  refused: { pointer: '/error', equals: '*' },
  state: {
    ...{ ask: `/relay/${String(number)}`, everyMs: 50 },
    ...{ on: { pointer: '/ison', equals: true }, off: { pointer: '/ison', equals: false } },
  },
});

const oscLine = (number: number): LineTemplates => {
  const address = `/relay/${String(number)}`;
  return {
    on: { address, args: [1] },
    off: { address, args: [0] },
    accepted: { address: '/done' },
    refused: { address: '/failed' },
    state: {
      ...{ ask: { address }, everyMs: 50 },
      ...{ on: { address: `${address}/is`, args: [1] }, off: { address: `${address}/is`, args: [0] } },
    },
  };
};

/** Returns the templates of a relay. */
export const lineOf = (protocol: string, number: number): LineTemplates => {
  if (protocol === 'http') return httpLine(number);
  return protocol === 'osc' ? oscLine(number) : textLine(number);
};

const textPlayer = {
  play: 'PLAY {scene} {bank}/{media}',
  stop: 'STOP {scene}',
  accepted: 'OK',
  refused: 'ERR',
  scenes: { left: 1, right: 2 },
  state: { ask: 'STATE {scene}', everyMs: 50, playing: 'PLAYING {scene} {bank}/{media}', stopped: 'IDLE {scene}' },
};

const httpPlayer = {
  play: { path: '/scene/{scene}', json: { bank: '{bank}', clip: '{clip}', number: '{number}' } },
  stop: { path: '/scene/{scene}', method: 'DELETE' },
  state: {
    ...{ ask: '/scene/{scene}', everyMs: 50 },
    ...{ playing: '{bank}: {clip}', stopped: 'nothing' },
  },
};

const oscPlayer = {
  play: { address: '/scene/{scene}/play', args: ['{bank}', '{number}'] },
  stop: { address: '/scene/{scene}/stop' },
  accepted: { address: '/done' },
  refused: { address: '/failed' },
  state: {
    ...{ ask: { address: '/scene/{scene}' }, everyMs: 50 },
    playing: { address: '/scene/{scene}/playing', args: ['{bank}', '{number}'] },
    stopped: { address: '/scene/{scene}/idle' },
  },
};

/** Returns the templates of a player. */
export const playerOf = (protocol: TextProtocolName): object => {
  if (protocol === 'http') return httpPlayer;
  return protocol === 'osc' ? oscPlayer : textPlayer;
};
