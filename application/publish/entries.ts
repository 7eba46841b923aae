// What is published of the studio: the topics below the prefix, their payloads, and how Home Assistant shows some of them.
import type { Automation } from '../../domain/studio/automation.js';
import type { Camera } from '../../domain/studio/camera.js';
import type { Bank } from '../../domain/studio/clip.js';
import type { Macro } from '../../domain/studio/macro.js';
import type { Output, Scene } from '../../domain/studio/output.js';
import type { Signal } from '../../domain/studio/signal.js';
import type { Station } from '../../domain/studio/station.js';
import type { Studio } from '../../domain/studio/studio.js';
import type { Alarm } from '../alarms/alarm.js';
import type { HealthStatus } from '../alarms/health.js';
import type { StateRecords } from '../events/state-parts.js';
import { listed, moment, onOff, switched, text, type EntityForm } from './entity-forms.js';
import { levelOf } from './topic-levels.js';

/** Everything that the host itself may read; what it may not is undefined. */
export interface PublishedState {
  readonly records: StateRecords;
  /** The open alarms. */
  readonly alarms: readonly Alarm[] | undefined;
  readonly health: HealthStatus | undefined;
}

/** One topic. */
export interface Entry {
  /** What follows the prefix and `/`. */
  readonly path: string;
  readonly payload: string;
  /** How Home Assistant shows it; absent for what it doesn't show. */
  readonly entity?: Entity;
}

/** What Home Assistant shows of a topic. */
export interface Entity {
  readonly name: string;
  readonly form: EntityForm;
}

const entry = (path: string, payload: string, form?: EntityForm, name = ''): Entry =>
  form === undefined ? { path, payload } : { path, payload, entity: { name, form } };

/** The record as the API reads it. Fields that are undefined are left out, as there. */
const recordEntry = (path: string, record: unknown): Entry => entry(`${path}/record`, JSON.stringify(record));

const studioEntries = ({ name, status }: Studio): readonly Entry[] => [
  // Without the id, which is a password of the legacy routes (LEGACY-AUTH-12).
  recordEntry('studio', { name, status }),
  entry('studio/name', name),
  entry('studio/on-air', onOff(status === 'on_air'), switched(), 'On air'),
];

const holderEntries = (holder: Station | null): readonly Entry[] => [
  recordEntry('station', holder),
  entry('station/holder', holder?.id ?? 'none'),
  entry('station/name', holder?.name ?? 'none', text, 'Holder'),
];

const stationEntries = (station: Station): readonly Entry[] => {
  const path = `stations/${levelOf(station.id)}`;
  return [recordEntry(path, station), entry(`${path}/holds-studio`, onOff(station.holdsStudio))];
};

const sceneEntries = (output: Output, path: string, scene: Scene): readonly Entry[] => {
  const { id, clip, bank, endsAt, cued, paused, loop } = scene;
  const own = `${path}/scenes/${levelOf(id)}`;
  const name = output.scenes.length === 1 ? output.name : `${output.name}, ${id}`;
  return [
    entry(`${own}/clip`, clip ?? 'none', text, `${name}: clip`),
    entry(`${own}/bank`, bank ?? 'none'),
    entry(`${own}/ends-at`, endsAt ?? 'none', moment, `${name}: end of the clip`),
    entry(`${own}/cued`, cued?.clip ?? 'none'),
    entry(`${own}/paused`, onOff(paused)),
    entry(`${own}/loop`, onOff(loop)),
  ];
};

const tallies = ['program', 'preview', 'off', 'unknown'] as const;

/** Returns an output without what changes while nothing but time passes. */
const timeless = ({ scenes, players, ...output }: Output) => ({
  ...output,
  scenes: scenes.map(({ positionMs: _, remainingMs: __, ...scene }) => scene),
  players: players?.map(({ scenes: shown, ...player }) => ({
    ...player,
    scenes: shown.map(({ positionMs: _, ...scene }) => scene),
  })),
});

const outputEntries = (output: Output): readonly Entry[] => {
  const path = `outputs/${levelOf(output.slot)}`;
  return [
    recordEntry(path, timeless(output)),
    entry(`${path}/connected`, onOff(output.connected)),
    entry(`${path}/tally`, output.tally ?? 'unknown', listed(tallies), `${output.name}: tally`),
    ...output.scenes.flatMap((scene) => sceneEntries(output, path, scene)),
  ];
};

const bankEntries = (bank: Bank): readonly Entry[] => {
  const path = `banks/${levelOf(bank.key)}`;
  return [recordEntry(path, bank), entry(`${path}/active`, onOff(bank.active))];
};

const activeBankEntry = (banks: readonly Bank[]): Entry =>
  entry('active-bank', banks.find(({ active }) => active)?.key ?? 'none', text, 'Active bank');

const signalEntries = (signal: Signal): readonly Entry[] => {
  const path = `signals/${levelOf(signal.identifier)}`;
  const value = signal.value === null ? 'unknown' : onOff(signal.value);
  return [
    recordEntry(path, signal),
    entry(path, value, switched(), signal.name),
    entry(`${path}/connected`, onOff(signal.connected)),
  ];
};

const cameraEntries = (camera: Camera): readonly Entry[] => {
  const path = `cameras/${levelOf(camera.id)}`;
  return [
    recordEntry(path, camera),
    entry(`${path}/connected`, onOff(camera.connected)),
    entry(`${path}/angle`, camera.angle ?? 'none', text, `${camera.name}: angle`),
    entry(`${path}/tally`, camera.tally ?? 'unknown', listed(tallies), `${camera.name}: tally`),
  ];
};

const macroEntries = (macro: Macro): readonly Entry[] => {
  const path = `macros/${levelOf(macro.id)}`;
  return [
    recordEntry(path, macro),
    entry(`${path}/state`, macro.state, listed(['idle', 'running']), macro.name),
    entry(`${path}/step`, String(macro.step)),
  ];
};

const automationEntries = (automation: Automation): readonly Entry[] => {
  const path = `automations/${levelOf(automation.id)}`;
  const states = ['stopped', 'running', 'paused', 'failed'];
  return [
    recordEntry(path, automation),
    entry(`${path}/state`, automation.state, listed(states), automation.name),
    entry(`${path}/next-run-at`, automation.nextRunAt ?? 'none'),
  ];
};

const alarmEntries = (alarm: Alarm): readonly Entry[] => {
  const path = `alarms/${alarm.kind}/${levelOf(alarm.subject)}`;
  return [recordEntry(path, alarm), entry(path, alarm.message)];
};

const healthEntries = ({ alarms, health }: PublishedState): readonly Entry[] => [
  ...(alarms === undefined ? [] : [entry('alarms/open', String(alarms.length), text, 'Open alarms')]),
  ...(alarms ?? []).flatMap(alarmEntries),
  ...(health === undefined ? [] : [entry('health', health, switched('degraded', 'ok', 'problem'), 'Health')]),
];

/** Returns the entries of records; none if the host may not read them. */
const each = <A>(records: readonly A[] | undefined, entriesOfOne: (record: A) => readonly Entry[]): readonly Entry[] =>
  records?.flatMap((record) => entriesOfOne(record)) ?? [];

/** Returns all entries, in an order in which what matters most comes first. */
export const entriesOf = (state: PublishedState): readonly Entry[] => {
  const { studio, station, stations, outputs, banks, signals, cameras, macros, automations } = state.records;
  return [
    ...(studio === undefined ? [] : studioEntries(studio)),
    ...(station === undefined ? [] : holderEntries(station)),
    ...healthEntries(state),
    ...each(outputs, outputEntries),
    ...(banks === undefined ? [] : [activeBankEntry(banks)]),
    ...each(signals, signalEntries),
    ...each(cameras, cameraEntries),
    ...each(macros, macroEntries),
    ...each(automations, automationEntries),
    ...each(stations, stationEntries),
    ...each(banks, bankEntries),
  ];
};
