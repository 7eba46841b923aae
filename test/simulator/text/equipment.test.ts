// Simulated equipment that understands texts, by itself: clients without a driver send it lines and requests.
import { describe, expect, it } from 'vitest';
import type { FaceProtocol } from '../../../infra/simulated/connection-faces.js';
import { readOsc, writtenOsc } from '../../../simulator/text/osc-packet.js';
import { expanded, textFitting } from '../../../simulator/text/expansion.js';
import { closedAfterEach } from '../../support/closed-after-each.js';
import { eventually } from '../../support/eventually.js';
import type { BenchOptions } from '../../adapters/drivers/bench.js';
import { faceBench, rawClient, type FaceBench, type RawClient } from '../../adapters/drivers/face-bench.js';
import { lineOf, playerOf } from '../../adapters/drivers/shared/templates/templates.js';

const closers = closedAfterEach();

const opened = async (protocol: FaceProtocol, options: BenchOptions): Promise<FaceBench> => {
  const bench = await faceBench(protocol, options);
  closers.push(bench.close);
  return bench;
};

const connected = async ({ port }: FaceBench): Promise<RawClient> => {
  const client = await rawClient(port);
  closers.push(client.end);
  return client;
};

const linesOf = (client: RawClient): readonly string[] => client.received().toString().split('\r\n').slice(0, -1);

describe('equipment over TCP', () => {
  const shown = (name: string) => ({
    on: `${name} ON`,
    off: `${name} OFF`,
    state: { on: `${name}=1`, off: `${name}=0` },
  });

  it('shows each client the states of all devices that show them by themselves, and then each change', async () => {
    const bench = await opened('tcp', {
      lines: { 'sig-1': shown('A'), 'sig-2': shown('B'), 'sig-3': lineOf('tcp', 3) },
    });
    const [first, second] = [await connected(bench), await connected(bench)];
    for (const client of [first, second]) {
      await eventually('the states', () => linesOf(client).length > 1);
      expect(linesOf(client)).toEqual(['A=0', 'B=0']);
    }
    first.send('B ON\r\n');
    for (const client of [first, second]) {
      await bench.passUntil('the change', () => linesOf(client).length > 2);
      expect(linesOf(client).slice(2)).toEqual(['B=1']);
    }
  });

  it('answers lines that arrive together or in parts, in their order', async () => {
    const bench = await opened('tcp', { players: { 'out-2': playerOf('tcp') } });
    const client = await connected(bench);
    for (const part of ['PLAY 2 news/wea', 'ther\r', '\nSTATE 1\r\nSTA']) client.send(part);
    await bench.passUntil('the first answers', () => linesOf(client).length > 1);
    expect(linesOf(client)).toEqual(['OK', 'IDLE 1']);
    await bench.passUntil('the clip', () => bench.studio.players.state('out-2').scenes[1]?.run !== null);
    client.send('TE 2\r\nPLAY 1 news/opener\r\nSTOP 1\r\n');
    await bench.passUntil('the other answers', () => linesOf(client).length > 4);
    expect(linesOf(client).slice(2)).toEqual(['PLAYING 2 news/weather', 'OK', 'OK']);
    await bench.clock.advance(100);
    const { scenes } = bench.studio.players.state('out-2');
    expect(scenes.map(({ run }) => run?.clip.key ?? null)).toEqual([null, 'weather']);
  });
});

describe('equipment with an HTTP interface', () => {
  const form = { path: '/set', form: { relay: '1', on: 'yes' } };
  const lines = { 'sig-1': { ...lineOf('http', 1), on: form }, 'sig-2': lineOf('http', 2) };

  const fetched = async (bench: FaceBench, path: string, body?: string): Promise<readonly [number, string]> => {
    let ended: readonly [number, string] | undefined;
    const sent = fetch(
      `http://127.0.0.1:${String(bench.port)}${path}`,
      body === undefined ? {} : { method: 'POST', body },
    );
    void sent.then(
      async (response) => (ended = [response.status, await response.text()]),
      () => (ended = [0, '']),
    );
    await bench.passUntil('the request has ended', () => ended !== undefined);
    return ended ?? [0, ''];
  };

  it('understands a form in any order, and no other request', async () => {
    const bench = await opened('http', { lines });
    expect(await fetched(bench, '/set', 'on=yes&relay=1')).toEqual([200, '{"done":true}']);
    expect((await fetched(bench, '/set', 'on=yes&relay=2'))[0]).toBe(404);
    expect((await fetched(bench, '/set?on=yes&relay=1'))[0]).toBe(404);
    expect(bench.studio.commands()).toHaveLength(1);
  });

  it('has a status for a refusal, and answers nothing for a device that is offline, but for the others', async () => {
    const bench = await opened('http', { lines });
    bench.studio.setFault('sig-1', { type: 'refused' });
    expect(await fetched(bench, '/set', 'relay=1&on=yes')).toEqual([409, '{"error":"*"}']);
    bench.studio.setFault('sig-1', { type: 'offline' });
    expect([await fetched(bench, '/relay/1'), await fetched(bench, '/set', 'relay=1&on=yes')]).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect(await fetched(bench, '/relay/2')).toEqual([200, '{"ison":false}']);
    expect(await fetched(bench, '/relay/2?turn=on')).toEqual([200, '{"done":true}']);
  });

  it('reads a body of 65,536 bytes, and none that is longer', async () => {
    const bench = await opened('http', { lines });
    expect((await fetched(bench, '/set', 'x'.repeat(65_536)))[0]).toBe(404);
    expect((await fetched(bench, '/set', 'x'.repeat(65_537)))[0]).toBe(0);
  });
});

it('each occurrence of a placeholder is replaced, and a number stays one where it stands alone', () => {
  const template = {
    path: '/{clip}/{number}/{clip}',
    json: { clip: '{clip}', number: '{number}', all: ['{number}!'] },
  };
  expect(expanded(template, { clip: 'a', number: 3 })).toEqual({
    path: '/a/3/a',
    json: { clip: 'a', number: 3, all: ['3!'] },
  });
});

it.each([
  [{ pointer: '/a~1b/c~0d', equals: 1 }, '{"a/b":{"c~d":1}}'],
  [{ pointer: '/0', equals: '*' }, '{"0":"*"}'],
  ['A*B*', 'AB'],
  [String.raw`A\*B\\*`, 'A*B\\'],
])('a text that fits %j is %s', (match, text) => {
  expect(textFitting(match)).toBe(text);
});

it.each(['', 'a', 'ab', 'abc', 'abcd', 'Straße'])('an OSC text of any length is written and read: %j', (text) => {
  const packet = { address: `/${text}`, types: 'sis', values: [text, -1, text] };
  const written = writtenOsc(packet);
  expect(written.length % 4).toBe(0);
  expect(readOsc(written)).toEqual(packet);
  expect(readOsc(written.subarray(0, 3))).toBeUndefined();
});
