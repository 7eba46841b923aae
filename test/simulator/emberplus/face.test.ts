// The simulated Ember+ provider by itself: what it reports to whom, what a request changes, and in which order it answers.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { elementsIn, type GlowElement } from '../../../adapters/drivers/emberplus/elements.js';
import { connectSources, directoryOf, rootDirectory, setValue } from '../../../adapters/drivers/emberplus/requests.js';
import { keepAliveRequest, S101Reader } from '../../../adapters/drivers/emberplus/s101.js';
import { packets, takeFrames } from '../../../simulator/emberplus/s101.js';
import { faceBench, rawClient, type FaceBench, type RawClient } from '../../adapters/drivers/face-bench.js';
import { commandTo } from '../../support/commands.js';

/** The elements: the node `Relay` is 1, its parameters are 1.1 and 1.2, and the matrix is 2. */
const lines = {
  'sig-1': { parameter: 'Relay/First', on: 5, off: 3 },
  'sig-2': { parameter: 'Relay/Second' },
  'sig-3': { matrix: { path: 'Router', target: 1, source: 4 } },
  'sig-4': { matrix: { path: 'Router', target: 1, source: 6, offSource: 7 }, inverted: true },
};
const [node, first, second, router] = ['1', '1.1', '1.2', '2'];

let bench: FaceBench;
let clients: RawClient[];
beforeEach(async () => {
  clients = [];
  bench = await faceBench('emberplus', { lines });
});
afterEach(async () => {
  for (const client of clients) client.end();
  await bench.close();
});

const connected = async (): Promise<RawClient> => {
  const client = await rawClient(bench.port);
  clients.push(client);
  return client;
};

const shown = ({ path, value, connections }: GlowElement): string => {
  const of = connections?.map(({ target, sources }) => `${String(target)}:${sources.join('+')}`).join(' ');
  return [path, value !== undefined && 'value' in value ? String(value.value) : of].join(' ').trim();
};

/** What a client has received: the elements of each message, or `keep-alive`. */
const received = (client: RawClient): readonly string[] => {
  const all: string[] = [];
  const reader = new S101Reader({
    payload: (payload) => {
      const elements = elementsIn(payload);
      all.push(E.isLeft(elements) ? elements.left : elements.right.map(shown).join(', '));
    },
    keepAliveRequest: () => undefined,
    keepAliveResponse: () => all.push('keep-alive'),
  });
  reader.read(client.received());
  return all;
};

const answers = async (client: RawClient, count: number): Promise<readonly string[]> => {
  await bench.passUntil(`${String(count)} messages`, () => received(client).length >= count);
  return received(client);
};

const values = (): readonly (boolean | null)[] =>
  Object.keys(lines).map((signal) => bench.studio.signalLines.value(signal));

describe('the simulated provider', () => {
  it('reports the children of a node to those that have asked for its directory, and nothing to the others', async () => {
    const [asking, other] = [await connected(), await connected()];
    other.send(rootDirectory());
    asking.send(directoryOf({ kind: 'node', path: node }));
    expect(await answers(asking, 1)).toEqual(['1, 1.1 3, 1.2 false']);
    void bench.studio.signalLines.send(commandTo.switch('sig-2', true));
    expect((await answers(asking, 2)).slice(1)).toEqual(['1.2 true']);
    void bench.studio.signalLines.send(commandTo.switch('sig-3', true));
    await bench.passUntil('the matrix has changed', () => bench.studio.signalLines.value('sig-3') === true);
    for (const client of [asking, other]) client.send(keepAliveRequest);
    expect((await answers(asking, 3)).slice(2)).toEqual(['keep-alive']);
    // The directory of the root has the matrix, but not the parameters below its node.
    expect((await answers(other, 3)).slice(1)).toEqual(['2 1:4+6', 'keep-alive']);
  });

  it('answers one request after the other, also those for signs of life', async () => {
    const client = await connected();
    client.send(setValue(first, { type: 'integer', value: 5 }));
    client.send(keepAliveRequest);
    client.send(directoryOf({ kind: 'parameter', path: second }));
    expect(await answers(client, 3)).toEqual(['1.1 5', 'keep-alive', '1.2 false']);
  });

  it.each([
    [5, '1.1 5', true],
    [4, '1.1 3', false],
  ])('sets a parameter to %i only if it has that value', async (value, answer, isOn) => {
    const client = await connected();
    client.send(setValue(first, { type: 'integer', value }));
    expect([await answers(client, 1), values()[0]]).toEqual([[answer], isOn]);
    expect(bench.studio.commands()).toHaveLength(isOn ? 1 : 0);
  });

  it.each([
    // The line of source 6 is inverted: it is on while its source is not connected, and off with the source 7 otherwise.
    ['absolute', [4], '2 1:4+7', [true, true]],
    ['absolute', [6], '2 1:6', [false, false]],
    ['connect', [4], '2 1:4+6', [true, false]],
    ['disconnect', [6], '2 1:7', [false, true]],
  ] as const)('changes the sources of a target: %s %j', async (operation, sources, answer, switched) => {
    const client = await connected();
    client.send(connectSources(router, 1, sources, operation));
    expect([await answers(client, 1), values().slice(2)]).toEqual([[answer], switched]);
  });
});

it.each([
  [1_024, ['c0']],
  [1_025, ['80', '40']],
  [2_048, ['80', '40']],
  [2_049, ['80', '00', '40']],
])('a message of %i bytes is sent in packets with the flags %j', (length, flags) => {
  const { frames = [] } = takeFrames(packets(Buffer.alloc(length, 1))) ?? {};
  expect(frames.reduce((sum, { payload }) => sum + payload.length, 0)).toBe(length);
  const written = packets(Buffer.alloc(length, 1)).toString('hex').split('fe').slice(1);
  // An empty frame begins with a slot, a message, a command and a version.
  expect(written.map((frame) => frame.slice(8, 10))).toEqual(flags);
});
