// A device of each protocol, with a command that it confirms: what holds for every driver is tested with this table.
import type { SendResult } from '../../../application/ports/commands.js';
import type { ConnectionProtocol } from '../../../infra/connection-drivers.js';
import type { BenchOptions, ConnectionBench } from './bench.js';
import { describedLine } from './mqtt/lines.js';
import { obsOptions, output as obsOutput, selections as obsSelections } from './obs/bench.js';
import { lineOf } from './shared/templates/templates.js';
import { output as vmixOutput, selections as vmixSelections, vmixPlayer } from './vmix/bench.js';

/** A device of a protocol, as the studio file has it, and how it is used. */
export interface ProtocolUse {
  readonly options: BenchOptions;
  readonly connected: (bench: ConnectionBench) => boolean;
  /** Whether it is known what the device shows. A camera shows no preset before its first recall. */
  readonly isKnown: (bench: ConnectionBench) => boolean;
  readonly send: (bench: ConnectionBench) => SendResult;
}

const line = (options: object, settings: object = {}): ProtocolUse => ({
  options: { settings: { ...settings }, lines: { 'sig-1': options } },
  connected: ({ drivers }) => drivers.signalLines.connected('sig-1'),
  isKnown: ({ drivers }) => drivers.signalLines.value('sig-1') !== null,
  send: ({ drivers }) => drivers.signalLines.switch('sig-1', true),
});

const head: ProtocolUse = {
  options: { heads: { 'cam-1': { presets: { wide: 0, close: 1, profile: 7 } } } },
  connected: ({ drivers }) => drivers.cameras.connected('cam-1'),
  isKnown: () => true,
  send: ({ drivers }) => drivers.cameras.recall('cam-1', 'close'),
};

const probe = { send: 'PING', everyMs: 100 };

/** A device of each protocol. */
export const everyProtocol: Readonly<Record<ConnectionProtocol, ProtocolUse>> = {
  tcp: line(lineOf('tcp', 1), { delimiter: '\n', probe }),
  udp: line(lineOf('udp', 1), { probe }),
  osc: line(lineOf('osc', 1), { probe: { send: { address: '/ping' }, everyMs: 100 } }),
  http: line(lineOf('http', 1)),
  modbus: line({ coil: 0 }, { everyMs: 60_000 }),
  emberplus: line({ parameter: 'Console/Mic1/On' }),
  mqtt: line(describedLine('one')),
  visca: head,
  panasonic: head,
  obs: {
    options: obsOptions,
    connected: ({ drivers }) => drivers.players.state(obsOutput).connected,
    isKnown: ({ drivers }) => drivers.players.state(obsOutput).scenes.length === 2,
    send: ({ drivers }) => drivers.players.play(obsOutput, 'left', obsSelections.opener),
  },
  vmix: {
    options: { players: { [vmixOutput]: vmixPlayer } },
    connected: ({ drivers }) => drivers.players.state(vmixOutput).connected,
    isKnown: ({ drivers }) => drivers.players.state(vmixOutput).scenes.length === 2,
    send: ({ drivers }) => drivers.players.play(vmixOutput, 'left', vmixSelections.bed),
  },
};
