// Creates the simulated CasparCG servers for the players of a studio layout.
import { clipSelections, hasPlayer, type OutputWithPlayer } from '../../application/commands/layout-players.js';
import type { ClipSelection } from '../../application/ports/players.js';
import { mediaOf } from '../../domain/studio/clip.js';
import type { GraphicFields } from '../../domain/studio/graphic.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { defaultAmcpPort } from '../../domain/studio/player.js';
import { simulatedDurationMs } from '../clip-length.js';
import type { PlayerCue, PlayerGraphic, PlayerRun, PlayerState } from '../player.js';
import { worldOf, type StudioWorld } from '../simulated-world.js';
import { mediaItem, type MediaItem } from './media.js';
import { clipTimeOf, type FileProducer, type Producer } from './producer.js';
import { CasparcgServer } from './server.js';
import type { CasparcgServerOptions, LayerAt } from './server-options.js';

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

/** Returns the graphic that a layer shows. Its texts are those that reached the template's page. */
const graphicOn = (producer: Producer): PlayerGraphic | null =>
  producer.kind === 'html' && producer.url !== null
    ? { template: producer.template, texts: (producer.page.texts ?? {}) as GraphicFields, order: 0 }
    : null;

/** Returns what the scenes of some outputs show, in the form of the other simulated players. */
const scenesOn =
  (outputs: readonly OutputWithPlayer[], selections: readonly ClipSelection[]) =>
  (layerAt: LayerAt): PlayerState => {
    const selectionOf = ({ media }: FileProducer): ClipSelection | undefined =>
      selections.find(({ clip }) => fileOf(mediaOf(clip), 0).path === media.path);
    const runOf = (producer: Producer): PlayerRun | null => {
      const selection = producer.kind === 'file' ? selectionOf(producer) : undefined;
      if (selection === undefined || producer.kind !== 'file') return null;
      return { ...selection, ...clipTimeOf(producer), order: 0, cueOrder: null, seek: null };
    };
    const cueOf = (producer: Producer): PlayerCue | null => {
      const selection = producer.kind === 'file' ? selectionOf(producer) : undefined;
      return selection === undefined ? null : { ...selection, order: 0 };
    };
    return outputs.flatMap(({ scenes, player: { channel, layers, graphicLayers = {} } }) =>
      scenes.map((id) => {
        const { visible, loaded } = layerAt(`${String(channel)}-${String(layers[id] ?? 0)}`);
        const over = layerAt(`${String(channel)}-${String(graphicLayers[id] ?? -1)}`);
        return { id, run: runOf(visible), cued: cueOf(loaded), graphic: graphicOn(over.visible) };
      }),
    );
  };

const templatesOf = (outputs: readonly OutputWithPlayer[]) =>
  new Map(
    outputs.flatMap(({ graphics = [] }) =>
      graphics.map(({ template }) => [template.toLowerCase(), 'page' as const] as const),
    ),
  );

/** Returns one server per address in the layout. The caller makes them listen. */
export const serversForLayout = (
  layout: StudioLayout,
  world: StudioWorld,
  { timing, oscPort = null }: Pick<CasparcgServerOptions, 'timing' | 'oscPort'>,
): readonly ServerForOutputs[] => {
  const selections = clipSelections(layout.banks);
  const media = selections.map(({ clip }) => fileOf(mediaOf(clip), simulatedDurationMs(clip) / 1_000));
  const byAddress = Map.groupBy(layout.outputs.filter(hasPlayer), addressOf);
  return [...byAddress.values()].flatMap((outputs) => {
    const [first] = outputs;
    if (first === undefined) return [];
    const { host, port = defaultAmcpPort } = first.player;
    const identity = { id: first.id, kind: 'player', name: outputs.map(({ name }) => name).join(', ') } as const;
    const channels = Math.max(...outputs.map(({ player }) => player.channel));
    const scenes = scenesOn(outputs, selections);
    const templates = templatesOf(outputs);
    const options = {
      hasMediaScanner: true,
      identity,
      channels,
      media,
      templates,
      scenes,
      oscPort,
      ...(timing && { timing }),
    };
    const server = new CasparcgServer(options, worldOf(world, first.id));
    return [{ server, outputs: outputs.map(({ id }) => id), host, port }];
  });
};
