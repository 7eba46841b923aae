// The CasparCG servers that stand in for the players of a studio's layout.
import type { ClipSelection } from '../../application/ports/players.js';
import { mediaOf } from '../../domain/studio/clip.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import type { OutputDefinition } from '../../domain/studio/output.js';
import { defaultAmcpPort, type PlayerDefinition } from '../../domain/studio/player.js';
import type { PlayerState } from '../player.js';
import type { SimulatedWorld } from '../simulated-world.js';
import { mediaFile, type MediaItem } from './media.js';
import type { Producer } from './producer.js';
import { CasparcgServer, type Setup } from './server.js';

interface Played extends OutputDefinition {
  readonly player: PlayerDefinition;
}

/** A server, and the outputs that it plays. */
export interface StandIn {
  readonly server: CasparcgServer;
  readonly outputs: readonly string[];
  /** Where the layout looks for it. */
  readonly host: string;
  readonly port: number;
}

const isPlayed = (output: OutputDefinition): output is Played => output.player !== undefined;

const addressOf = ({ player: { host, port = defaultAmcpPort } }: Played): string => `${host} ${String(port)}`;

/** A name with an extension is a file with that extension. */
const fileOf = (name: string, durationS: number): MediaItem => {
  const [, stem, extension] = /^(.+)\.([^./]+)$/.exec(name) ?? [];
  return stem === undefined || extension === undefined
    ? mediaFile(name, durationS)
    : mediaFile(stem, durationS, { extension });
};

const cuesOf = ({ banks }: StudioLayout): readonly ClipSelection[] =>
  banks.flatMap(({ key, clips }) => clips.map((clip) => ({ bank: key, clip })));

/** What the scenes of outputs show, as any simulated player tells it. */
const scenesOn =
  (outputs: readonly Played[], cues: readonly ClipSelection[]) =>
  (seen: (place: string) => Producer): PlayerState =>
    outputs.flatMap(({ scenes, player: { channel, layers } }) =>
      scenes.map((id) => {
        const producer = seen(`${String(channel)}-${String(layers[id] ?? 0)}`);
        const cue = cues.find(
          ({ clip }) => producer.kind === 'file' && fileOf(mediaOf(clip), 0).path === producer.media.path,
        );
        if (cue === undefined || producer.kind !== 'file') return { id, run: null };
        return { id, run: { ...cue, startedAtMs: producer.pictureAtMs, order: 0 } };
      }),
    );

/** One server for every address that the layout names; none listens yet. */
export const standIns = (
  layout: StudioLayout,
  world: SimulatedWorld,
  { timing, oscPort = 0 }: Pick<Setup, 'timing' | 'oscPort'>,
): readonly StandIn[] => {
  const cues = cuesOf(layout);
  const media = cues.map(({ clip }) => fileOf(mediaOf(clip), clip.durationMs / 1_000));
  const byAddress = Map.groupBy(layout.outputs.filter(isPlayed), addressOf);
  return [...byAddress.values()].flatMap((outputs) => {
    const [first] = outputs;
    if (first === undefined) return [];
    const { host, port = defaultAmcpPort } = first.player;
    const identity = { id: first.id, kind: 'player', name: outputs.map(({ name }) => name).join(', ') } as const;
    const channels = Math.max(...outputs.map(({ player }) => player.channel));
    const setup = { identity, channels, media, scenes: scenesOn(outputs, cues), oscPort, ...(timing && { timing }) };
    return [{ server: new CasparcgServer(setup, world), outputs: outputs.map(({ id }) => id), host, port }];
  });
};
