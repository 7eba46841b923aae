// Who plays the outputs of a scenario's studio; a profile chooses by name.
import type { ContainerModule } from 'inversify';
import type { StudioLayout } from '../../domain/studio/layout.js';
import type { Service } from '../../infra/service.js';
import { simulatedModule } from '../../infra/simulated/studio.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulatedStudio, type SimulatedStudio } from '../../simulator/studio.js';
import { casparcg, realTime } from './casparcg/playout.js';
import type { Eventually, StudioSteering } from './driver.js';
import { driving } from './playout-drivers.js';
import { steerOnWire } from './wire-steering.js';
import { steer } from './simulator-steering.js';

/** A studio that runs behind a service. */
export interface RunningPlayout {
  readonly studio: SimulatedStudio;
  readonly clock: ManualClock;
  /** The service that runs now. */
  readonly service: () => Service;
}

/** A studio, what binds it for each start of its service, and how it is steered then. */
export interface StudioAndDrivers {
  readonly studio: SimulatedStudio;
  readonly connect: () => Promise<ContainerModule>;
  readonly steering: (running: RunningPlayout) => StudioSteering;
  readonly close: () => Eventually<void>;
}

/** One way to play. */
interface PlayoutChoice {
  readonly clock: () => ManualClock;
  readonly open: (clock: ManualClock) => Promise<StudioAndDrivers>;
}

/** As the demo studio's devices are: 5 to 30 ms from a command to its confirmation. */
const timing = { replyMs: { min: 1, max: 4 }, pictureMs: { min: 5, max: 10 } } as const;

/** Every output on a channel of its own server, and every clip in the folder of its bank. */
const onServers = (layout: StudioLayout): StudioLayout => ({
  ...layout,
  outputs: layout.outputs.map((output, index) => {
    const layers = Object.fromEntries(output.scenes.map((scene, at) => [scene, 10 * (at + 1)]));
    return { ...output, player: { protocol: 'casparcg', host: '127.0.0.1', port: index + 1, channel: 1, layers } };
  }),
  banks: layout.banks.map((bank) => ({
    ...bank,
    clips: bank.clips.map((clip) => ({ ...clip, media: `${bank.key}/${clip.key}` })),
  })),
});

const portsOf = async ({ casparcgServers }: SimulatedStudio): Promise<ReadonlyMap<string, number>> => {
  const ports = new Map<string, number>();
  for (const { server, outputs } of casparcgServers) {
    const { port } = await server.listen(0, '127.0.0.1');
    for (const output of outputs) ports.set(output, port);
  }
  return ports;
};

const atPorts = (layout: StudioLayout, ports: ReadonlyMap<string, number>): StudioLayout => ({
  ...layout,
  outputs: layout.outputs.map((output) =>
    output.player === undefined ? output : { ...output, player: { ...output.player, port: ports.get(output.id) ?? 0 } },
  ),
});

const simulated = (clock: ManualClock): Promise<StudioAndDrivers> => {
  const studio = simulatedStudio(demoStudio, clock);
  return Promise.resolve({
    studio,
    connect: () => Promise.resolve(simulatedModule(studio)),
    steering: (running) => steer(studio, running.clock),
    close: () => undefined,
  });
};

const amcp = async (clock: ManualClock): Promise<StudioAndDrivers> => {
  const studio = simulatedStudio(onServers(demoStudio), clock, { withServers: true, timing });
  const layout = atPorts(studio.layout, await portsOf(studio));
  return { studio, ...driving(layout, studio, clock), steering: steerOnWire };
};

/**
 * - `simulated`: in process;
 * - `amcp`: by the CasparCG driver, over the simulated servers' wire;
 * - `casparcg`: by the CasparCG driver, on a real server that the environment names.
 */
export const playouts = {
  simulated: { clock: manualClock, open: simulated },
  amcp: { clock: manualClock, open: amcp },
  casparcg: { clock: realTime, open: casparcg },
} as const satisfies Record<string, PlayoutChoice>;
export type Playout = keyof typeof playouts;
