// Creates the simulated CasparCG servers of a studio layout: one for each connection that outputs are attached to.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { clipSelections } from '../../application/commands/layout-players.js';
import { attachmentsTo } from '../../application/connections/attachments.js';
import type { ClipSelection } from '../../application/ports/players.js';
import { mediaOf } from '../../domain/studio/clip.js';
import type { GraphicFields } from '../../domain/studio/graphic.js';
import type { ConnectionDefinition } from '../../domain/studio/connection.js';
import type { OutputDefinition } from '../../domain/studio/output.js';
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
  /** The id of the connection. */
  readonly connection: string;
  /** The address in the layout. */
  readonly host: string;
  readonly port: number;
}

const Layers = t.record(t.string, t.number);

const ServerAddress = t.intersection([t.type({ host: t.string }), t.partial({ port: t.number })]);

/** The channel and the layers of an output. */
const OutputLayers = t.intersection([
  t.type({ channel: t.number, layers: Layers }),
  t.partial({ graphicLayers: Layers }),
]);

/** An output, and what plays it. */
interface PlayedOutput {
  readonly output: OutputDefinition;
  readonly player: t.TypeOf<typeof OutputLayers>;
}

/** Decodes settings that were checked with the studio file. */
const decoded = <A>(codec: t.Type<A, unknown>, settings: unknown): A => {
  const read = codec.decode(settings);
  if (E.isLeft(read)) throw new Error('the settings of a CasparCG server were not checked');
  return read.right;
};

const playedOutputs = (layout: StudioLayout, { id }: ConnectionDefinition): readonly PlayedOutput[] =>
  [...attachmentsTo(layout, id).players.values()].map(({ output, settings }) => ({
    output,
    player: decoded(OutputLayers, settings),
  }));

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
  (outputs: readonly PlayedOutput[], selections: readonly ClipSelection[]) =>
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
    return outputs.flatMap(({ output: { scenes }, player: { channel, layers, graphicLayers = {} } }) =>
      scenes.map((id) => {
        const { visible, loaded } = layerAt(`${String(channel)}-${String(layers[id] ?? 0)}`);
        const over = layerAt(`${String(channel)}-${String(graphicLayers[id] ?? -1)}`);
        return { id, run: runOf(visible), cued: cueOf(loaded), graphic: graphicOn(over.visible) };
      }),
    );
  };

const templatesOf = (outputs: readonly PlayedOutput[]) =>
  new Map(
    outputs.flatMap(({ output: { graphics = [] } }) =>
      graphics.map(({ template }) => [template.toLowerCase(), 'page' as const] as const),
    ),
  );

/** Returns one server per connection. The caller makes them listen. */
export const serversForLayout = (
  layout: StudioLayout,
  world: StudioWorld,
  { timing, oscPort = null }: Pick<CasparcgServerOptions, 'timing' | 'oscPort'>,
): readonly ServerForOutputs[] => {
  const selections = clipSelections(layout.banks);
  const media = selections.map(({ clip }) => fileOf(mediaOf(clip), simulatedDurationMs(clip) / 1_000));
  const connections = (layout.connections ?? []).filter(({ protocol }) => protocol === 'casparcg');
  return connections.flatMap((connection) => {
    const outputs = playedOutputs(layout, connection);
    const definitions = outputs.map(({ output }) => output);
    const [first] = definitions;
    if (first === undefined) return [];
    const { host, port = defaultAmcpPort } = decoded(ServerAddress, connection);
    const identity = { id: first.id, kind: 'player', name: definitions.map(({ name }) => name).join(', ') } as const;
    const options = {
      hasMediaScanner: true,
      identity,
      channels: Math.max(...outputs.map(({ player }) => player.channel)),
      media,
      templates: templatesOf(outputs),
      scenes: scenesOn(outputs, selections),
      oscPort,
      ...(timing && { timing }),
    };
    const server = new CasparcgServer(options, worldOf(world, first.id));
    return [{ server, outputs: definitions.map(({ id }) => id), connection: connection.id, host, port }];
  });
};
