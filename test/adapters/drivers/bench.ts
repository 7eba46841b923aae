// A driver of a connection under test: it is connected to simulated equipment over loopback, on a manual clock.
import { setImmediate as turn } from 'node:timers/promises';
import { KeptWires } from '../../../adapters/node/kept-wires.js';
import { unconnectedDrivers } from '../../../adapters/unconnected/devices.js';
import type { Drivers } from '../../../application/commands/drivers.js';
import { attachedDevices } from '../../../application/connections/attached-devices.js';
import { attachmentsTo } from '../../../application/connections/attachments.js';
import { currentLayout, type CurrentLayout } from '../../../application/state/current-layout.js';
import type { Wires } from '../../../application/ports/wire.js';
import type { Log } from '../../../application/ports/log.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { silent } from '../../../features/support/silent-log.js';
import { driversOnWire } from '../../../features/support/wire/drivers.js';
import type { ConnectionProtocol } from '../../../infra/service/connection-drivers.js';
import { faceOf } from '../../../infra/simulated/connection-faces.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import type { InjectedFault } from '../../../simulator/fault.js';
import { simulatedStudio, type SimulatedStudio } from '../../../simulator/studio.js';
import type { WireFace } from '../../../simulator/wire-face.js';
import { eventually } from '../../support/eventually.js';

/** The id of the connection under test. */
export const connectionId = 'equipment';

/** The settings of the connection, but for its address, and of what is attached to it, by the ids of the demo studio's records. */
export interface BenchOptions {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly lines?: Readonly<Record<string, object>>;
  readonly heads?: Readonly<Record<string, object>>;
  readonly players?: Readonly<Record<string, object>>;
  readonly log?: Log;
  /** Where the equipment listens, and the driver reaches it; 127.0.0.1 by default. */
  readonly host?: string;
  /** Opens a path to the port of the equipment, and returns the port at which the driver reaches it. Default: no path between. */
  readonly path?: (port: number) => Promise<number>;
}

/** A driver, its simulated equipment, and functions that operate both. */
export interface ConnectionBench {
  readonly clock: ManualClock;
  readonly studio: SimulatedStudio;
  readonly drivers: Drivers;
  readonly current: CurrentLayout;
  readonly wires: Wires;
  readonly reopen: (connection: string) => void;
  readonly port: number;
  /** Lets time pass, and what is on the wire arrive. */
  readonly pass: (ms: number) => Promise<void>;
  /** Lets time pass until a condition holds. */
  readonly passUntil: (what: string, holds: () => boolean) => Promise<void>;
  /** Sets the fault of every attached device; null for none. */
  readonly setFault: (fault: InjectedFault | null) => void;
  readonly close: () => Promise<void>;
}

const attach = <R extends { readonly id: string }>(
  records: readonly R[],
  field: 'line' | 'head' | 'player',
  settings: Readonly<Record<string, object>> = {},
): readonly R[] =>
  records.map((record) => {
    const own = settings[record.id];
    return own === undefined ? record : { ...record, [field]: { connection: connectionId, ...own } };
  });

/** Returns the demo studio with a connection, and what is attached to it. */
export const layoutWith = (protocol: string, address: object, options: BenchOptions): StudioLayout => ({
  ...demoStudio,
  connections: [{ id: connectionId, protocol, ...options.settings, ...address }],
  signals: attach(demoStudio.signals, 'line', options.lines),
  cameras: attach(demoStudio.cameras, 'head', options.heads),
  outputs: attach(demoStudio.outputs, 'player', options.players),
});

/** The step of the clock, in milliseconds. */
const stepMs = 5;

/** Turns of the event loop that messages on the wire need. */
const turns = 8;

/** Drivers of a layout, without simulated equipment. */
export interface OpenedDrivers {
  readonly drivers: Drivers;
  readonly current: CurrentLayout;
  readonly clock: ManualClock;
  readonly wires: Wires;
  readonly reopen: (connection: string) => void;
  readonly close: () => void;
}

/** Opens the connections of a layout. Every secret is `secret` unless `readSecret` reads them. */
export const openDrivers = (
  layout: StudioLayout,
  clock = manualClock(),
  log: Log = silent,
  readSecret: (path: string) => Promise<string> = () => Promise.resolve('secret'),
): OpenedDrivers => {
  const current = currentLayout(layout);
  const wires = new KeptWires(clock);
  const deps = { clock, log, readSecret, wires, table: driversOnWire };
  const { drivers, reopen, close } = attachedDevices(current, unconnectedDrivers(current), deps);
  return { drivers, current, clock, wires, reopen, close };
};

/** Simulated equipment, and its devices. */
interface SimulatedEquipment {
  readonly studio: SimulatedStudio;
  readonly face: WireFace;
}

/** Opens a CasparCG server, which is a simulated device itself. */
const casparcgEquipment = (options: BenchOptions, clock: ManualClock): SimulatedEquipment => {
  const layout = layoutWith('casparcg', { host: '127.0.0.1' }, options);
  const studio = simulatedStudio(layout, clock, { withServers: true });
  const [one] = studio.casparcgServers;
  if (one === undefined) throw new Error('no output is attached to the CasparCG server');
  const listen = async (port: number, host: string) => (await one.server.listen(port, host)).port;
  return { studio, face: { listen, close: () => Promise.resolve() } };
};

const equipmentOf = (protocol: ConnectionProtocol, options: BenchOptions, clock: ManualClock): SimulatedEquipment => {
  if (protocol === 'casparcg') return casparcgEquipment(options, clock);
  const studio = simulatedStudio(demoStudio, clock);
  const attachments = attachmentsTo(layoutWith(protocol, {}, options), connectionId);
  return { studio, face: faceOf(protocol, studio, { settings: options.settings ?? {}, attachments }) };
};

/** Connects a driver to its simulated equipment. */
export const connectionBench = async (
  protocol: ConnectionProtocol,
  options: BenchOptions,
): Promise<ConnectionBench> => {
  const clock = manualClock();
  const { studio, face } = equipmentOf(protocol, options, clock);
  const attached = attachmentsTo(layoutWith(protocol, {}, options), connectionId);
  const { host = '127.0.0.1' } = options;
  const port = await face.listen(0, host);
  const address = { host, port: options.path === undefined ? port : await options.path(port) };
  const layout = layoutWith(protocol, address, options);
  const { drivers, current, wires, reopen, close } = openDrivers(layout, clock, options.log);
  const devices = [...attached.lines.keys(), ...attached.heads.keys(), ...attached.players.keys()];
  const arrive = async (): Promise<void> => {
    for (let done = 0; done < turns; done += 1) await turn();
  };
  const pass = async (ms: number): Promise<void> => {
    await arrive();
    for (let passed = 0; passed < ms; passed += stepMs) {
      await clock.advance(Math.min(stepMs, ms - passed));
      await arrive();
    }
  };
  return {
    clock,
    studio,
    drivers,
    current,
    wires,
    reopen,
    port,
    pass,
    passUntil: (what, holds) =>
      eventually(what, async () => {
        if (!holds()) await pass(stepMs);
        return holds();
      }),
    setFault: (fault) => {
      for (const device of devices) studio.setFault(device, fault);
    },
    close: async () => {
      close();
      await face.close();
      studio.stop();
    },
  };
};
