// Why a call was answered as it was, as the page shows it. A service may send any step and any error code.
import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../../../../adapters/web/console/activity/steps.js';

const call = {
  time: 1,
  address: '10.0.0.1',
  caller: null,
  method: 'GET',
  path: '/api/v2/signals',
  status: 404,
  answeredAfterMs: 1,
} as const;

describe('the reason of a call', () => {
  it('is that of its step and its error', () => {
    expect(reasonOf({ ...call, decidedBy: { step: 'host' }, error: 'not_found' })).toBe(
      'Admitted: the studio’s host itself, but there is no such record or route.',
    );
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'of_a_newer_service'])(
    'is the name of a step or error without a label, such as %s',
    (name) => {
      expect(reasonOf({ ...call, decidedBy: { step: name }, error: null })).toBe(`Decided by ${name}.`);
      expect(reasonOf({ ...call, decidedBy: null, error: name })).toBe(
        `Answered before the caller was checked, but ${name}.`,
      );
    },
  );
});
