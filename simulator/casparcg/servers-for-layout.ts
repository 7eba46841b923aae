// Creates the simulated CasparCG servers for the players of a studio layout.
import { clipSelections, hasPlayer, type OutputWithPlayer } from '../../application/commands/layout-players.js';
import type { ClipSelection } from '../../application/ports/players.js';
import { mediaOf } from '../../domain/studio/clip.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { defaultAmcpPort } from '../../domain/studio/player.js';
import type { PlayerState } from '../player.js';
import type { SimulatedWorld } from '../simulated-world.js';
import { mediaItem, type MediaItem } from './media.js';
import type { Producer } from './producer.js';
import { CasparcgServer, type CasparcgServerOptions } from './server.js';

/** A server, and the outputs that it plays. */
export interface ServerForOutputs {
  readonly server: CasparcgServer;
  readonly outputs: readonly string[];
  /** The address in the layout. */
  readonly host: string;
  readonly port: number;
}

const addressOf = ({ player: { host, port = defaultAmcpPort } }: OutputWithPlayer): string => `${host} ${String(port)}`;

/** Returns the file of a media name. The name may have an extension. */
const fileOf = (name: string, durationS: number): MediaItem => {
  const [, stem, extension] = /^(.+)\.([^./]+)$/.exec(name) ?? [];
  return stem === undefined || extension === undefined
    ? mediaItem(name, durationS)
    : mediaItem(stem, durationS, { extension });
};

/** Returns what the scenes of some outputs show, in the form of the other simulated players. */
const scenesOn =
  (outputs: readonly OutputWithPlayer[], selections: readonly ClipSelection[]) =>
  (visibleAt: (address: string) => Producer): PlayerState =>
    outputs.flatMap(({ scenes, player: { channel, layers } }) =>
      scenes.map((id) => {
        const producer = visibleAt(`${String(channel)}-${String(layers[id] ?? 0)}`);
        const selection = selections.find(
          ({ clip }) => producer.kind === 'file' && fileOf(mediaOf(clip), 0).path === producer.media.path,
        );
        if (selection === undefined || producer.kind !== 'file') return { id, run: null };
        return { id, run: { ...selection, startedAtMs: producer.pictureAtMs, order: 0 } };
      }),
    );

/** Returns one server per address in the layout. The caller makes them listen. */
export const serversForLayout = (
  layout: StudioLayout,
  world: SimulatedWorld,
  { timing, oscPort = null }: Pick<CasparcgServerOptions, 'timing' | 'oscPort'>,
): readonly ServerForOutputs[] => {
  const selections = clipSelections(layout.banks);
  const media = selections.map(({ clip }) => fileOf(mediaOf(clip), clip.durationMs / 1_000));
  const byAddress = Map.groupBy(layout.outputs.filter(hasPlayer), addressOf);
  return [...byAddress.values()].flatMap((outputs) => {
    const [first] = outputs;
    if (first === undefined) return [];
    const { host, port = defaultAmcpPort } = first.player;
    const identity = { id: first.id, kind: 'player', name: outputs.map(({ name }) => name).join(', ') } as const;
    const channels = Math.max(...outputs.map(({ player }) => player.channel));
    const scenes = scenesOn(outputs, selections);
    const server = new CasparcgServer({ identity, channels, media, scenes, oscPort, ...(timing && { timing }) }, world);
    return [{ server, outputs: outputs.map(({ id }) => id), host, port }];
  });
};
