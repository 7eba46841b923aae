// What a key shows of the studio: its light, a text, and whether its device is away.
import { t } from '@lingui/core/macro';
import type { Panel } from '../../../../domain/studio/panel.js';
import type { Output, Scene } from '../../../../domain/studio/output.js';
import type { StudioRecord, StudioRecords } from '../live/records.js';

/** A key of a panel. */
export type Key = NonNullable<Panel['pages'][number]['keys'][number]>;

/** `air`: what it is about is on air; `ready`: the next take puts it on air; `on`: it is on, but not on air. */
export type Light = 'air' | 'ready' | 'on' | 'off';

export interface KeyState {
  readonly light: Light;
  /** What stands below the label, such as the time that remains. */
  readonly text: string;
  readonly isAway: boolean;
}

const dark: KeyState = { light: 'off', text: '', isAway: false };

/** Returns a time as a count-down: `1:05`. */
export const countdown = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${String(hours)}:${String(minutes).padStart(2, '0')}:${tail}` : `${String(minutes)}:${tail}`;
};

/** Returns what remains of a scene's clip now, in milliseconds, never more than its length; undefined if that is unknown. */
export const remainingOf = (
  { clip, endsAt, paused, positionMs, durationMs }: Scene,
  now: number,
): number | undefined => {
  if (clip === null) return undefined;
  // The service's time is only estimated here.
  if (endsAt !== null) return Math.min(Math.max(0, Date.parse(endsAt) - now), durationMs ?? Infinity);
  return paused && durationMs !== null && positionMs !== null ? durationMs - positionMs : undefined;
};

const remainingText = (scene: Scene, now: number): string => {
  const ms = remainingOf(scene, now);
  return ms === undefined ? '' : `${countdown(ms)}${scene.paused ? ` ${t`paused`}` : ''}`;
};

/** Returns the word for a value; the value itself if there is none. */
const wordFor = (words: Readonly<Record<string, string>>, value: unknown): string => {
  const text = typeof value === 'string' ? value : '';
  return (Object.hasOwn(words, text) ? words[text] : undefined) ?? text;
};

const tallyTexts = { program: t`program`, preview: t`preview`, off: t({ message: 'off', context: 'tally' }) };

const automationTexts = { running: t`running`, paused: t`paused`, stopped: t`stopped`, failed: t`failed` };

const tallyText = (tally: unknown): string => wordFor(tallyTexts, tally);

/** The scenes that a key is about: the one that it names, or all of the output. */
const scenesOf = ({ scenes }: Output, scene: string | null): readonly Scene[] =>
  scenes.filter(({ id }) => scene === null || id.toLowerCase() === scene.toLowerCase());

const onAir = ({ tally }: Output): Light => (tally === 'program' ? 'air' : 'on');

const clipState = (output: Output, { scene, bank, clip }: NonNullable<Key['about']>, now: number): KeyState => {
  const scenes = scenesOf(output, scene);
  const playing = scenes.find((one) => one.clip === clip && one.bank === bank);
  if (playing !== undefined) return { ...dark, light: onAir(output), text: remainingText(playing, now) };
  const isCued = scenes.flatMap((one) => one.cued ?? []).some((cued) => cued.clip === clip && cued.bank === bank);
  return { ...dark, light: isCued ? 'ready' : 'off', text: isCued ? t`cued` : '' };
};

const cuedLight = (scenes: readonly Scene[]): KeyState => {
  const [cued] = scenes.flatMap((scene) => scene.cued ?? []);
  return { ...dark, light: cued === undefined ? 'off' : 'ready', text: cued?.clip ?? '' };
};

const playingText = (scenes: readonly Scene[]): string => scenes.find(({ clip }) => clip !== null)?.clip ?? '';

/** How keys that name no clip show an output, by the operations that they name. */
const outputStates: Readonly<Record<string, (output: Output, scenes: readonly Scene[], now: number) => KeyState>> = {
  'output.take': (_, scenes) => cuedLight(scenes),
  'output.pause': (_, scenes) => {
    const isPaused = scenes.some(({ paused }) => paused);
    return { ...dark, light: isPaused ? 'on' : 'off', text: isPaused ? t`paused` : '' };
  },
  'output.remaining': (_, scenes, now) => {
    const playing = scenes.find(({ clip }) => clip !== null);
    return { ...dark, text: playing === undefined ? '' : remainingText(playing, now) };
  },
  'output.tally': ({ tally }) => ({ ...dark, light: tally === 'program' ? 'air' : 'off', text: tallyText(tally) }),
  'output.get': (output, scenes) => {
    const text = playingText(scenes);
    return { ...dark, light: text === '' ? 'off' : onAir(output), text };
  },
};

/** A key that begins a playlist shows where that stands. */
const playlistState = (scenes: readonly Scene[], { with: values }: Key): KeyState => {
  const [running] = scenes.flatMap(({ playlist }) => playlist ?? []);
  if (running === undefined || running.bank.toLowerCase() !== values['key']?.toLowerCase()) return dark;
  return { ...dark, light: 'on', text: t`${String(running.at)} of ${String(running.of)}` };
};

const outputState = (output: Output, key: Key, now: number): KeyState => {
  const { press, show, about } = key;
  if (about === null) return dark;
  if (about.clip !== null) return clipState(output, about, now);
  if (press === 'playlist.play') return playlistState(scenesOf(output, about.scene), key);
  return outputStates[press ?? show ?? '']?.(output, scenesOf(output, about.scene), now) ?? dark;
};

const lit = (isLit: boolean, text = ''): KeyState => ({ ...dark, light: isLit ? 'on' : 'off', text });

const valueText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? t`on` : t`off`;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Returns a value as a call has it. */
const plainText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return valueText(value);
};

/** How the keys of each kind of record show it. */
const states: Readonly<Record<string, (record: StudioRecord, key: Key) => KeyState>> = {
  signals: ({ value }, { press }) =>
    press === null ? lit(value === true, valueText(value)) : lit(value === true && press !== 'signal.off'),
  cameras: ({ angle, tally }, { press, show, with: values }) => {
    if (show === 'camera.tally') return { ...dark, light: tally === 'program' ? 'air' : 'off', text: tallyText(tally) };
    const isThere = typeof angle === 'string' && angle.toLowerCase() === values['angle']?.toLowerCase();
    return press === null ? { ...dark, text: valueText(angle) } : lit(isThere);
  },
  banks: ({ active }) => lit(active === true),
  variables: ({ value }, { press, with: values }) =>
    press === null ? { ...dark, text: valueText(value) } : lit(plainText(value) === values['value']),
  macros: ({ state, step, steps }) =>
    lit(state === 'running', state === 'running' ? t`${String(step)} of ${String(steps)}` : ''),
  automations: ({ state }) => lit(state === 'running', wordFor(automationTexts, state)),
  studio: ({ status }, { press, show }) => {
    const isOnAir = status === 'on_air';
    if (show !== null) return { ...dark, light: isOnAir ? 'air' : 'off', text: isOnAir ? t`on air` : t`off air` };
    return { ...dark, light: isOnAir && press === 'studio.onair' ? 'air' : 'off' };
  },
  station: ({ id, name }, { show, with: values }) => {
    if (show !== null) return { ...dark, text: valueText(name) };
    const asked = values['id']?.toLowerCase();
    return lit([id, name].some((one) => String(one).toLowerCase() === asked));
  },
};

/** Returns what a key shows. `now` is the service's time in milliseconds since 1970 UTC. */
export const keyState = (key: Key, records: StudioRecords, now: number): KeyState => {
  const { about } = key;
  if (about === null) return dark;
  const record = records.get(about.kind)?.get(about.id ?? '');
  if (record === undefined) return dark;
  const shown =
    about.kind === 'outputs' ? outputState(record as unknown as Output, key, now) : states[about.kind]?.(record, key);
  return { ...(shown ?? dark), isAway: record['connected'] === false };
};
