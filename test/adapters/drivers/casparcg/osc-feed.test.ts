// The ports on which the OSC of one connection arrives, and what remains of them after its end.
import { createSocket } from 'node:dgram';
import { afterEach, expect, it } from 'vitest';
import type { Connection, ReplyResult } from '../../../../adapters/drivers/casparcg/connection.js';
import { OscFeed } from '../../../../adapters/drivers/casparcg/osc-feed.js';
import type { OnDatagram, OscSource } from '../../../../adapters/drivers/casparcg/osc-port.js';
import { eventually } from '../../../support/eventually.js';

const addresses = { local: '127.0.0.1', remote: '127.0.0.1' };

const sender = createSocket('udp4');

let nowMs = 0;

const feedBench = () => {
  const lines: string[] = [];
  const replies: ReplyResult[] = [];
  const received: string[] = [];
  const shared = new Set<OnDatagram>();
  const connection = {
    request: (line: string, onReply: ReplyResult) => {
      replies.push(onReply);
      return lines.push(line);
    },
  } as unknown as Connection;
  const port = {
    subscribe: (_server: string, onDatagram: OnDatagram) => {
      shared.add(onDatagram);
      return () => shared.delete(onDatagram);
    },
  } as unknown as OscSource;
  const feed = new OscFeed(
    connection,
    port,
    () => nowMs,
    (datagram) => received.push(String(datagram)),
  );
  return {
    feed,
    replies,
    received,
    subscribers: () => shared.size,
    sendShared: (text: string) => {
      for (const onDatagram of shared) onDatagram(Buffer.from(text));
    },
    /** Sends to the port that the server was asked for last. */
    sendOwn: async (text: string) => {
      sender.send(text, Number(/\d+$/.exec(lines.at(-1) ?? '')?.[0]), '127.0.0.1');
      await eventually('the datagram', () => received.at(-1) === text);
    },
    opened: async () => {
      const before = lines.length;
      feed.open(addresses);
      await eventually('the request for OSC', () => lines.length > before);
    },
  };
};

let bench: ReturnType<typeof feedBench>;

afterEach(() => {
  bench.feed.close();
});

it('the port of its own counts again once something arrives there', async () => {
  bench = feedBench();
  await bench.opened();
  bench.feed.useShared();
  bench.sendShared('shared');
  expect([bench.feed.isShared, bench.received]).toEqual([true, ['shared']]);
  await bench.sendOwn('own');
  expect(bench.feed.isShared).toBe(false);
});

it('after a pause of both ports the own one counts, and the default port only if it is the only one for a second', async () => {
  bench = feedBench();
  await bench.opened();
  await bench.sendOwn('before the pause');
  nowMs += 5_000;
  bench.feed.useShared();
  const seen: boolean[] = [];
  for (let frame = 0; frame < 100; frame += 1) {
    nowMs += 20;
    bench.sendShared('shared');
    seen.push(bench.feed.isShared);
    await bench.sendOwn(`own ${String(frame)}`);
    seen.push(bench.feed.isShared);
  }
  expect(new Set(seen)).toEqual(new Set([false]));
  for (let frame = 0; frame < 100; frame += 1) {
    nowMs += 20;
    bench.sendShared('shared');
  }
  expect(bench.feed.isShared).toBe(true);
});

it('a connection that is lost uses the default port no longer, and the next one only if it needs it', async () => {
  bench = feedBench();
  await bench.opened();
  bench.feed.useShared();
  bench.feed.useShared();
  expect(bench.subscribers()).toBe(1);
  bench.feed.close();
  expect(bench.subscribers()).toBe(0);
  bench.feed.useShared();
  expect(bench.subscribers()).toBe(0);
  await bench.opened();
  await bench.sendOwn('own');
  expect([bench.feed.isShared, bench.subscribers()]).toEqual([false, 0]);
  bench.feed.useShared();
  expect(bench.subscribers()).toBe(1);
  await bench.opened();
  bench.feed.useShared();
  bench.sendShared('at once');
  expect([bench.feed.isShared, bench.received.at(-1)]).toEqual([true, 'at once']);
});

it.each([
  [202, 0],
  [400, 1],
  [403, 1],
])('a request for OSC that is replied to with %d: subscribers of the default port: %d', async (code, subscribers) => {
  bench = feedBench();
  await bench.opened();
  bench.replies[0]?.({ id: '1', code, status: String(code), data: '' });
  expect(bench.subscribers()).toBe(subscribers);
});

it('the default port is used if none can be opened on the address of the connection', async () => {
  bench = feedBench();
  bench.feed.open({ local: '192.0.2.1', remote: '127.0.0.1' });
  await eventually('the default port is used', () => bench.subscribers() === 1);
});
