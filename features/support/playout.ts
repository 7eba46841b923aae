// Who plays the outputs of a scenario's studio; a profile chooses by name.
import type { ContainerModule } from 'inversify';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { studioModule } from '../../infra/drivers.js';
import { drivenPlayers, type DrivenPlayers } from '../../infra/players.js';
import { simulatedModule } from '../../infra/simulated/studio.js';
import type { ManualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulatedStudio, type SimulatedStudio } from '../../simulator/studio.js';
import { silent } from './silent-log.js';
import { soon } from './soon.js';

/** A studio, and what binds it for each start of its service. */
export interface StudioAndDrivers {
  readonly studio: SimulatedStudio;
  readonly connect: () => Promise<ContainerModule>;
  readonly close: () => void;
}

/** As the demo studio's devices are: 5 to 30 ms from a command to its confirmation. */
const timing = { answerMs: { min: 1, max: 4 }, pictureMs: { min: 5, max: 10 } } as const;

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

const portsOf = async ({ wire }: SimulatedStudio): Promise<ReadonlyMap<string, number>> => {
  const ports = new Map<string, number>();
  for (const { server, outputs } of wire) {
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
    close: () => undefined,
  });
};

const casparcg = async (clock: ManualClock): Promise<StudioAndDrivers> => {
  const studio = simulatedStudio(onServers(demoStudio), clock, { onWire: true, timing });
  const layout = atPorts(studio.layout, await portsOf(studio));
  const used: DrivenPlayers[] = [];
  return {
    studio,
    connect: async () => {
      used.at(-1)?.close();
      const driven = drivenPlayers(layout, studio.players, { clock, log: silent });
      used.push(driven);
      const isConnected = ({ id }: { readonly id: string }) => driven.players.state(id).connected;
      await soon('every player is connected', () => layout.outputs.every(isConnected));
      return studioModule(layout, { ...studio, players: driven.players });
    },
    close: () => used.at(-1)?.close(),
  };
};

/** - `simulated`: in process; `casparcg`: by the CasparCG driver, over the simulated servers' wire. */
export const playouts = { simulated, casparcg } as const;
export type Playout = keyof typeof playouts;
