// Recorded replies of a real CasparCG server, and what the values of every layer and channel must be.
import { strict as assert } from 'node:assert';
import type { LayerState } from '../../../adapters/drivers/casparcg/layer-state.js';
import { recordedExchanges } from '../../adapters/drivers/casparcg/recording.js';
import { asBytes } from './target.js';

/** The replies of the recording. */
export const replies = recordedExchanges.map(({ reply }) => asBytes(reply)).filter((reply) => reply !== '');

const isTime = (seconds: number): boolean => Number.isFinite(seconds) && seconds >= 0;

/** Fails unless the values of a layer are in their ranges. */
export const checkLayer = ({ foreground, cuedPath, cuedProducer }: LayerState): void => {
  assert.ok(isTime(foreground.timeS) && isTime(foreground.totalS));
  assert.equal(typeof foreground.producer, 'string');
  for (const text of [foreground.path, cuedPath, cuedProducer])
    assert.ok(['string', 'undefined'].includes(typeof text));
  for (const flag of [foreground.paused, foreground.loop]) assert.equal(typeof flag, 'boolean');
};

/** Fails unless a frame rate is in its range. */
export const checkRate = (framesPerSecond: number): void => {
  assert.ok(framesPerSecond >= 1 && framesPerSecond <= 1_000);
};
