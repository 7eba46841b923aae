// What a service answers operators about its studio file.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { askAnswerer, type AskAnswererDeps } from '../../../adapters/cloud/ask-answerer.js';
import { maxAskLength } from '../../../domain/console/studio-ask.js';
import { manualClock } from '../../../simulator/clock.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { until } from './link.js';

const ask = (request: object, more: object = {}) => ({ id: '1', operator: 'anna', request, ...more });
const read = { ask: 'read' };

const bench = (editor: AskAnswererDeps['editor'], reads: AskAnswererDeps['reads'] = {}) => {
  const answers: unknown[] = [];
  const log = memoryLog();
  const sendAnswer = (answer: string) => Promise.resolve(void answers.push(JSON.parse(answer)));
  const answerer = askAnswerer({ editor, reads, client: { sendAnswer }, clock: manualClock(), log });
  const answered = async (data: unknown): Promise<unknown> => {
    const before = answers.length;
    answerer.answer(data);
    await until(() => answers.length > before);
    return answers.at(-1);
  };
  return { answers, answerer, answered, log };
};

describe('@EDITING-7: a service', () => {
  it('asks its editor on behalf of an operator, who is never at the host', async () => {
    const asked: unknown[] = [];
    const { answered } = bench({ ask: (...all) => Promise.resolve(E.right({ asked: asked.push(all) })) });
    expect(await answered(ask(read, { isHost: true, name: 'host' }))).toEqual({ id: '1', answer: { asked: 1 } });
    expect(asked).toEqual([[read, { name: 'operator:anna', isHost: false }]]);
  });

  it('answers nothing while editing is off', async () => {
    const { answered } = bench(undefined);
    const message = 'the host does not allow editing (STUDIO_EDITING)';
    for (const request of [read, { ask: 'save' }, {}])
      expect(await answered(ask(request))).toEqual({ id: '1', failure: { code: 'forbidden', message } });
  });

  it('names what is wrong with a request', async () => {
    const { answered } = bench({ ask: () => Promise.reject(new Error('not reached')) });
    const { failure } = (await answered(ask({ ask: 'write' }))) as { failure: unknown };
    expect(failure).toMatchObject({ code: 'invalid_parameter', issues: [{ path: 'ask' }] });
  });

  it('answers that it failed if its disk fails, without naming its files', async () => {
    const { answered, log } = bench({ ask: () => Promise.reject(new Error('EIO: /etc/studio')) });
    const { failure } = (await answered(ask(read))) as { failure: { message: string } };
    expect(failure).toMatchObject({ code: 'unavailable' });
    expect(failure.message).not.toContain('/etc');
    expect(log.lines.join()).toContain('EIO');
  });

  it('sends no answer that the console would refuse', async () => {
    const { answered } = bench({ ask: () => Promise.resolve(E.right({ text: 'x'.repeat(maxAskLength) })) });
    expect(await answered(ask(read))).toMatchObject({ failure: { code: 'conflict' } });
  });

  it('answers sixteen at a time', async () => {
    const { promise, resolve } = Promise.withResolvers<E.Either<never, object>>();
    const { answers, answerer } = bench({ ask: () => promise });
    for (let sent = 0; sent < 17; sent += 1) answerer.answer(ask(read));
    await until(() => answers.length === 1);
    expect(answers).toMatchObject([{ failure: { code: 'unavailable' } }]);
    resolve(E.right({}));
    await until(() => answers.length === 17);
  });

  it('sends nothing once it has stopped, and ignores what is no ask', async () => {
    const { answers, answerer } = bench(undefined);
    answerer.answer({ id: '1' });
    answerer.answer('garbage');
    answerer.answer(ask(read));
    await answerer.stop();
    answerer.answer(ask(read));
    expect(answers).toEqual([]);
  });
});

describe('@AS-RUN-8: what is read on request', () => {
  const about = (topic: string, request: object = {}) => ask(request, { about: topic });

  it('is answered also while editing is off', async () => {
    const { answered } = bench(undefined, { 'as-run': (request) => Promise.resolve(E.right({ request })) });
    expect(await answered(about('as-run', { clip: 'news' }))).toEqual({
      id: '1',
      answer: { request: { clip: 'news' } },
    });
  });

  it.each(['recent-calls', 'constructor', 'of-a-newer-console'])(
    'is refused if the service has no %s',
    async (topic) => {
      const { answered } = bench(undefined);
      expect(await answered(about(topic))).toMatchObject({ failure: { code: 'conflict' } });
    },
  );

  it('is no disk that fails: its files are not named', async () => {
    const { answered } = bench(undefined, { 'as-run': () => Promise.reject(new Error('EIO: /data/as-run')) });
    expect(await answered(about('as-run'))).toEqual({
      id: '1',
      failure: { code: 'unavailable', message: 'the service could not read its files' },
    });
  });
});
