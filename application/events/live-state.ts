// What the studio is doing, read for operators who watch it at the console: everything that the host itself may read.
import type { AccessPolicy } from '../../domain/access/access-policy.js';
import type { Caller } from '../../domain/access/caller.js';
import { boundedLiveState, liveGroups, type LiveEntry, type LiveState } from '../../domain/console/live-state.js';
import type { Automation } from '../../domain/studio/automation.js';
import type { Output } from '../../domain/studio/output.js';
import type { CurrentAccess } from '../ports/current-access.js';
import type { Watch } from '../ports/watch.js';
import type { WatchedSource } from '../ports/watched-source.js';
import type { StudioState } from '../state/studio-state.js';
import type { Events } from './events.js';
import type { StateRecords } from './state-parts.js';

/** What the state is read from. */
export interface LiveStateDeps {
  readonly events: Pick<Events, 'state' | 'watch'>;
  readonly studio: Pick<StudioState, 'watchLayout'>;
  readonly access: CurrentAccess & { readonly watch: Watch<AccessPolicy> };
}

/** The host itself, which may read what no switch hides. */
export const host: Caller = { kind: 'loopback' };

/** Returns what the player of an output that doesn't lead shows in a scene; nothing if there is none. */
const otherIn = ({ lead, players }: Output, scene: string): Pick<Extract<LiveEntry, { kind: 'scene' }>, 'other'> => {
  const other = players?.find(({ player }) => player !== lead);
  if (other === undefined) return {};
  const { player, connected, scenes } = other;
  return { other: { player, connected, clip: scenes.find(({ id }) => id === scene)?.clip ?? null } };
};

const sceneEntries = (output: Output): readonly LiveEntry[] =>
  output.scenes.map(({ id, clip, cued, remainingMs, durationMs, paused, loop, playlist }) => ({
    kind: 'scene',
    output: output.name,
    scene: output.scenes.length === 1 ? null : id,
    connected: output.connected,
    tally: output.tally,
    clip,
    cued: cued?.clip ?? null,
    remainingMs,
    durationMs: durationMs === null ? null : Math.round(durationMs),
    paused,
    loop,
    ...otherIn(output, id),
    playlist: playlist && { bank: playlist.bank, at: playlist.at, of: playlist.of },
  }));

const automationEntry = ({ name, state }: Automation): readonly LiveEntry[] =>
  state === 'stopped' ? [] : [{ kind: 'automation', name, state }];

const entriesOf = ({ outputs, macros, automations, cameras, signals }: StateRecords): readonly LiveEntry[] => [
  ...(outputs ?? []).flatMap(sceneEntries),
  ...(macros ?? [])
    .filter(({ state }) => state === 'running')
    .map(({ name, step, steps }) => ({ kind: 'macro' as const, name, step, steps })),
  ...(automations ?? []).flatMap(automationEntry),
  ...(cameras ?? []).map(({ name, connected, tally }) => ({ kind: 'camera' as const, name, connected, tally })),
  ...(signals ?? []).map(({ name, connected, value }) => ({ kind: 'signal' as const, name, connected, value })),
];

/** Returns what a studio is doing (LIVE-1). */
export const liveStateOf = (records: StateRecords): LiveState =>
  boundedLiveState({
    status: records.studio?.status ?? null,
    holder: records.station?.name ?? null,
    unreadable: liveGroups.filter((group) => records[group] === undefined),
    entries: entriesOf(records),
    notShown: 0,
  });

/** Calls `onChange` after every change of what the host may read, until the returned function is called. */
export const watchState = ({ events, studio, access }: LiveStateDeps, onChange: () => void): (() => void) => {
  const ends = [events.watch(onChange), studio.watchLayout(onChange), access.watch(onChange)];
  return () => {
    for (const end of ends) end();
  };
};

/**
 * Returns the source of what the studio is doing: the newest state, after each change and each time that an operator
 * begins to watch. It reads nothing while nobody watches.
 */
export const liveStateSource = (deps: LiveStateDeps): WatchedSource<LiveState> => {
  let isPending = false;
  let listener = (): void => undefined;
  let stop: (() => void) | undefined;
  const onChange = (): void => {
    isPending = true;
    listener();
  };
  return {
    setWatched: (watched) => {
      if (!watched) {
        stop?.();
        stop = undefined;
        isPending = false;
        return;
      }
      stop ??= watchState(deps, onChange);
      onChange();
    },
    onPending: (onPending) => {
      listener = onPending;
    },
    isPending: () => isPending,
    take: () => {
      isPending = false;
      return liveStateOf(deps.events.state(host));
    },
    onNotSent: () => {
      isPending = stop !== undefined;
    },
  };
};
