// States that the studio file doesn't have, and states that are shown right after a command.
import { describe, expect, it } from 'vitest';
import { headPlan, linePlan, scenePlan, type Plan } from '../../../../../adapters/drivers/shared/templates/plan.js';
import { ReceivedText } from '../../../../../adapters/drivers/shared/templates/text-match.js';
import { commandResults, sentCommand } from '../../../../contracts/device-commands.js';
import { protocol, recordOf } from './record-bench.js';

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

it('a state that the device had already confirms a command from 50 ms after it on', async () => {
  const { clock, host, record } = recordOf({ state: { ask: '?', on: '1', off: '0' } });
  record.showed('on', host.moment());
  const sent = sentCommand(record.send('on'));
  await clock.advance(49);
  record.showed('on', host.moment());
  expect(await commandResults(sent)).toEqual(['pending', 'pending']);
  await clock.advance(1);
  record.showed('on', host.moment());
  expect(await commandResults(sent)).toEqual(['done', 'done']);
});

it.each([
  ['shows nothing', [], 'done'],
  ['shows another state meanwhile', ['off'], 'pending'],
  ['shows another state, and the same again', ['off', 'on'], 'done'],
])('of a device that is not asked, a state that it had already confirms a command: it %s', async (...given) => {
  const [, states, expected] = given;
  const { clock, host, record } = recordOf({ state: { on: '1', off: '0' } });
  record.showed('on', host.moment());
  const sent = sentCommand(record.send('on'));
  await clock.advance(20);
  for (const state of states) record.showed(state, host.moment());
  await clock.advance(29);
  expect((await commandResults(sent))[1]).toBe('pending');
  await clock.advance(1);
  expect((await commandResults(sent))[1]).toBe(expected);
});

it('a record that is lost leaves no timer behind', async () => {
  const { clock, host, record } = recordOf({ state: { on: '1', off: '0' } });
  record.showed('on', host.moment());
  const sent = sentCommand(record.send('on'));
  record.lost('the connection was lost');
  expect([clock.waiting(), await commandResults(sent)]).toEqual([0, ['device_error', 'device_error']]);
});
