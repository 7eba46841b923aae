// Equipment under the model: a driver, a simulated device with two commands, and the network between them.
import type { SendResult } from '../../../application/ports/commands.js';
import type { CurrentLayout } from '../../../application/state/current-layout.js';
import { facePortOf, type FaceProtocol } from '../../../infra/simulated/connection-faces.js';
import type { InjectedFault } from '../../../simulator/fault.js';
import type { LoggedCommand } from '../../../simulator/command-log.js';
import { connectionBench, type BenchOptions, type ConnectionBench } from '../../adapters/drivers/bench.js';
import { tcpNetwork, udpNetwork, type Network } from './network.js';

/** What a device shows: the effect of one of its two commands, or of none. */
export type Shown = 'first' | 'second' | 'neither';

/** The command with that effect. */
export type Effect = Exclude<Shown, 'neither'>;

/** A command that has reached the device. */
export interface Received {
  readonly effect: Effect;
  /** Whether the device now has, or had, the effect of it. */
  readonly isEffective: boolean;
}

/** A driver and its device. */
export interface Equipment {
  readonly send: (effect: Effect) => SendResult;
  readonly connected: () => boolean;
  /** What the driver reports. */
  readonly reported: () => Shown;
  /** What the device shows. */
  readonly actual: () => Shown;
  /** What has reached the device, in order. */
  readonly received: () => readonly Received[];
  /** Gives the device the state that it starts with, as someone else does, or a loss of power. */
  readonly reset: () => void;
  readonly setFault: (fault: InjectedFault | null) => void;
  readonly network: Network;
  /** Lets time pass, in milliseconds, and what is on the wire arrive. */
  readonly pass: (ms: number) => Promise<void>;
  readonly passUntil: (what: string, holds: () => boolean) => Promise<void>;
  /**
   * The longest time until a command has ended, or a change of the connection is noticed, in milliseconds. A connection that
   * hangs is noticed by its silence.
   */
  readonly endsWithinMs: number;
  /** The studio file, if the driver follows it. */
  readonly current?: CurrentLayout;
  readonly close: () => Promise<void>;
}

/** How a device of a port is used. */
export interface PortUse {
  readonly device: string;
  readonly send: (bench: ConnectionBench, effect: Effect) => SendResult;
  readonly connected: (bench: ConnectionBench) => boolean;
  readonly reported: (bench: ConnectionBench) => Shown;
  readonly actual: (bench: ConnectionBench) => Shown;
  /** The effect of a command that reached the device; undefined for one that the model doesn't send. */
  readonly effectOf: (command: object) => Effect | undefined;
  readonly reset: (bench: ConnectionBench) => void;
}

/** A fault under which a device accepts a command that has no effect. */
const withoutEffect = 'ineffective';

const receivedBy = ({ device, effectOf }: PortUse, commands: readonly LoggedCommand[]): readonly Received[] =>
  commands.flatMap((logged) => {
    const effect = logged.device === device ? effectOf(logged.command) : undefined;
    const isEffective = logged.outcome === 'executed' && logged.fault !== withoutEffect;
    return effect === undefined ? [] : [{ effect, isEffective }];
  });

/** The time after which drivers of connections notice silence, and some to connect again. In milliseconds. */
const endsWithinMs = 12_000;

/** Returns the function that connects the equipment of a protocol to its driver. */
export const equipmentOf =
  (protocol: FaceProtocol, options: BenchOptions, use: PortUse) => async (): Promise<Equipment> => {
    let network: Network | undefined;
    const path = async (port: number): Promise<number> => {
      network = await (facePortOf(protocol, options.settings ?? {}).transport === 'tcp' ? tcpNetwork : udpNetwork)(
        port,
      );
      return network.port;
    };
    const bench = await connectionBench(protocol, { ...options, path });
    if (network === undefined) throw new Error('the bench has opened no network');
    const { close } = network;
    return {
      send: (effect) => use.send(bench, effect),
      connected: () => use.connected(bench),
      reported: () => use.reported(bench),
      actual: () => use.actual(bench),
      received: () => receivedBy(use, bench.studio.commands()),
      reset: () => {
        use.reset(bench);
      },
      setFault: bench.setFault,
      network,
      pass: bench.pass,
      passUntil: bench.passUntil,
      endsWithinMs,
      current: bench.current,
      close: async () => {
        await bench.close();
        await close();
      },
    };
  };
