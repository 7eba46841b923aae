// What is true of the studio now, as events and conditions of automations ask for it.
import type { AlarmKind } from '../../domain/studio/alarm-kinds.js';
import type { Condition } from '../../domain/studio/event-trigger.js';
import type { LastRun } from '../../domain/studio/last-run.js';
import type { StudioStatus } from '../../domain/studio/studio.js';
import type { Tally } from '../../domain/studio/tally.js';
import type { TallySubject } from '../../domain/studio/tally-subject.js';
import type { VariableValue } from '../../domain/studio/variable.js';
import type { Alarms } from '../alarms/alarms.js';
import { isAwayAlarm } from '../alarms/device-alarms.js';
import { knownValue } from '../commands/pending-values.js';
import type { Cameras } from '../ports/cameras.js';
import type { Clock } from '../ports/clock.js';
import type { Players, SceneRun } from '../ports/players.js';
import type { SignalLines } from '../ports/signal-lines.js';
import { watchAll, type Watch } from '../ports/watch.js';
import type { StudioState } from '../state/studio-state.js';
import { currentCameraTally, currentOutputTally, watchCameraTallies, watchOutputTallies } from '../tally/tallies.js';
import type { Macros } from './macros.js';

/** What events and conditions are read from. */
export interface StudioEventPorts {
  readonly clock: Clock;
  readonly studio: StudioState;
  readonly players: Pick<Players, 'state' | 'watch'>;
  readonly signalLines: Pick<SignalLines, 'value' | 'connected' | 'watch'>;
  readonly cameras: Pick<Cameras, 'connected' | 'watch'>;
  readonly macros: Pick<Macros, 'state' | 'watch'>;
  readonly alarms: Pick<Alarms, 'open' | 'watch'>;
}

/** Something that has a value; undefined while that is unknown. */
export interface Fact<Value> {
  readonly read: () => Value | undefined;
  readonly watch: Watch<unknown>;
}

/** The clip on a scene; null for none. */
export type Running = Pick<SceneRun, 'bank' | 'startedAtMs'> & { readonly clip: string };

type Scenes = Extract<Condition, { readonly clip: unknown }>['clip'];

/** The device of an output, signal or camera: away, or not; unknown from its loss until it counts as away. */
const isAway = (ports: StudioEventPorts, id: string): boolean | undefined => {
  const { studio, players, signalLines, cameras, alarms } = ports;
  const { outputs, signals, cameras: heads } = studio.layout;
  const has = (records: readonly { readonly id: string }[]): boolean => records.some((record) => record.id === id);
  const isConnected =
    (has(outputs) && players.state(id).connected) ||
    (has(signals) && signalLines.connected(id)) ||
    (has(heads) && cameras.connected(id));
  if (isConnected) return false;
  return alarms.open().some((alarm) => isAwayAlarm(studio, alarm, id)) || undefined;
};

const tallyFact = (ports: StudioEventPorts, subject: TallySubject): Fact<Tally> => {
  if ('output' in subject)
    return {
      read: () => currentOutputTally(ports)({ id: subject.output }) ?? undefined,
      watch: watchOutputTallies(ports),
    };
  const cameraOf = () => ports.studio.layout.cameras.find(({ id }) => id === subject.camera);
  return {
    read: () => currentCameraTally(ports)(cameraOf() ?? {}) ?? undefined,
    watch: watchCameraTallies(ports),
  };
};

const clipFact = ({ players }: StudioEventPorts, output: string, scene: string): Fact<Running | null> => ({
  read: () => {
    const { connected, scenes } = players.state(output);
    const state = scenes.find(({ id }) => id === scene);
    if (!connected || state === undefined || state.isUnknown === true) return undefined;
    const { run } = state;
    return run && { bank: run.bank, clip: run.clip.key, startedAtMs: run.startedAtMs };
  },
  watch: players.watch,
});

/** What is true of a studio. Records are named by their ids. */
export interface Facts {
  readonly studio: Fact<StudioStatus>;
  readonly holder: Fact<string | null>;
  readonly variable: (id: string) => Fact<VariableValue>;
  readonly signal: (id: string) => Fact<boolean>;
  readonly tally: (subject: TallySubject) => Fact<Tally>;
  /** The ids of the open alarms of a kind or of any. */
  readonly alarms: (kind: AlarmKind | undefined) => Fact<readonly string[]>;
  readonly lastRun: (macro: string) => Fact<LastRun | null>;
  readonly away: (id: string) => Fact<boolean>;
  readonly clip: (output: string, scene: string) => Fact<Running | null>;
  readonly scenesOf: (scenes: Pick<Scenes, 'output' | 'scene'>) => readonly string[];
}

/** Returns what is true of a studio. */
export const factsOf = (ports: StudioEventPorts): Facts => {
  const { studio, players, signalLines, cameras, macros, alarms } = ports;
  const ofStudio = <Value>(read: () => Value | undefined): Fact<Value> => ({ read, watch: studio.watch });
  return {
    studio: ofStudio<StudioStatus>(() => studio.runtime().status),
    holder: ofStudio<string | null>(() => studio.runtime().holder),
    variable: (id) => ofStudio(() => studio.runtime().variables[id]),
    signal: (id) => ({
      read: () => knownValue(signalLines, id) ?? undefined,
      watch: signalLines.watch,
    }),
    tally: (subject) => tallyFact(ports, subject),
    alarms: (kind) => ({
      read: () => alarms.open().flatMap((alarm) => (kind === undefined || kind === alarm.kind ? [alarm.id] : [])),
      watch: alarms.watch,
    }),
    lastRun: (id) => ({
      read: () => {
        const macro = studio.layout.macros.find((one) => one.id === id);
        return macro && macros.state(macro).lastRun;
      },
      watch: macros.watch,
    }),
    away: (id) => ({
      read: () => isAway(ports, id),
      watch: watchAll<unknown>([alarms.watch, players.watch, signalLines.watch, cameras.watch]),
    }),
    clip: (output, scene) => clipFact(ports, output, scene),
    scenesOf: ({ output, scene }) =>
      scene === undefined ? (studio.layout.outputs.find(({ id }) => id === output)?.scenes ?? []) : [scene],
  };
};
