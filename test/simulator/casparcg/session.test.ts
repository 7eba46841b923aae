// Clients of a simulated CasparCG server: what a restart ends, what ends a limited fault, and subscriptions to OSC.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sentCommand } from '../../contracts/device-commands.js';
import { rawClient, type RawClient } from '../../adapters/drivers/face-bench.js';
import { eventually } from '../../support/eventually.js';
import { passUntil } from '../../adapters/drivers/advance-clock.js';
import { casparcgBench, output, selections, type CasparcgBench } from '../../adapters/drivers/casparcg/bench.js';
import { commandTo } from '../../support/commands.js';

let bench: CasparcgBench;

beforeEach(async () => {
  bench = await casparcgBench();
});

afterEach(() => {
  bench.close();
});

const play = () => sentCommand(bench.players.send(commandTo.play(output, 'left', selections.headlines)));

const restarted = async (): Promise<void> => {
  bench.server.reset();
  await bench.untilConnected(false);
  await passUntil(bench.clock, () => bench.players.state(output).connected);
};

it('a file that was changed plays as at first', async () => {
  bench.server.setMediaKind('headlines', 'undecodable');
  await restarted();
  play();
  await bench.pass(400);
  expect(bench.server.visible('1-10')).toMatchObject({ kind: 'file', media: { kind: 'movie' } });
});

it('the network lets OSC through again', async () => {
  bench.server.setOscFault({ type: 'silent' });
  await restarted();
  await bench.pass(100);
  expect(bench.players.stateSource(output)).toBe('osc');
});

it.each(['reset', 'removed fault'] as const)(
  'a command that a frozen server has queued has an end: %s',
  async (end) => {
    await bench.setFault({ type: 'frozen' });
    play();
    await passUntil(bench.clock, () => bench.log.entries().some(({ outcome }) => outcome === 'queued'));
    if (end === 'reset') bench.server.reset();
    else bench.server.setFault(null);
    expect(bench.log.entries().map(({ outcome }) => outcome)).toEqual([end === 'reset' ? 'dropped' : 'executed']);
  },
);

describe('a subscription to OSC', () => {
  let client: RawClient;
  let socket: Socket;
  let datagrams: number;

  beforeEach(async () => {
    datagrams = 0;
    client = await rawClient(bench.port);
    socket = createSocket('udp4').on('message', () => (datagrams += 1));
    await once(socket.bind(0, '127.0.0.1'), 'listening');
  });

  afterEach(() => {
    socket.close();
    client.end();
  });

  const ask = async (verb: 'SUBSCRIBE' | 'UNSUBSCRIBE'): Promise<void> => {
    const before = client.received().length;
    client.send(`OSC ${verb} ${String(socket.address().port)}\r\n`);
    await eventually('the reply', () => client.received().includes(`202 OSC ${verb} OK\r\n`, before));
  };

  it.each<[string, () => void | Promise<void>]>([
    ['the end of the subscription', () => ask('UNSUBSCRIBE')],
    ['the end of a subscription that was made twice', () => ask('SUBSCRIBE').then(() => ask('UNSUBSCRIBE'))],
    [
      'the end of the connection',
      () => {
        client.end();
      },
    ],
  ])('OSC arrives until %s', async (_, end) => {
    await ask('SUBSCRIBE');
    await eventually('OSC arrives', async () => {
      await bench.pass(40);
      return datagrams > 0;
    });
    await end();
    await eventually('no more OSC arrives', async () => {
      const before = datagrams;
      await bench.pass(100);
      return datagrams === before;
    });
  });
});
