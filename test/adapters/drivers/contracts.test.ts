// Runs the contract suites of signal lines, cameras and players on every driver, with simulated equipment of its protocol.
import { expect, it } from 'vitest';
import type { ConnectionProtocol } from '../../../infra/service/connection-drivers.js';
import { camerasContract } from '../../contracts/cameras.js';
import type { PlayerAbilities } from '../../contracts/players-bench.js';
import { playersContract } from '../../contracts/players.js';
import { signalLinesContract } from '../../contracts/signal-lines.js';
import { type ConnectionBench } from './bench.js';
import { openBench } from './closed-bench.js';
import { camera, presets } from './camera-bench.js';
import { casparcgPlayers, connectedCasparcg } from './casparcg/connected.js';
import { everyProtocol } from './every-protocol.js';
import { faultyBench } from './faulty-bench.js';
import { deckBench, deckPlayers } from './hyperdeck/bench.js';
import { brokerLines } from './mqtt/lines.js';
import { obsBench, obsPlayers } from './obs/bench.js';
import { vmixBench, vmixPlayers } from './vmix/bench.js';

const httpRelay = (number: number) => ({
  on: `/relay/${String(number)}?turn=on`,
  off: { path: `/relay/${String(number)}`, json: { turn: 'off' } },
  state: {
    ask: `/relay/${String(number)}/state`,
    everyMs: 50,
    on: { pointer: '/ison', equals: true },
    off: { pointer: '/ison', equals: false },
  },
});

const oscLamp = (number: number) => {
  const address = `/lamp/${String(number)}`;
  return {
    on: { address, args: [{ float: 0.7 }] },
    off: { address, args: [{ float: 0 }] },
    accepted: { address: `${address}/done` },
    refused: { address: `${address}/failed`, args: ['*'] },
    state: {
      ask: { address: `${address}/get` },
      everyMs: 50,
      on: { address: `${address}/is`, args: [{ float: 0.7 }, true] },
      off: { address: `${address}/is`, args: [{ float: 0 }, false] },
    },
  };
};

const shownRelay = (number: number) => ({
  on: `RELAY ${String(number)} ON`,
  off: `RELAY ${String(number)} OFF`,
  accepted: 'OK*',
  refused: 'ERR*',
  state: { on: `*RELAY ${String(number)} = 1`, off: `*RELAY ${String(number)} = 0` },
});

const askedRelay = (number: number) => {
  const { state, ...relay } = shownRelay(number);
  return { ...relay, state: { ...state, ask: `RELAY ${String(number)}?`, everyMs: 50 } };
};

const credentials = { username: 'studio', passwordFile: '/password' };
const pjlink = { delimiter: '\r', login: 'pjlink', passwordFile: '/password' };

/** Two lines of each kind, and the settings of their connection. */
const lines: readonly (readonly [ConnectionProtocol, string, readonly [object, object], Record<string, unknown>?])[] = [
  ['tcp', 'that are asked', [askedRelay(1), askedRelay(2)], { delimiter: '\n' }],
  ['tcp', 'that show their changes', [shownRelay(1), shownRelay(2)], { probe: { send: 'PING', everyMs: 100 } }],
  [
    'tcp',
    'of a projector with a password that writes small letters',
    [askedRelay(1), askedRelay(2)],
    { ...pjlink, ignoreCase: true },
  ],
  ['udp', 'of text', [askedRelay(1), askedRelay(2)], { delimiter: '\n' }],
  ['osc', 'with arguments', [oscLamp(1), oscLamp(2)]],
  ['http', 'with JSON', [httpRelay(1), httpRelay(2)]],
  ['http', 'with a user', [httpRelay(1), httpRelay(2)], credentials],
  ['modbus', 'of coils', [{ coil: 0 }, { coil: 1, inverted: true }]],
  ...['1.6.3', '2.2.1'].map(
    (gpiodVersion) =>
      [
        'gpio',
        `by gpiod ${gpiodVersion}`,
        [
          { line: 17, direction: 'out', safe: 'keep' },
          { line: 'RELAY 2', direction: 'out', safe: 'keep', activeLow: true },
        ],
        { chip: 'gpiochip0', gpiodVersion },
      ] as const,
  ),
  [
    'emberplus',
    'of Boolean parameters',
    [{ parameter: 'Console/Mic1/On' }, { parameter: 'Console/Mic2/On', inverted: true }],
  ],
  [
    'emberplus',
    'of Integer parameters by their numbers',
    [
      { parameter: '1.2.3', on: 7, off: -300 },
      { parameter: '1.2.200', on: 0, off: 1 },
    ],
  ],
  [
    'emberplus',
    'of Real parameters',
    [
      { parameter: 'Fader/Level', on: -0.1, off: -128 },
      { parameter: 'Fader/Gain', on: 12.5, off: 0 },
    ],
  ],
  [
    'emberplus',
    'of Enumerations',
    [
      { parameter: 'Bus/A', on: 'On air', off: 'Off' },
      { parameter: 'Bus/B', on: 'Röd', off: 'Grön' },
    ],
  ],
  [
    'emberplus',
    'of crosspoints',
    [
      { matrix: { path: 'Router/Matrix', target: 3, source: 200 } },
      { matrix: { path: 'Router/Matrix', target: 4, source: 5, offSource: 0 } },
    ],
  ],
  [
    'videohub',
    'of crosspoints',
    [
      { output: 1, input: 5, offInput: 2 },
      { output: 40, input: 1, offInput: 40 },
    ],
  ],
  [
    'atem',
    'of programs',
    [
      { program: 5, offInput: 2 },
      { program: 0, mix: 2, offInput: 10_010 },
    ],
  ],
  [
    'atem',
    'of a preview and an aux output',
    [
      { preview: 5, mix: 4, offInput: 2 },
      { aux: 24, input: 1_000, offInput: 40 },
    ],
  ],
  ['atem', 'of keyers', [{ keyer: 4, mix: 2 }, { downstreamKeyer: 2 }]],
  ['atem', 'of a macro and a keyer', [{ macro: 100 }, { keyer: 1 }]],
  ...Object.entries(brokerLines).map(([kind, line]) => ['mqtt', `with ${kind}`, [line('one'), line('two')]] as const),
];

for (const [protocol, kind, [first, second], settings = {}] of lines)
  signalLinesContract(`lines over ${protocol} ${kind}`, async () => {
    const used = await openBench(protocol, { settings, lines: { 'sig-1': first, 'sig-2': second } });
    const { signalLines } = used.drivers;
    const signals = ['sig-1', 'sig-2'] as const;
    const areConnected = (): boolean => signals.every(signalLines.connected);
    await used.passUntil('the lines are connected', areConnected);
    return { ...faultyBench(used, areConnected), lines: signalLines, signals };
  });

/** The kind of the camera, its head, the settings of the connection, and how long the equipment takes for a recall, in milliseconds. */
const cameras: readonly (readonly [ConnectionProtocol, string, object, Record<string, unknown>?, number?])[] = [
  [
    'tcp',
    'by a text',
    {
      recall: 'CAM PRESET {preset}',
      presets: { wide: 1, close: 'tight shot' },
      accepted: 'OK {preset}',
      refused: 'ERR {preset}',
      state: { ask: 'CAM PRESET?', everyMs: 50, is: 'CAM PRESET {preset}' },
    },
  ],
  [
    'udp',
    'by a quoted text',
    {
      recall: 'RECALL "{preset}"',
      presets: { wide: 'wide "A"', close: 2 },
      accepted: 'ACK "{preset}"',
      refused: 'NAK',
      state: { ask: 'PRESET?', everyMs: 50, is: 'PRESET {preset}' },
    },
    { escape: { '"': '""' } },
  ],
  [
    'osc',
    'by arguments',
    {
      recall: { address: '/camera/{angle}', args: ['{preset}', 'cut to {preset}'] },
      presets: { wide: 'long shot', close: 2 },
      accepted: { address: '/camera/ok' },
      refused: { address: '/camera/error' },
      state: { ask: { address: '/camera' }, everyMs: 50, is: { address: '/camera/preset', args: ['{preset}'] } },
    },
  ],
  [
    'http',
    'by a query',
    {
      recall: '/cgi-bin/ptz?recall={preset}&name={angle}',
      presets: { wide: 1, close: 'tight & close?' },
      accepted: 'OK {preset}',
      state: { ask: '/cgi-bin/ptz?current', everyMs: 50, is: 'preset={preset}' },
    },
  ],
  ...['udp', 'udp-raw', 'tcp'].map((transport) => ['visca', transport, { presets }, { transport }] as const),
  ['panasonic', 'without a user', { presets }, {}, 600],
  ['panasonic', 'with a user', { presets }, credentials, 600],
];

for (const [protocol, kind, head, settings = {}, promptMs] of cameras)
  camerasContract(`a camera over ${protocol} ${kind}`, async () => {
    const used = await openBench(protocol, { settings, heads: { [camera]: head } });
    const { cameras: driven } = used.drivers;
    const isConnected = (): boolean => driven.connected(camera);
    await used.passUntil('the camera is connected', isConnected);
    return { ...faultyBench(used, isConnected, promptMs), cameras: driven, camera, angles: ['wide', 'close'] };
  });

const players: readonly (readonly [
  ConnectionProtocol,
  () => Promise<ConnectionBench>,
  typeof obsPlayers,
  PlayerAbilities?,
])[] = [
  ['casparcg', connectedCasparcg, casparcgPlayers],
  ['obs', obsBench, obsPlayers],
  ['vmix', vmixBench, vmixPlayers],
  ['hyperdeck', deckBench, deckPlayers, { hasSecondScene: false, cues: false }],
];

for (const [protocol, open, benchOf, abilities] of players)
  playersContract(`players over ${protocol}`, async () => benchOf(await open()), abilities);

it('every protocol is in a table', () => {
  const inTables = new Set([...lines, ...cameras, ...players].map(([protocol]) => protocol));
  expect([...inTables].sort()).toEqual(Object.keys(everyProtocol).sort());
});
