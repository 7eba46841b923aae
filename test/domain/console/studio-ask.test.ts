// What is sent of asks and answers.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { providerUsername } from '../../../domain/console/operators.js';
import { parseStudioAnswer, readStudioAsk, sentAnswer, type Answered } from '../../../domain/console/studio-ask.js';
import { failure, invalid } from '../../../domain/failure.js';

describe('an ask', () => {
  const ask = { id: '1', operator: 'anna', request: { ask: 'read' } };

  it('has an id, an operator, a request and a topic, and nothing else', () => {
    expect(readStudioAsk({ ...ask, about: 'as-run', isHost: true })).toEqual({ ...ask, about: 'as-run' });
  });

  it('of a console of an earlier version is about the studio file', () => {
    expect(readStudioAsk(ask)).toEqual({ ...ask, about: 'editing' });
  });

  it.each(['sso:-ada@example.org', providerUsername([], 'x'.repeat(99)), `api-token:${'n'.repeat(64)}`])(
    'comes from %s too',
    (operator) => {
      expect(readStudioAsk({ ...ask, operator })?.operator).toBe(operator);
    },
  );

  it.each([
    {},
    { ...ask, operator: 'anna:host' },
    { ...ask, operator: 'api-token:' },
    { ...ask, operator: `api-token:${'n'.repeat(65)}` },
    { ...ask, operator: '' },
    { ...ask, request: [] },
    { ...ask, id: 7 },
    { ...ask, about: '' },
  ])('%j is none', (input) => {
    expect(readStudioAsk(input)).toBeUndefined();
  });
});

describe('an answer', () => {
  const issue = { path: 'change', expected: 'a text', got: '7', suggestion: 'text' };
  const received = (answered: Answered) =>
    parseStudioAnswer(JSON.parse(JSON.stringify(sentAnswer({ id: '1', answered }))));

  it.each<Answered>([
    E.right({ result: 'saved' }),
    E.left(failure('not_found', 'version 3 is not kept')),
    E.left(failure('unavailable', 'busy')),
    E.left(invalid([issue])),
    E.left(invalid([{ path: 'ask', expected: 'one of read, save' }])),
    E.left({ code: 'conflict', message: 'both', issues: [issue] }),
  ])('%j arrives', (answered) => {
    expect(received(answered)).toEqual(E.right({ id: '1', answered }));
  });

  it.each(['forbidden', 'unauthorized', 'internal_error'] as const)(
    '%s is a conflict: a service decides nothing about the caller of the console',
    (code) => {
      const answered = E.left({ code: 'conflict', message: 'no', issues: [] });
      expect(received(E.left({ code, message: 'no' }))).toEqual(E.right({ id: '1', answered }));
    },
  );

  it('is shown without tokens', () => {
    const token = `svc_${'a'.repeat(32)}`;
    const issues = [{ ...issue, got: token }];
    const shown = received(E.left({ code: 'invalid_parameter', message: token, issues }));
    expect(JSON.stringify(shown)).not.toContain(token);
  });

  it.each([{}, { id: '1' }, { id: '1', answer: 7 }, { id: '1', failure: { code: 'conflict' } }])(
    '%j is none',
    (body) => {
      expect(E.isLeft(parseStudioAnswer(body))).toBe(true);
    },
  );
});
