// A studio with many devices over all drivers, each with the driver's own pauses between two questions.
import { wireAttachments } from '../../features/support/wire/attachments.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { playerOf, protocols as textProtocols } from '../adapters/drivers/shared/templates/templates.js';

type Settings = Readonly<Record<string, unknown>>;

/** How many devices of each kind a studio has, over all protocols. */
export interface DeviceCounts {
  readonly signals: number;
  readonly cameras: number;
  readonly outputs: number;
}

/** How many signals share the connection of a module or broker. */
const signalsPerConnection = 10;

const angles = [
  { id: 'wide', name: 'Wide' },
  { id: 'close', name: 'Close-up' },
];
const scenes = ['left', 'right'];

/** Removes the pauses of the tests, which are shorter than those of a studio. */
const withoutPauses = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const rest = Object.entries(value).filter(([name]) => name !== 'everyMs');
  return Object.fromEntries(rest.map(([name, part]) => [name, withoutPauses(part)]));
};

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

const all = Object.entries(wireAttachments);
const [lines, heads] = (['line', 'head'] as const).map((field) => all.filter(([, row]) => row[field] !== undefined));

type Row = readonly [protocol: string, player: (scenes: readonly string[]) => Settings];

const players: readonly Row[] = [
  ...all.flatMap(([protocol, { player }]) => (player === undefined ? [] : [[protocol, player] as const])),
  ...textProtocols.map((protocol) => [protocol, () => ({ ...playerOf(protocol) })] as const),
];

/** An attachment, and the connection that it names. */
interface Attached {
  readonly settings: Settings;
  readonly connection: string;
  readonly protocol: string;
}

/** Distributes a number of devices over some protocols. */
const distributed = <R>(count: number, rows: readonly R[]): readonly (readonly [number, R])[] =>
  numbers(count).flatMap((number) => {
    const row = rows[number % rows.length];
    return row === undefined ? [] : [[Math.floor(number / rows.length), row] as const];
  });

const attachedLines = (count: number): readonly Attached[] =>
  distributed(count, lines ?? []).map(([number, [protocol, { line }]]) => ({
    settings: line?.(number % signalsPerConnection) ?? {},
    connection: `${protocol}-relays-${String(Math.floor(number / signalsPerConnection))}`,
    protocol,
  }));

const attachedHeads = (count: number): readonly Attached[] =>
  distributed(count, heads ?? []).map(([number, [protocol, { head }]]) => ({
    settings: head?.(angles.map(({ id }) => id)) ?? {},
    connection: `${protocol}-camera-${String(number)}`,
    protocol,
  }));

const attachedPlayers = (count: number): readonly Attached[] =>
  distributed(count, players).map(([number, [protocol, player]]) => ({
    settings: player(scenes),
    connection: `${protocol}-player-${String(number)}`,
    protocol,
  }));

const attachment = ({ settings, connection }: Attached): Settings => ({
  ...(withoutPauses(settings) as Settings),
  connection,
});

const serverOf = (number: number): string => `casparcg-${String(number)}`;

const casparcgPlayer = (number: number): Settings => ({
  connection: serverOf(number),
  channel: 1,
  layers: { left: 10, right: 20 },
});

const settingsOf = (protocol: string): Settings => all.find(([name]) => name === protocol)?.[1].settings ?? {};

/**
 * Returns a studio with that many devices. A part of the outputs, as many as of any other protocol, are CasparCG servers.
 * `nextPort` returns another port of 127.0.0.1 for each piece of equipment.
 */
export const deviceStudio = (counts: DeviceCounts, nextPort: () => number): Settings => {
  const servers = numbers(Math.floor(counts.outputs / (players.length + 1)));
  const attached = {
    signals: attachedLines(counts.signals),
    cameras: attachedHeads(counts.cameras),
    outputs: attachedPlayers(counts.outputs - servers.length),
  };
  const connections = new Map(
    Object.values(attached).flatMap((some) => some.map((one) => [one.connection, one] as const)),
  );
  const output = (number: number, player: Settings) => {
    const id = `out-${String(number)}`;
    return { id, slot: id, name: id, scenes, player };
  };
  return {
    ...demoStudio,
    panels: [],
    banks: demoStudio.banks.map((bank) => ({
      ...bank,
      clips: bank.clips.map((clip) => ({ ...clip, media: `${clip.key}.mov` })),
    })),
    connections: [...connections]
      .map(([id, { protocol }]) => ({
        ...settingsOf(protocol),
        id,
        protocol,
        host: '127.0.0.1',
        port: nextPort(),
      }))
      .concat(
        servers.map((number) => ({ id: serverOf(number), protocol: 'casparcg', host: '127.0.0.1', port: nextPort() })),
      ),
    signals: attached.signals.map((one, number) => {
      const id = `sig-${String(number)}`;
      return { id, identifier: id, name: id, line: attachment(one) };
    }),
    cameras: attached.cameras.map((one, number) => {
      const id = `cam-${String(number)}`;
      return { id, name: id, angles, head: attachment(one) };
    }),
    outputs: [
      ...attached.outputs.map((one, number) => output(number, attachment(one))),
      ...servers.map((number) => output(attached.outputs.length + number, casparcgPlayer(number))),
    ],
    macros: [],
    automations: [],
  };
};

/** A connection of a protocol with one device, and its number. */
export interface DrivenDevice {
  readonly protocol: string;
  readonly number: number;
  readonly port: number;
}

type Kind = 'signals' | 'cameras' | 'outputs';

const oneScene = ['full'];

/** Returns the kind of the record that is attached to a connection of a protocol, and what it has beside its name. */
const recordOf = (protocol: string, connection: string): readonly [Kind, Settings] => {
  const row = all.find(([name]) => name === protocol)?.[1];
  if (protocol === 'casparcg') return ['outputs', { scenes, player: { ...casparcgPlayer(0), connection } }];
  if (row?.line !== undefined)
    return ['signals', { line: { ...(withoutPauses(row.line(0)) as Settings), connection } }];
  if (row?.head !== undefined)
    return ['cameras', { angles, head: { ...row.head(angles.map(({ id }) => id)), connection } }];
  if (row?.player !== undefined) return ['outputs', { scenes, player: { ...row.player(scenes), connection } }];
  return ['outputs', { scenes: oneScene, player: { connection } }];
};

/** Returns a studio with these connections, each with one device. */
export const drivenStudio = (devices: readonly DrivenDevice[]): Settings => {
  const records = devices.map(({ protocol, number }) => {
    const id = `${protocol}-${String(number)}`;
    const [kind, record] = recordOf(protocol, id);
    return {
      kind,
      record: {
        id,
        name: id,
        ...(kind === 'signals' && { identifier: id }),
        ...(kind === 'outputs' && { slot: id }),
        ...record,
      },
    };
  });
  const ofKind = (kind: Kind) => records.filter((one) => one.kind === kind).map(({ record }) => record);
  return {
    ...deviceStudio({ signals: 0, cameras: 0, outputs: 0 }, () => 0),
    connections: devices.map(({ protocol, number, port }) => ({
      ...settingsOf(protocol),
      ...{ id: `${protocol}-${String(number)}`, protocol, host: '127.0.0.1', port },
    })),
    signals: ofKind('signals'),
    cameras: ofKind('cameras'),
    outputs: ofKind('outputs'),
  };
};
