// The layers of a simulated CasparCG server as pure state: the changes that commands make, and what is visible.
import { emptyProducer, isVisible, paused, resumed, type Producer } from './producer.js';

/** A layer. */
export interface StageLayer {
  readonly foreground: Producer;
  readonly background: Producer;
  /** What was visible before the foreground. It stays visible until the foreground has a picture. */
  readonly previous: Producer;
}

/** All layers used so far. The key is the address: channel and layer, as in `1-10`. */
export type Stage = ReadonlyMap<string, StageLayer>;

export const emptyStage: Stage = new Map();

const emptyLayer: StageLayer = { foreground: emptyProducer, background: emptyProducer, previous: emptyProducer };

export const layerOf = (stage: Stage, address: string): StageLayer => stage.get(address) ?? emptyLayer;

const put = (stage: Stage, address: string, changes: Partial<StageLayer>): Stage =>
  new Map([...stage, [address, { ...layerOf(stage, address), ...changes }]]);

/** Returns what is visible on a layer. */
export const visibleProducer = ({ foreground, previous }: StageLayer, now: number): Producer =>
  isVisible(foreground, now) ? foreground : previous;

/** Puts a producer into the foreground and empties the background. */
export const show = (stage: Stage, address: string, foreground: Producer, now: number): Stage =>
  put(stage, address, {
    foreground,
    background: emptyProducer,
    previous: visibleProducer(layerOf(stage, address), now),
  });

export const load = (stage: Stage, address: string, background: Producer): Stage => put(stage, address, { background });

/** Plays what is in the background; if that is empty, resumes the foreground. */
export const playOn = (stage: Stage, address: string, now: number): Stage => {
  const { foreground, background } = layerOf(stage, address);
  if (background.kind === 'empty') return put(stage, address, { foreground: resumed(foreground, now) });
  const ready = background.kind === 'file' ? { ...background, pictureAtMs: now } : background;
  return show(stage, address, ready, now);
};

export const pause = (stage: Stage, address: string, now: number): Stage =>
  put(stage, address, { foreground: paused(layerOf(stage, address).foreground, now) });

export const resume = (stage: Stage, address: string, now: number): Stage =>
  put(stage, address, { foreground: resumed(layerOf(stage, address).foreground, now) });

export const stop = (stage: Stage, address: string): Stage =>
  put(stage, address, { foreground: emptyProducer, previous: emptyProducer });

/** Removes every layer whose address matches. */
export const clear = (stage: Stage, isCleared: (address: string) => boolean): Stage =>
  new Map([...stage].filter(([address]) => !isCleared(address)));
