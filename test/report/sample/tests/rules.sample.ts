// Tests whose results the report shows.
import { beforeAll, describe, expect, it } from 'vitest';

it('@CONN-1: passes', () => {
  expect(1).toBe(1);
});

it('@CONN-1 @CONN-2: fails if asked to', () => {
  expect(process.env['SAMPLE_FAILS']).toBeUndefined();
});

it.skip('@CONN-1: is skipped', () => undefined);

it('names no rule', () => undefined);

describe('@CONN-2: a suite', () => {
  it('@CONN-3: and its test', () => undefined);
});

describe('a set-up that fails if asked to', () => {
  beforeAll(() => {
    if (process.env['SAMPLE_FAILS'] !== undefined) throw new Error('The set-up failed.');
  });

  it('@CONN-3: is not reached', () => undefined);
});
