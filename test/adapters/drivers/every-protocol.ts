// A device of each protocol, with a command that it confirms: what holds for every driver is tested with this table.
import type { SendResult } from '../../../application/ports/commands.js';
import type { ConnectionProtocol } from '../../../infra/service/connection-drivers.js';
import { facePortOf } from '../../../infra/simulated/connection-faces.js';
import type { BenchOptions, ConnectionBench } from './bench.js';
import { deckOptions, output as deckOutput, scene as deckScene } from './hyperdeck/bench.js';
import { describedLine } from './mqtt/lines.js';
import { obsOptions, output as obsOutput, selections as obsSelections } from './obs/bench.js';
import { lineOf, type TextProtocolName } from './shared/templates/templates.js';
import { casparcgPlayer } from './casparcg/connected.js';
import { output as vmixOutput, selections as vmixSelections, vmixPlayer } from './vmix/bench.js';
import { commandTo } from '../../support/commands.js';

/** A device of a protocol, as the studio file has it, and how it is used. */
export interface ProtocolUse {
  readonly options: BenchOptions;
  readonly connected: (bench: ConnectionBench) => boolean;
  /** Whether it is known what the device shows. A camera shows no preset before its first recall. */
  readonly isKnown: (bench: ConnectionBench) => boolean;
  readonly send: (bench: ConnectionBench) => SendResult;
  /** Sends a command with another effect. */
  readonly sendOther: (bench: ConnectionBench) => SendResult;
  /** The options of the same record at another place of the device; absent if it has only one. */
  readonly changed?: BenchOptions;
}

/** The protocols whose devices take commands: mixers only send their tallies by TSL UMD. */
export type CommandedProtocol = Exclude<ConnectionProtocol, 'tsl'>;

/** The protocols, each with a device. */
export type ProtocolRow = readonly [CommandedProtocol, ProtocolUse];

/** A signal's line, its line at another place of the device, and the settings of its connection. */
export const lineUse = (line: object, other: object, settings: object = {}): ProtocolUse => ({
  options: { settings: { ...settings }, lines: { 'sig-1': line } },
  connected: ({ drivers }) => drivers.signalLines.connected('sig-1'),
  isKnown: ({ drivers }) => drivers.signalLines.value('sig-1') !== null,
  send: ({ drivers }) => drivers.signalLines.send(commandTo.switch('sig-1', true)),
  sendOther: ({ drivers }) => drivers.signalLines.send(commandTo.switch('sig-1', false)),
  changed: { settings: { ...settings }, lines: { 'sig-1': other } },
});

const textLine = (protocol: TextProtocolName, settings: object = {}): ProtocolUse =>
  lineUse(lineOf(protocol, 1), lineOf(protocol, 2), settings);

const headUse = (settings: object = {}): ProtocolUse => ({
  options: { settings: { ...settings }, heads: { 'cam-1': { presets: { wide: 0, close: 1, profile: 7 } } } },
  connected: ({ drivers }) => drivers.cameras.connected('cam-1'),
  isKnown: () => true,
  send: ({ drivers }) => drivers.cameras.send(commandTo.recall('cam-1', 'close')),
  sendOther: ({ drivers }) => drivers.cameras.send(commandTo.recall('cam-1', 'wide')),
  changed: { settings: { ...settings }, heads: { 'cam-1': { presets: { wide: 0, close: 2, profile: 7 } } } },
});

const probe = { send: 'PING', everyMs: 100 };

const scenesOfOther = { left: { scene: 'Left wall', inputs: ['E', 'F'] }, right: { inputs: ['C', 'D'] } };

const gpioChip = { chip: 'gpiochip0' };

/** A device of each protocol. */
export const everyProtocol: Readonly<Record<CommandedProtocol, ProtocolUse>> = {
  tcp: textLine('tcp', { delimiter: '\n', probe }),
  udp: textLine('udp', { probe }),
  osc: textLine('osc', { probe: { send: { address: '/ping' }, everyMs: 100 } }),
  http: textLine('http'),
  modbus: lineUse({ coil: 0 }, { coil: 1 }, { everyMs: 60_000 }),
  emberplus: lineUse({ parameter: 'Console/Mic1/On' }, { parameter: 'Console/Mic2/On' }),
  videohub: lineUse({ output: 1, input: 5, offInput: 2 }, { output: 2, input: 5, offInput: 2 }),
  atem: lineUse({ program: 5, offInput: 2 }, { program: 5, mix: 2, offInput: 2 }),
  gpio: lineUse({ line: 1, direction: 'out', safe: 'keep' }, { line: 2, direction: 'out', safe: 'keep' }, gpioChip),
  mqtt: lineUse(describedLine('one'), describedLine('two')),
  visca: headUse(),
  panasonic: headUse(),
  casparcg: {
    options: { players: { [vmixOutput]: casparcgPlayer } },
    connected: ({ drivers }) => drivers.players.state(vmixOutput).connected,
    isKnown: ({ drivers }) => drivers.players.state(vmixOutput).scenes.length === 2,
    send: ({ drivers }) => drivers.players.send(commandTo.play(vmixOutput, 'left', vmixSelections.bed)),
    sendOther: ({ drivers }) => drivers.players.send(commandTo.play(vmixOutput, 'left', vmixSelections.headlines)),
    changed: { players: { [vmixOutput]: { ...casparcgPlayer, layers: { left: 30, right: 20 } } } },
  },
  obs: {
    options: obsOptions,
    connected: ({ drivers }) => drivers.players.state(obsOutput).connected,
    isKnown: ({ drivers }) => drivers.players.state(obsOutput).scenes.length === 2,
    send: ({ drivers }) => drivers.players.send(commandTo.play(obsOutput, 'left', obsSelections.opener)),
    sendOther: ({ drivers }) => drivers.players.send(commandTo.play(obsOutput, 'left', obsSelections.weather)),
    changed: { ...obsOptions, players: { [obsOutput]: { scenes: scenesOfOther } } },
  },
  vmix: {
    options: { players: { [vmixOutput]: vmixPlayer } },
    connected: ({ drivers }) => drivers.players.state(vmixOutput).connected,
    isKnown: ({ drivers }) => drivers.players.state(vmixOutput).scenes.length === 2,
    send: ({ drivers }) => drivers.players.send(commandTo.play(vmixOutput, 'left', vmixSelections.bed)),
    sendOther: ({ drivers }) => drivers.players.send(commandTo.play(vmixOutput, 'left', vmixSelections.headlines)),
    changed: { players: { [vmixOutput]: { ...vmixPlayer, mixes: { left: 3, right: 2 } } } },
  },
  hyperdeck: {
    options: deckOptions,
    connected: ({ drivers }) => drivers.players.state(deckOutput).connected,
    isKnown: ({ drivers }) => drivers.players.state(deckOutput).scenes.length === 1,
    send: ({ drivers }) => drivers.players.send(commandTo.play(deckOutput, deckScene, vmixSelections.bed)),
    sendOther: ({ drivers }) => drivers.players.send(commandTo.play(deckOutput, deckScene, vmixSelections.headlines)),
  },
};

/** Whether a text names a protocol of the table. */
export const isCommanded = (name: string): name is CommandedProtocol => Object.hasOwn(everyProtocol, name);

/** The table as rows of tests, with the other transports of protocols that have several. */
export const everyProtocolRow: readonly ProtocolRow[] = [
  ...(Object.entries(everyProtocol) as readonly ProtocolRow[]),
  ...['udp-raw', 'tcp'].map((transport): ProtocolRow => ['visca', headUse({ transport })]),
];

/** Whether a device is reached over TCP. */
export const isOverTcp = (protocol: CommandedProtocol, { options }: ProtocolUse): boolean =>
  protocol === 'casparcg' || facePortOf(protocol, options.settings ?? {}).transport === 'tcp';
