// A studio whose devices are attached to equipment of every protocol: a signal, a camera and a player for each protocol that
// has them, and two outputs with two CasparCG players each.
import type { ConnectionDefinition } from '../../domain/studio/connection.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { wireAttachments } from '../../features/support/wire/attachments.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { playerOf, protocols as textProtocols } from '../adapters/drivers/shared/templates/templates.js';

/** Where a piece of equipment listens. `index` counts the equipment of the studio from 0. */
export type EquipmentAddress = (index: number) => { readonly host: string; readonly port: number };

type Settings = Readonly<Record<string, unknown>>;

/** A device and the connection that it is attached to. */
interface Attached<R> {
  readonly record: R;
  readonly connection: Omit<ConnectionDefinition, 'host' | 'port'>;
}

const angles = [
  { id: 'wide', name: 'Wide' },
  { id: 'close', name: 'Close-up' },
];
const scenes = ['left', 'right'];

const isTextProtocol = (protocol: string): protocol is (typeof textProtocols)[number] =>
  textProtocols.some((one) => one === protocol);

const connectionOf = (kind: string, protocol: string, settings: Settings = {}) => ({
  ...settings,
  id: `${protocol}-${kind}`,
  protocol,
});

/** The lines of the machine itself have no address. */
const all = Object.entries(wireAttachments).filter(([protocol]) => protocol !== 'gpio');

const signals = all.flatMap(([protocol, { settings, line }]) => {
  if (line === undefined) return [];
  const connection = connectionOf('relay', protocol, settings);
  const record = { id: `sig-${protocol}`, identifier: `${protocol}-lamp`, name: `Lamp over ${protocol}` };
  return [{ record: { ...record, line: { ...line(0), connection: connection.id } }, connection }];
});

const cameras = all.flatMap(([protocol, { settings, head }]) => {
  if (head === undefined) return [];
  const connection = connectionOf('camera', protocol, settings);
  const record = { id: `cam-${protocol}`, name: `Camera over ${protocol}`, angles };
  return [{ record: { ...record, head: { ...head(['wide', 'close']), connection: connection.id } }, connection }];
});

const playerSettings = (protocol: string, player: ((scenes: readonly string[]) => Settings) | undefined) =>
  player?.(scenes) ?? (isTextProtocol(protocol) ? playerOf(protocol) : undefined);

const outputs = all.flatMap(([protocol, { settings, player }]) => {
  const attached = playerSettings(protocol, player);
  if (attached === undefined) return [];
  const connection = connectionOf('player', protocol, settings);
  const record = { id: `out-${protocol}`, slot: protocol, name: `Player over ${protocol}`, scenes };
  return [{ record: { ...record, player: { ...attached, connection: connection.id } }, connection }];
});

const channelOf = ({ id, scenes, graphics }: (typeof demoStudio.outputs)[number], player: string) => ({
  connection: `casparcg-${id}-${player}`,
  channel: 1,
  layers: Object.fromEntries(scenes.map((scene, at) => [scene, 10 * (at + 1)])),
  graphicLayers: Object.fromEntries((graphics ?? []).map(({ scene }) => [scene, 100])),
});

/** The demo studio's outputs. Each player is a CasparCG server of its own. */
const casparcgOutputs = demoStudio.outputs.map((output) => ({
  ...output,
  player: channelOf(output, 'main'),
  backup: channelOf(output, 'backup'),
}));

const servers = casparcgOutputs
  .flatMap(({ player, backup }) => [player, backup])
  .map(({ connection }) => ({ id: connection, protocol: 'casparcg' }));

const records = <R>(attached: readonly Attached<R>[]): readonly R[] => attached.map(({ record }) => record);

/** The demo studio's clips, with file names that CasparCG doesn't take for keywords. */
const banks = demoStudio.banks.map((bank) => ({
  ...bank,
  clips: bank.clips.map((clip) => ({ ...clip, media: `${clip.key}.mov` })),
}));

/** An output. Only CasparCG players have layers and backups. */
interface EquippedOutput {
  readonly id: string;
  readonly slot: string;
  readonly scenes: readonly string[];
  readonly player: { readonly connection?: string; readonly layers?: object; readonly graphicLayers?: object };
  readonly backup?: object;
}

/** A studio as a studio file has it, with what tests need of it. */
export interface EquippedStudio extends Pick<StudioLayout, 'banks'> {
  readonly connections: readonly { readonly id: string; readonly protocol: string; readonly port: number }[];
  readonly signals: readonly { readonly id: string; readonly identifier: string }[];
  readonly cameras: readonly { readonly id: string }[];
  readonly outputs: readonly EquippedOutput[];
  readonly macros: readonly object[];
  readonly automations: readonly object[];
  readonly panels: readonly object[];
}

/** Returns the studio. */
export const equippedStudio = (addressOf: EquipmentAddress): EquippedStudio => {
  const attached = [...signals, ...cameras, ...outputs].map(({ connection }) => connection);
  const connections = [...attached, ...servers].map((connection, index) => ({ ...connection, ...addressOf(index) }));
  return {
    ...demoStudio,
    panels: [],
    banks,
    connections,
    signals: records(signals),
    cameras: records(cameras),
    outputs: [...casparcgOutputs, ...records(outputs)],
    macros: [
      {
        id: 'mac-1',
        name: 'Lamp',
        steps: [{ switch: { signal: signals[0]?.record.id, on: true } }, { waitMs: 60_000 }],
      },
    ],
    automations: [
      {
        id: 'auto-1',
        station: 'alpha',
        name: 'Cameras',
        trigger: { everyMs: 3_600_000 },
        steps: [{ recall: { camera: cameras[0]?.record.id, angle: 'wide' } }],
      },
    ],
  };
};
