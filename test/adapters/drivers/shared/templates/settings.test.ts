// Which placeholders the templates and matches of each record may contain, and how often a device is probed.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { probeOf } from '../../../../../adapters/drivers/shared/templates/probe.js';
import {
  headSettings,
  lineSettings,
  playerSettings,
} from '../../../../../adapters/drivers/shared/templates/settings.js';
import { textCodecs } from '../../../../../adapters/drivers/shared/templates/text-protocol.js';
import { templateText } from '../../../../../adapters/drivers/shared/templates/placeholders.js';

/** Settings that are complete; `at` returns the text of each field. */
type Filled = (at: (field: string) => string) => object;

const replies = (at: (field: string) => string): object => ({ accepted: at('accepted'), refused: at('refused') });

const line: Filled = (at) => ({
  ...{ on: at('on'), off: at('off'), ...replies(at) },
  state: { ask: at('ask'), on: at('state.on'), off: at('state.off') },
});

const head: Filled = (at) => ({
  ...{ recall: at('recall'), presets: { wide: 1 }, ...replies(at) },
  state: { ask: at('ask'), is: at('is') },
});

const player: Filled = (at) => ({
  ...{ play: at('play'), stop: at('stop'), ...replies(at) },
  state: { ask: at('ask'), playing: at('playing'), stopped: at('stopped') },
});

const [none, ofHead, ofScene] = [[], ['angle', 'preset'], ['scene']];
const ofClip = ['scene', 'bank', 'clip', 'media', 'number'];
const all = ['angle', 'preset', ...ofClip];

const isLine = (input: object): boolean => E.isRight(lineSettings(textCodecs).decode(input));
const isHead = (input: object): boolean => E.isRight(headSettings(textCodecs).decode(input));
const isPlayer = (input: object): boolean => E.isRight(playerSettings(textCodecs).decode(input));

const records = [
  ['a line', isLine, line, ['on', 'off', 'accepted', 'refused', 'ask', 'state.on', 'state.off'], none],
  ['a camera', isHead, head, ['recall', 'accepted', 'refused', 'is'], ofHead],
  ['a camera', isHead, head, ['ask'], none],
  ['a player', isPlayer, player, ['play', 'accepted', 'refused', 'playing'], ofClip],
  ['a player', isPlayer, player, ['stop', 'ask', 'stopped'], ofScene],
] as const;

const cases = records.flatMap(([record, isComplete, filled, fields, names]) =>
  fields.map((field) => ({ record, isComplete, filled, field, names })),
);

describe.each(cases)('$record', ({ isComplete, filled, field, names }) => {
  it(`may have in ${field}: ${names.join(', ') || 'no placeholder'}`, () => {
    const accepts = (name: string): boolean => isComplete(filled((one) => (one === field ? `a{${name}}` : 'a')));
    expect(all.filter(accepts)).toEqual(names);
  });
});

it.each([
  [undefined, 2_000],
  [99, undefined],
  [100, 100],
  [60_000, 60_000],
  [60_001, undefined],
])('a probe every %s ms is sent every %s ms', (everyMs, expected) => {
  const probe = probeOf(templateText([])).decode({ send: 'PING', ...(everyMs !== undefined && { everyMs }) });
  expect(E.isRight(probe) ? probe.right.everyMs : undefined).toBe(expected);
});
