// What happens in the studio while automations wait for it, and whether their conditions hold (AUTOMATION-17 to AUTOMATION-19).
import { isEqual } from '../../domain/codec/equality.js';
import { foldRecord } from '../../domain/codec/single-field-union.js';
import {
  isBetween,
  isOnDay,
  type Condition,
  type ConditionCases,
  type EventCases,
  type EventTrigger,
} from '../../domain/studio/event-trigger.js';
import { zoneOffsets } from '../../domain/studio/time-zone.js';
import { watchClipEndings } from '../state/clip-endings.js';
import type { Clock } from '../ports/clock.js';
import { factsOf, type Fact, type Facts, type Running, type StudioEventPorts } from './studio-facts.js';

/** The events of a studio. */
export interface StudioEvents {
  /** Calls `fire` whenever an event comes, until the function that it returns is called. What is so already is no event. */
  readonly follow: (event: EventTrigger, fire: () => void) => () => void;
  /** Whether a condition holds now. What is unknown doesn't hold. */
  readonly holds: (condition: Condition) => boolean;
}

/** How a fact has changed: from and to which value, and whether it was unknown between them. */
type Changed<Value> = (now: Value, before: Value, wasUnknown: boolean) => void;

/** Calls `changed` whenever a fact gets another value than the one that was known last. */
const onChange = <Value>({ read, watch }: Fact<Value>, changed: Changed<Value>): (() => void) => {
  let known = read();
  let wasUnknown = false;
  return watch(() => {
    const now = read();
    if (now === undefined) wasUnknown = true;
    if (now === undefined || isEqual(now, known)) return;
    const [before, isAfterGap] = [known, wasUnknown];
    known = now;
    wasUnknown = false;
    if (before !== undefined) changed(now, before, isAfterGap);
  });
};

/** Calls `fire` when a fact has changed to a value, and has kept it for a time without becoming unknown. */
const onHeld = (
  { read, watch }: Fact<boolean>,
  { on, forMs }: { readonly on: boolean; readonly forMs: number },
  clock: Clock,
  fire: () => void,
): (() => void) => {
  let known = read();
  /** Whether the value has changed to the wanted one, and that has not fired yet. */
  let isAwaited = false;
  let cancel: (() => void) | undefined;
  const stop = (): void => {
    cancel?.();
    cancel = undefined;
  };
  const unwatch = watch(() => {
    const now = read();
    if (now !== on) stop();
    if (now === undefined) return;
    isAwaited = now === on && (isAwaited || (known !== undefined && known !== on));
    known = now;
    if (!isAwaited || cancel !== undefined) return;
    cancel = clock.after(forMs, () => {
      cancel = undefined;
      isAwaited = false;
      fire();
    });
  });
  return () => {
    unwatch();
    stop();
  };
};

/** Whether another clip runs, or the same one anew. Of a player that was lost, the beginnings are not known exactly. */
const hasBegun: (...change: Parameters<Changed<Running | null>>) => boolean = (now, before, wasUnknown) =>
  now !== null && !(wasUnknown && now.clip === before?.clip && now.bank === before.bank);

type ClipContent = Extract<EventTrigger, { readonly clip: unknown }>['clip'];

/** Calls `fire` shortly before the ends of clips, but not for a clip whose end is near already. */
const onEnding = (ports: StudioEventPorts, { output, scene, leadMs }: ClipContent, fire: () => void): (() => void) => {
  let isFollowed = false;
  const stop = watchClipEndings(
    ports,
    (clip) => {
      if (isFollowed && clip.output === output && (scene === undefined || clip.scene === scene)) fire();
    },
    leadMs,
  );
  isFollowed = true;
  return stop;
};

/** Follows the scenes that the output has, also as new layouts change them. */
const onClip = (
  { studio }: Pick<StudioEventPorts, 'studio'>,
  facts: Facts,
  clip: ClipContent,
  fire: () => void,
): (() => void) => {
  const stops = new Map<string, () => void>();
  const followOne = (scene: string): (() => void) =>
    onChange(facts.clip(clip.output, scene), (...change) => {
      if (clip.is === 'started' ? hasBegun(...change) : change[0] === null) fire();
    });
  const keepOnly = (scenes: readonly string[]): void => {
    for (const [scene, stop] of stops) {
      if (scenes.includes(scene)) continue;
      stop();
      stops.delete(scene);
    }
  };
  const followAll = (): void => {
    const scenes = facts.scenesOf(clip);
    keepOnly(scenes);
    for (const scene of scenes) stops.set(scene, stops.get(scene) ?? followOne(scene));
  };
  const unwatch = studio.watchLayout(followAll);
  followAll();
  return () => {
    unwatch();
    keepOnly([]);
  };
};

/** Returns what follows events. */
const followers = (ports: StudioEventPorts, facts: Facts, fire: () => void) => {
  const becoming = <Value>(fact: Fact<Value>, wanted: Value): (() => void) =>
    onChange(fact, (now) => {
      if (isEqual(now, wanted)) fire();
    });
  return foldRecord<EventTrigger, keyof EventCases<never>, () => void>({
    studio: ({ studio }) => becoming(facts.studio, studio),
    variable: ({ variable: { variable, becomes } }) => becoming(facts.variable(variable), becomes),
    tally: ({ tally }) => becoming(facts.tally(tally), tally.is),
    device: ({ device: { id, is } }) => becoming(facts.away(id), is === 'away'),
    signal: ({ signal: { signal, on, forMs } }) =>
      forMs === undefined
        ? becoming(facts.signal(signal), on)
        : onHeld(facts.signal(signal), { on, forMs }, ports.clock, fire),
    macro: ({ macro: { macro, is } }) =>
      onChange(facts.lastRun(macro), (now) => {
        if (now?.outcome === is) fire();
      }),
    alarm: ({ alarm: { kind, is } }) =>
      onChange(facts.alarms(kind), (now, before) => {
        const [those, others] = is === 'raised' ? [now, before] : [before, now];
        if (those.some((id) => !others.includes(id))) fire();
      }),
    station: ({ station, by }) =>
      onChange(facts.holder, (now, before) => {
        const one = station === 'taken' ? now : before;
        if (one !== null && (by === undefined || by === one)) fire();
      }),
    clip: ({ clip }) => (clip.is === 'ending' ? onEnding(ports, clip, fire) : onClip(ports, facts, clip, fire)),
  });
};

/** Returns whether conditions hold. */
const holdsNow = ({ clock, studio }: StudioEventPorts, facts: Facts) => {
  const offsets = () => zoneOffsets(studio.layout.timezone);
  return foldRecord<Condition, keyof ConditionCases<never>, boolean>({
    signal: ({ signal: { signal, on } }) => facts.signal(signal).read() === on,
    studio: ({ studio: status }) => facts.studio.read() === status,
    holder: ({ holder }) => facts.holder.read() === holder,
    variable: ({ variable: { variable, is } }) => facts.variable(variable).read() === is,
    tally: ({ tally }) => facts.tally(tally).read() === tally.is,
    device: ({ device: { id, is } }) => facts.away(id).read() === (is === 'away'),
    macro: ({ macro: { macro, is } }) => facts.lastRun(macro).read()?.outcome === is,
    alarm: ({ alarm: { kind, is } }) => (facts.alarms(kind).read()?.length === 0) === (is === 'cleared'),
    clip: ({ clip }) => {
      const clips = facts.scenesOf(clip).map((scene) => facts.clip(clip.output, scene).read());
      return clip.is === 'on'
        ? clips.some((one) => one !== null && one !== undefined)
        : clips.every((one) => one === null);
    },
    weekdays: ({ weekdays }) => isOnDay(weekdays, clock.now(), offsets()),
    between: ({ between }) => isBetween(between, clock.now(), offsets()),
  });
};

/** Returns the events of a studio. */
export const studioEvents = (ports: StudioEventPorts): StudioEvents => {
  const facts = factsOf(ports);
  return { follow: (event, fire) => followers(ports, facts, fire)(event), holds: holdsNow(ports, facts) };
};
