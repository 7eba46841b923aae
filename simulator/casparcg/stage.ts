// The layers of a simulated CasparCG server as pure state: the changes that commands make, and what is visible.
import {
  emptyProducer,
  followsAtMs,
  hasFinished,
  isVisible,
  paused,
  resumed,
  type FileProducer,
  type HtmlProducer,
  type Producer,
} from './producer.js';

/** A layer. */
export interface StageLayer {
  readonly foreground: Producer;
  readonly background: Producer;
  /** What was visible before the foreground. It stays visible until the foreground has a picture. */
  readonly previous: Producer;
  /** The same layer before it was emptied. The server shows it a little longer. */
  readonly before?: { readonly layer: StageLayer; readonly untilMs: number };
  /** Whether the background is to follow at the end of the foreground. */
  readonly isAuto?: boolean;
  /** Whether the layer was removed, and isn't reported once it is empty. */
  readonly isRemoved?: boolean;
}

/** All layers used so far. The key is the address: channel and layer, as in `1-10`. */
export type Stage = ReadonlyMap<string, StageLayer>;

export const emptyStage: Stage = new Map();

const emptyLayer: StageLayer = { foreground: emptyProducer, background: emptyProducer, previous: emptyProducer };

export const layerOf = (stage: Stage, address: string): StageLayer => stage.get(address) ?? emptyLayer;

const put = (stage: Stage, address: string, changes: Partial<StageLayer>): Stage =>
  new Map([...stage, [address, { ...withoutBefore(layerOf(stage, address)), ...changes }]]);

const withoutBefore = ({ foreground, background, previous, isAuto = false }: StageLayer): StageLayer => ({
  foreground,
  background,
  previous,
  isAuto,
});

/** Returns a layer as the server shows it; undefined if it was removed. */
export const shownLayer = (layer: StageLayer, now: number): StageLayer | undefined => {
  if (layer.before !== undefined && now < layer.before.untilMs) return layer.before.layer;
  return layer.isRemoved === true ? undefined : layer;
};

/** Returns what is visible on a layer. */
export const visibleProducer = (layer: StageLayer, now: number): Producer => {
  const { foreground, previous } = shownLayer(layer, now) ?? emptyLayer;
  return isVisible(foreground, now) ? foreground : previous;
};

/** Returns what is visible on a layer. A finished file counts as empty. */
export const unfinishedProducer = (layer: StageLayer, now: number): Producer => {
  const producer = visibleProducer(layer, now);
  return producer.kind === 'file' && hasFinished(producer, now) ? emptyProducer : producer;
};

/** Puts a producer into the foreground and empties the background. */
export const show = (stage: Stage, address: string, foreground: Producer, now: number): Stage =>
  put(stage, address, {
    foreground,
    background: emptyProducer,
    isAuto: false,
    previous: visibleProducer(layerOf(stage, address), now),
  });

/** Loads a producer into the background, to follow by itself if `isAuto`. */
export const load = (stage: Stage, address: string, background: Producer, isAuto: boolean): Stage =>
  put(stage, address, { background, isAuto });

/** Starts what is loaded. A file's first picture is visible at once if it has been decoded by now. */
const startedAt = (loaded: Producer, now: number): Producer => {
  if (loaded.kind !== 'file' && loaded.kind !== 'image') return loaded;
  const pictureAtMs = Math.max(now, loaded.pictureAtMs);
  return loaded.kind === 'file' ? { ...loaded, pictureAtMs, beginningAtMs: pictureAtMs } : { ...loaded, pictureAtMs };
};

/** When a producer was loaded, or has its first picture, in milliseconds since 1970 UTC. */
const loadedAtMs = (loaded: Producer): number => ('pictureAtMs' in loaded ? loaded.pictureAtMs : 0);

/** Plays what is in the background; if that is empty, resumes the foreground. */
export const playOn = (stage: Stage, address: string, now: number): Stage => {
  const { foreground, background } = layerOf(stage, address);
  if (background.kind === 'empty') return put(stage, address, { foreground: resumed(foreground, now) });
  return show(stage, address, startedAt(background, now), now);
};

/** Plays what was to follow by itself, if it was due by now. */
export const followed = (stage: Stage, now: number): Stage => {
  let next = stage;
  for (const [address, { foreground, background, isAuto }] of stage) {
    const atMs = isAuto === true ? followsAtMs(foreground, background) : Infinity;
    if (atMs <= now) next = playOn(next, address, Math.max(atMs, loadedAtMs(background)));
  }
  return next;
};

export const pause = (stage: Stage, address: string, now: number): Stage =>
  put(stage, address, { foreground: paused(layerOf(stage, address).foreground, now) });

export const resume = (stage: Stage, address: string, now: number): Stage =>
  put(stage, address, { foreground: resumed(layerOf(stage, address).foreground, now) });

/** Changes the file or the template in the foreground. */
export const change = (stage: Stage, address: string, foreground: FileProducer | HtmlProducer): Stage =>
  put(stage, address, { foreground });

const beforeIt = (layer: StageLayer, now: number, untilMs: number) => {
  const shown = shownLayer(layer, now);
  return shown === undefined ? {} : { before: { layer: shown, untilMs } };
};

/** Empties the foreground. The layer shows it until `untilMs`. */
export const stop = (stage: Stage, address: string, now: number, untilMs: number): Stage => {
  const before = beforeIt(layerOf(stage, address), now, untilMs);
  return put(stage, address, { foreground: emptyProducer, previous: emptyProducer, isAuto: false, ...before });
};

/** Removes every layer whose address matches. They are shown until `untilMs`. */
export const clear = (stage: Stage, isCleared: (address: string) => boolean, now: number, untilMs: number): Stage =>
  new Map(
    [...stage].map(([address, layer]) => {
      if (!isCleared(address)) return [address, layer];
      return [address, { ...emptyLayer, ...beforeIt(layer, now, untilMs), isRemoved: true }];
    }),
  );
