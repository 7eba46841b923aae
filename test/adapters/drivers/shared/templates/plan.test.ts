// States that the studio file doesn't have.
import { describe, expect, it } from 'vitest';
import { headPlan, linePlan, scenePlan, type Plan } from '../../../../../adapters/drivers/shared/templates/plan.js';
import { ReceivedText } from '../../../../../adapters/drivers/shared/templates/text-match.js';
import { protocol } from './record-bench.js';

const readWith = (plan: Plan<string, ReceivedText>, ...texts: readonly string[]) =>
  texts.map((text) => plan.read?.(new ReceivedText(text)));

describe('a state that is not configured', () => {
  it('of a camera is unknown, and any other text is none', () => {
    const settings = { recall: 'GO {preset}', presets: { wide: 1, close: 2 }, state: { is: 'AT {preset}' } };
    expect(readWith(headPlan(protocol, settings), 'AT 2', 'AT 9', 'OK')).toEqual(['close', null, undefined]);
  });

  it('of a line is unknown, and a text without the value is none', () => {
    const state = { on: { pointer: '/ison', equals: true }, off: { pointer: '/ison', equals: false } };
    const texts = ['{"ison":false}', '{"ison":"broken"}', '{"ison":null}', '{"other":1}', 'OK'];
    expect(readWith(linePlan(protocol, { state }), ...texts)).toEqual(['off', null, null, undefined, undefined]);
  });

  it('of a scene is unknown, and that of another scene is none', () => {
    const state = { playing: '{scene}: {media}', stopped: '{scene}: nothing' };
    const settings = { play: 'PLAY', stop: 'STOP', scenes: { left: 'A' }, state };
    const clip = { number: 1, key: 'opener', name: 'Opener' };
    const plan = scenePlan(protocol, settings, { scene: 'left', selections: new Map([['p', { bank: 'news', clip }]]) });
    expect(readWith(plan, 'A: opener', 'A: nothing', 'A: film', 'B: opener')).toEqual(['p', '', null, undefined]);
  });
});
