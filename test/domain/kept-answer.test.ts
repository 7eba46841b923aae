// Stored answers to actions with an idempotency key: what a file may contain.
import { expect, it } from 'vitest';
import { KeptAnswer } from '../../domain/kept-answer.js';

const answer = { owner: 'panel', key: 'k', call: 'c', endsAtMs: 1 };

it.each([
  { result: 'accepted' },
  { result: { body: { ok: true }, plain: 'OK' } },
  { failure: { code: 'ack_timeout', message: 'no acknowledgement' } },
])('@IDEMPOTENCY-9: an answer is stored as %j', (response) => {
  expect(KeptAnswer.is({ ...answer, response })).toBe(true);
  expect(KeptAnswer.is({ ...answer, response, action: 'a-1' })).toBe(true);
});

it.each([
  { result: 'refused' },
  { result: { body: 'OK', plain: 'OK' } },
  { failure: { code: 'unknown', message: '' } },
  {},
])('@IDEMPOTENCY-9: the answer %j is not one', (response) => {
  expect(KeptAnswer.is({ ...answer, response })).toBe(false);
});
