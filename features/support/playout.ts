// What plays the outputs of a scenario's studio; a profile selects it by name.
import type { StudioLayout } from '../../domain/studio/layout.js';
import { playerDefinitions } from '../../domain/studio/output.js';
import { asServiceStudio } from '../../infra/simulated/studio.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { simulatedStudio, type SimulatedStudio } from '../../simulator/studio.js';
import { casparcg } from './casparcg/playout.js';
import { withPlayers } from './paired-studio.js';
import { connectPlayers } from './playout-drivers.js';
import { obs } from './obs/playout.js';
import { realTime } from './real-time.js';
import type { StudioAndDrivers } from './running-playout.js';
import { steerOnWire } from './wire-steering.js';
import { steerInProcess } from './simulator-steering.js';
import { wire } from './wire/playout.js';

/** A clock, and a studio that runs on it. */
interface PlayoutChoice {
  readonly clock: () => ManualClock;
  readonly open: (clock: ManualClock, layout: StudioLayout) => Promise<StudioAndDrivers>;
}

/**
 * The timing of the demo studio's devices: 5 to 30 ms from a command to its confirmation. At rest, frames are rare, so
 * that scenarios in which hours pass stay fast.
 */
const timing = {
  replyMs: { min: 1, max: 4 },
  pictureMs: { min: 5, max: 10 },
  emptyMs: { min: 5, max: 10 },
  frameMs: { afterCommand: 10, atRest: 400 },
} as const;

const serverOf = (player: string): string => `server-${player}`;

/** Returns the layout with every player on its own server, and every clip in the folder of its bank. */
const onServers = (layout: StudioLayout): StudioLayout => ({
  ...layout,
  connections: playerDefinitions(layout.outputs).map(({ id }, index) => ({
    ...{ id: serverOf(id), protocol: 'casparcg', host: '127.0.0.1', port: index + 1 },
  })),
  outputs: withPlayers(layout.outputs, (output, player) => {
    const layers = Object.fromEntries(output.scenes.map((scene, at) => [scene, 10 * (at + 1)]));
    const graphicLayers = Object.fromEntries((output.graphics ?? []).map(({ scene }, at) => [scene, 100 + at]));
    return { connection: serverOf(player), channel: 1, layers, graphicLayers };
  }),
  banks: layout.banks.map((bank) => ({
    ...bank,
    clips: bank.clips.map((clip) => ({ ...clip, media: `${bank.key}/${clip.key}` })),
  })),
});

const portsOf = async ({ casparcgServers }: SimulatedStudio): Promise<ReadonlyMap<string, number>> => {
  const ports = new Map<string, number>();
  for (const { server, connection } of casparcgServers) {
    const { port } = await server.listen(0, '127.0.0.1');
    ports.set(connection, port);
  }
  return ports;
};

const atPorts = (layout: StudioLayout, ports: ReadonlyMap<string, number>): StudioLayout => ({
  ...layout,
  connections: (layout.connections ?? []).map((one) => ({ ...one, port: ports.get(one.id) ?? 0 })),
});

const simulated = (clock: ManualClock, layout: StudioLayout): Promise<StudioAndDrivers> => {
  const studio = simulatedStudio(layout, clock);
  return Promise.resolve({
    studio,
    connect: (extend) => Promise.resolve(asServiceStudio({ ...studio, layout: extend(studio.layout) })),
    steering: (running) => steerInProcess(studio, running.clock),
    close: () => undefined,
  });
};

const amcp = async (clock: ManualClock, demo: StudioLayout): Promise<StudioAndDrivers> => {
  const studio = simulatedStudio(onServers(demo), clock, { withServers: true, timing });
  const layout = atPorts(studio.layout, await portsOf(studio));
  return { studio, ...connectPlayers(layout, studio, clock), steering: steerOnWire };
};

/**
 * - `simulated`: simulated players in this process.
 * - `amcp`: the CasparCG driver, connected to simulated servers.
 * - `wire`: simulated players; the other devices, or all that a protocol serves, are reached over it.
 * - `casparcg`: the CasparCG driver, connected to a real server that the environment names.
 * - `obs`: the OBS driver, connected to a real OBS Studio that the environment names.
 */
export const playouts = {
  simulated: { clock: manualClock, open: simulated },
  amcp: { clock: manualClock, open: amcp },
  wire: { clock: manualClock, open: wire },
  casparcg: { clock: realTime, open: casparcg },
  obs: { clock: realTime, open: obs },
} as const satisfies Record<string, PlayoutChoice>;
export type Playout = keyof typeof playouts;
