// The layers of a simulated CasparCG server, as pure state: what is done to them, and what is seen on them.
import { empty, hasPicture, paused, resumed, type Producer } from './producer.js';

/** A layer. */
export interface StageLayer {
  readonly foreground: Producer;
  readonly background: Producer;
  /** What was seen before the foreground came, and is for as long as that has no picture. */
  readonly behind: Producer;
}

/** All layers ever used, by channel and layer as in `1-10`. */
export type Stage = ReadonlyMap<string, StageLayer>;

export const emptyStage: Stage = new Map();

const blank: StageLayer = { foreground: empty, background: empty, behind: empty };

export const layerOf = (stage: Stage, place: string): StageLayer => stage.get(place) ?? blank;

const put = (stage: Stage, place: string, changes: Partial<StageLayer>): Stage =>
  new Map([...stage, [place, { ...layerOf(stage, place), ...changes }]]);

/** What is really seen on a layer. */
export const seen = ({ foreground, behind }: StageLayer, now: number): Producer =>
  hasPicture(foreground, now) ? foreground : behind;

/** Something comes into the foreground; nothing is left in the background. */
export const show = (stage: Stage, place: string, foreground: Producer, now: number): Stage =>
  put(stage, place, { foreground, background: empty, behind: seen(layerOf(stage, place), now) });

export const load = (stage: Stage, place: string, background: Producer): Stage => put(stage, place, { background });

/** Plays what is in the background, else what is paused in the foreground. */
export const playOn = (stage: Stage, place: string, now: number): Stage => {
  const { foreground, background } = layerOf(stage, place);
  if (background.kind === 'empty') return put(stage, place, { foreground: resumed(foreground, now) });
  const ready = background.kind === 'file' ? { ...background, pictureAtMs: now } : background;
  return show(stage, place, ready, now);
};

export const pause = (stage: Stage, place: string, now: number): Stage =>
  put(stage, place, { foreground: paused(layerOf(stage, place).foreground, now) });

export const resume = (stage: Stage, place: string, now: number): Stage =>
  put(stage, place, { foreground: resumed(layerOf(stage, place).foreground, now) });

export const stop = (stage: Stage, place: string): Stage => put(stage, place, { foreground: empty, behind: empty });

/** Takes layers away: those of a channel, or one of them. */
export const clear = (stage: Stage, isMeant: (place: string) => boolean): Stage =>
  new Map([...stage].filter(([place]) => !isMeant(place)));
