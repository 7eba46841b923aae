// What the check of a studio file finds wrong with the settings of each protocol, and what it accepts.
import { describe, expect, it } from 'vitest';
import { connectionIssues } from '../../../application/connections/connection-issues.js';
import { formatIssue } from '../../../domain/codec/issues.js';
import { connectionDrivers, type ConnectionProtocol } from '../../../infra/service/connection-drivers.js';
import { layoutWith, type BenchOptions } from './bench.js';
import { everyProtocol } from './every-protocol.js';

/** A second connection of the same protocol. */
const other = 'other';

/** Returns the issues of a studio file with a connection, and with what is attached to it. */
const issuesOf = (protocol: ConnectionProtocol, { settings, ...attached }: BenchOptions): readonly string[] => {
  const address = { host: '127.0.0.1', port: 4_000 };
  const ownFields = { tsl: { port: 4_000 }, gpio: { chip: 'gpiochip0' }, obs: { ...address, mediaFolder: '/media' } };
  const required = new Map<string, object>(Object.entries(ownFields)).get(protocol) ?? address;
  const layout = layoutWith(protocol, {}, { ...attached, settings: { ...required, ...settings } });
  const connections = [...(layout.connections ?? []), { ...required, id: other, protocol }];
  const { unknown, others } = connectionIssues(connectionDrivers, { ...layout, connections });
  return [...unknown, ...others].map((issue) => formatIssue(issue).replace(' expected', ''));
};

const settings = (name: string, ...values: readonly unknown[]): readonly BenchOptions[] =>
  values.map((value) => ({ settings: { [name]: value } }));

const user = (username: string): BenchOptions => ({ settings: { username, passwordFile: '/password' } });

const headers = (...values: readonly string[]): readonly BenchOptions[] =>
  settings('headers', ...values.map((value) => ({ 'X-Room': value })));

const contentTypes = (...types: readonly string[]): readonly BenchOptions[] =>
  types.map((contentType) => ({
    lines: { 'sig-1': { on: { path: '/', text: 'a', contentType }, off: '/', confirm: 'accepted' } },
  }));

const parameters = (...paths: readonly string[]): readonly BenchOptions[] =>
  paths.map((parameter) => ({ lines: { 'sig-1': { parameter } } }));

/** Returns a path with names and one with numbers. */
const pathsOf = (elements: number): readonly BenchOptions[] =>
  parameters(Array(elements).fill('Mic 1').join('/'), Array(elements).fill('300').join('.'));

const lines = (...all: readonly object[]): readonly BenchOptions[] => all.map((line) => ({ lines: { 'sig-1': line } }));

const crosspoints = (...changes: readonly object[]): readonly BenchOptions[] =>
  changes.map((change) => ({ lines: { 'sig-1': { output: 1, input: 5, ...change } } }));

const presets = (close: object, profile = 7): BenchOptions => ({
  heads: { 'cam-1': { presets: { wide: 0, profile, ...close } } },
});

const inputs = (...names: readonly string[]) => ({ inputs: names });
const obsPlayer = (left: object, others: object = { right: inputs('C') }, first?: object): BenchOptions => ({
  players: { ...(first && { 'out-1': { scenes: first } }), 'out-2': { scenes: { left, ...others } } },
});

const vmixPlayers = (first: object, second: object, connection: object = {}): BenchOptions => ({
  players: { 'out-1': { idle: 'Black', mixes: first }, 'out-2': { idle: 'Black', mixes: second, ...connection } },
});

/** The players of an output with one scene and its graphic, and of one with the scenes `left` and `right`. */
const layered = (first: object | undefined, second: object = {}): BenchOptions => ({
  players: {
    ...(first && { 'out-1': { channel: 1, layers: { full: 1 }, graphicLayers: { full: 2 }, ...first } }),
    'out-2': { channel: 1, layers: { left: 10, right: 20 }, ...second },
  },
});

const accepted: readonly (readonly [ConnectionProtocol, string, readonly BenchOptions[]])[] = [
  ...Object.keys(everyProtocol)
    .filter((protocol) => protocol !== 'gpio')
    .map(
      (protocol) =>
        [protocol as ConnectionProtocol, 'host names with an underscore', settings('host', 'NASA_25L')] as const,
    ),
  ['tcp', 'the login of projectors', [{ settings: { login: 'pjlink', delimiter: '\r' } }]],
  ['tcp', 'openings', settings('opening', [], ['HELLO'])],
  ['tcp', 'an opening with a password', [{ settings: { opening: ['LOGIN {password}'], passwordFile: '/password' } }]],
  ['http', 'printable ASCII in a header field', headers('', 'Studio 1', 'a="b"; c')],
  ['http', 'printable ASCII as content type', contentTypes('text/xml; charset=utf-8')],
  ['http', 'a user', [user('studio')]],
  ['emberplus', 'paths of up to 32 elements', [...pathsOf(32), ...parameters('A', '1', '1.2.', 'x'.repeat(512))]],
  ['visca', 'the highest preset', [presets({ close: 1 }, 254)]],
  ['visca', 'transports', settings('transport', 'udp', 'udp-raw', 'tcp')],
  ['panasonic', 'the highest preset', [presets({ close: 1 }, 99)]],
  ['obs', 'absolute folders', settings('mediaFolder', '/srv/media', 'C:/Media', 'c:\\Media', '\\\\server\\media')],
  ['obs', 'inputs of each scene', [obsPlayer(inputs('A', 'B'))]],
  ['casparcg', 'outputs with different layers', [layered({}), layered({ layers: { full: 30 } })]],
  ['casparcg', 'outputs with the same layers of different channels', [layered({ channel: 2, layers: { full: 10 } })]],
  [
    'casparcg',
    'outputs of different servers with the same layers',
    [layered({ layers: { full: 10 }, connection: other })],
  ],
  [
    'gpio',
    'lines by number and by name',
    [
      { lines: { 'sig-1': { line: 17, direction: 'out', safe: 'keep', activeLow: true } } },
      { lines: { 'sig-1': { line: 'GPIO 17', direction: 'in', bias: 'pull-up', debounceMs: 20 } } },
    ],
  ],
  ['hyperdeck', 'an output with one scene', [{ players: { 'out-1': {} } }]],
  ['videohub', 'crosspoints with and without an input for off', crosspoints({ offInput: 2 }, {}, { input: 288 })],
  [
    'atem',
    'lines of every kind',
    lines(
      ...[{ program: 0, mix: 4, offInput: 10_010 }, { preview: 1 }, { aux: 64, input: 0 }, { keyer: 4, mix: 2 }],
      ...[{ downstreamKeyer: 2 }, { macro: 100 }, { tally: 3, shows: 'preview' }],
    ),
  ],
  [
    'tsl',
    'lines of the version of the connection',
    [
      { lines: { 'sig-1': { display: 0, colours: ['amber'] } } },
      { settings: { version: '3.1' }, lines: { 'sig-1': { display: 126, tally: 4 } } },
    ],
  ],
  ['vmix', 'outputs with different mixes', [vmixPlayers({ full: 1 }, { left: 2, right: 3 })]],
  [
    'vmix',
    'outputs of different vMixes with the same mix',
    [vmixPlayers({ full: 2 }, { left: 2, right: 3 }, { connection: other })],
  ],
];

it.each(accepted)('%s accepts %s', (protocol, _, examples) => {
  expect(examples.map((options) => issuesOf(protocol, options))).toEqual(examples.map(() => []));
});

/** Issues of a camera with the angles `wide`, `close` and `profile`. */
const cameraIssues: readonly (readonly [string, readonly BenchOptions[]])[] = [
  ['cameras[0].head.presets: another preset for each angle', [presets({ close: 0 })]],
  ['cameras[0].head.presets: a preset for the angle close', [presets({})]],
  [
    "cameras[0].head.presets.top: the id of one of the camera's angles: wide, close, profile",
    [presets({ close: 1, top: 2 })],
  ],
  ['connections[0].host: a host name or an IP address', settings('host', 'http://cam/')],
  ['connections[0].port: a whole number from 1 to 65535', settings('port', 0)],
];

/** The only issue of each of the examples. */
const refused: readonly (readonly [ConnectionProtocol, string, readonly BenchOptions[]])[] = [
  [
    'gpio',
    'signals[0].line.safe: no such field, but one of line, direction, activeLow, bias, debounceMs',
    [{ lines: { 'sig-1': { line: 17, direction: 'in', safe: 'on' } } }],
  ],
  ['gpio', 'signals[0].line.direction: one of in, out, got nothing', [{ lines: { 'sig-1': { line: 17 } } }]],
  [
    'tsl',
    'signals[0].line.tally: colours, because the connection has version 5.0',
    [{ lines: { 'sig-1': { display: 1, tally: 2 } } }],
  ],
  [
    'tsl',
    'signals[0].line.colours: tally, because the connection has version 3.1',
    [{ settings: { version: '3.1' }, lines: { 'sig-1': { display: 1, colours: ['red'] } } }],
  ],
  [
    'tsl',
    'signals[0].line.colours: a list of at least one colour',
    [{ lines: { 'sig-1': { display: 1, colours: [] } } }],
  ],
  [
    'tcp',
    'connections[0]: passwordFile, because opening contains {password}',
    settings('opening', ['LOGIN {password}'], ['HELLO', 'LOGIN {password}']),
  ],
  [
    'http',
    'connections[0].headers.X-Room: a text of 0 to 1024 printable ASCII characters',
    headers('Büro', 'č', '🎥', 'a\r\nX-Other: b', '\u0000'),
  ],
  [
    'http',
    'connections[0].headers: header fields by name, without Host, Connection, Content-Length, Transfer-Encoding and Trailer',
    settings('headers', ...['Trailer', 'trailer', 'Content-Length', 'Host'].map((name) => ({ [name]: 'a' }))),
  ],
  [
    'http',
    'signals[0].line.on.contentType: a text of 1 to 128 printable ASCII characters',
    contentTypes('text/č', 'text/🎥', 'a\r\nX-Other: b'),
  ],
  ['http', 'connections[0].username: a user name of 1 to 128 characters without colons', [user('studio:one')]],
  [
    'emberplus',
    'signals[0].line.parameter: identifiers such as Console/Channels/Mic1/On, or numbers such as 1.2.3, of at most 32 elements',
    [...pathsOf(33), ...parameters('A//B', '/A', 'A/')],
  ],
  [
    'emberplus',
    'signals[0].line.parameter: a text of 1 to 512 characters without control or invisible characters',
    parameters('', 'x'.repeat(513)),
  ],
  ['visca', 'cameras[0].head.presets.profile: a whole number from 0 to 254', [presets({ close: 1 }, 255)]],
  ['panasonic', 'cameras[0].head.presets.profile: a whole number from 0 to 99', [presets({ close: 1 }, 100)]],
  ...(['visca', 'panasonic'] as const).flatMap((protocol) => cameraIssues.map((row) => [protocol, ...row] as const)),
  [
    'obs',
    'connections[0].mediaFolder: an absolute path on the computer of OBS, such as /srv/media or C:/Media',
    settings('mediaFolder', 'media'),
  ],
  ['obs', 'outputs[1].player.scenes: the media inputs of the scene "right"', [obsPlayer(inputs('A'), {})]],
  [
    'obs',
    'outputs[1].player.scenes.middle: a scene of the output (left, right), got "middle"',
    [obsPlayer(inputs('A'), { right: inputs('C'), middle: inputs('D') })],
  ],
  [
    'obs',
    'outputs[1].player.scenes: the input "B" in one scene only',
    [obsPlayer(inputs('A', 'B'), { right: inputs('B') })],
  ],
  [
    'obs',
    'outputs[1].player.scenes.left.inputs: another than the input "B", which the output "out-1" uses',
    [obsPlayer(inputs('B'), undefined, { full: inputs('A', 'B') })],
  ],
  ['obs', 'outputs[1].player.scenes.left.inputs: a list of one or two media inputs', [obsPlayer(inputs())]],
  [
    'casparcg',
    'connections[0].host: a host name or an IP address, got the text "http://a"',
    [{ ...layered({}), settings: { host: 'http://a' } }],
  ],
  [
    'casparcg',
    'outputs[1].player.channel: a whole number from 1 to 99, got the number 0',
    [layered({}, { channel: 0 })],
  ],
  [
    'casparcg',
    'outputs[1].player.layers.left: a whole number from 0 to 9999, got the number 10000',
    [layered({}, { layers: { left: 10_000, right: 20 } })],
  ],
  ['casparcg', 'outputs[1].player.layers: a layer for the scene "right"', [layered({}, { layers: { left: 10 } })]],
  [
    'casparcg',
    'outputs[1].player.layers.middle: a scene of the output (left, right), got "middle"',
    [layered({}, { layers: { left: 10, right: 20, middle: 30 } })],
  ],
  [
    'casparcg',
    'outputs[0].player.graphicLayers: a layer for the graphic of the scene "full"',
    [layered({ graphicLayers: {} }), layered({ graphicLayers: undefined })],
  ],
  [
    'casparcg',
    'outputs[0].player.graphicLayers.corner: a scene that has a graphic (full), got "corner"',
    [layered({ graphicLayers: { full: 2, corner: 3 } })],
  ],
  [
    'casparcg',
    'outputs[1].player.layers.right: another layer than that of layers.left',
    [layered({}, { layers: { left: 10, right: 10 } })],
  ],
  [
    'casparcg',
    'outputs[0].player.graphicLayers.full: another layer than that of layers.full',
    [layered({ graphicLayers: { full: 1 } })],
  ],
  [
    'casparcg',
    'outputs[1].player.layers.left: another than layer 10 of channel 1, which the output "out-1" uses',
    [layered({ layers: { full: 10 } }), layered({ graphicLayers: { full: 10 } })],
  ],
  [
    'vmix',
    'outputs[1].player.mixes.left: another than mix 2, which the output "out-1" uses',
    [vmixPlayers({ full: 2 }, { left: 2, right: 3 })],
  ],
  [
    'hyperdeck',
    'outputs[1].player.connection: an output with one scene: a HyperDeck plays one clip',
    [{ players: { 'out-2': {} } }],
  ],
  ['videohub', 'signals[0].line.output: a whole number from 1 to 288', crosspoints({ output: 0 }, { output: 289 })],
  ['videohub', 'signals[0].line: another input in offInput than in input', crosspoints({ offInput: 5 })],
  ['atem', 'signals[0].line.macro: a whole number from 1 to 256', lines({ macro: 0 })],
  ['atem', 'signals[0].line.mix: a whole number from 1 to 8', lines({ keyer: 1, mix: 0 }, { program: 1, mix: 9 })],
  ['atem', 'signals[0].line.input: a whole number from 0 to 65535', lines({ aux: 1, offInput: 2 })],
  ['atem', 'signals[0].line.shows: one of program, preview', lines({ tally: 1 }, { tally: 1, shows: 'air' })],
  ['atem', 'signals[0].line: another input in offInput than the one that is on', lines({ program: 1, offInput: 1 })],
  ['vmix', 'outputs[1].player.mixes: a mix for the scene right', [vmixPlayers({ full: 1 }, { left: 2 })]],
  [
    'vmix',
    'outputs[1].player.mixes.middle: a scene of the output (left, right), got "middle"',
    [vmixPlayers({ full: 1 }, { left: 2, right: 3, middle: 4 })],
  ],
];

describe.each(refused)('%s expects', (protocol, issue, examples) => {
  it(issue, () => {
    expect(examples.map((options) => issuesOf(protocol, options))).toEqual(examples.map(() => [issue]));
  });
});
