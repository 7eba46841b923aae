// What a player knows, logs and sends when its state is known by OSC, read by INFO, and on its next connection.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { manualClock } from '../../../../simulator/clock.js';
import { silent } from '../../../../features/support/silent-log.js';
import { commandResults, sendError, sentCommand } from '../../../contracts/device-commands.js';
import type { ClipSelection } from '../../../../application/ports/players.js';
import type { SentCommand } from '../../../../application/ports/commands.js';
import { eventually } from '../../../support/eventually.js';
import { scenesOf } from '../../../support/scenes.js';
import { listenOnLoopback } from '../../../support/loopback.js';
import { advanceInFrames, passUntil, settleSockets } from '../advance-clock.js';
import {
  casparcgBench,
  driverOf,
  oscFaults,
  output,
  selections,
  type CasparcgBench,
  type CasparcgBenchOptions,
} from './bench.js';
import { heldBench, type HeldPath } from './held-path.js';
import { commandTo } from '../../../support/commands.js';

const { corrupt, headlines, jingle } = selections;
const graphics = [{ scene: 'left', template: 'lower-third', fields: { headline: 'Headline' } }];
const templates = new Map([['lower-third', 'page']] as const);

let bench: CasparcgBench;

const closing: (() => unknown)[] = [];

afterEach(() => {
  bench.close();
  for (const close of closing.splice(0)) close();
});

const open = async (options?: CasparcgBenchOptions): Promise<void> => {
  bench = await casparcgBench(options);
};

const play = (selection: ClipSelection): SentCommand =>
  sentCommand(bench.players.send(commandTo.play(output, 'left', selection)));

const stop = (): SentCommand => sentCommand(bench.players.send(commandTo.stop(output, ['left'])));

const playing = () => scenesOf(bench.players, output).map(({ clip }) => clip);

const confirmed = async (sent: SentCommand): Promise<void> => {
  await bench.pass(400);
  expect(await commandResults(sent)).toEqual(['done', 'done']);
};

/** Opens a UDP port of the machine. */
const openPort = async (address: string): Promise<Socket> => {
  const socket = createSocket('udp4');
  closing.push(() => socket.close());
  socket.bind(0, address);
  await once(socket, 'listening');
  return socket;
};

const infos = (): number => bench.lines.filter((line) => line.startsWith('INFO 1')).length;

const source = () => bench.players.stateSource(output);

const openHeld = async (options?: CasparcgBenchOptions): Promise<HeldPath> => {
  const held = await heldBench(options);
  bench = held.bench;
  return held.path;
};

describe('a player that is connected again', () => {
  it('after a long time is known by OSC at once, and is asked for nothing more than at first', async () => {
    bench = await casparcgBench();
    await bench.setFault({ type: 'offline' });
    await bench.clock.advance(60_000);
    const before = bench.lines.length;
    bench.server.setFault(null);
    await passUntil(bench.clock, () => bench.players.state(output).connected);
    await bench.pass(400);
    expect(source()).toBe('osc');
    const subscription = expect.stringMatching(/^OSC SUBSCRIBE/) as string;
    expect(bench.lines.slice(before).toSorted()).toEqual(['INFO PATHS', subscription]);
  });

  it('gets the texts of graphics as the version needs them that it has now', async () => {
    const held = await openHeld({ server: { templates }, driver: { graphics } });
    held.withholds = (reply) => reply.includes('201 VERSION');
    bench.server.reset();
    const withheld = () => held.links[1]?.withheld.join('') ?? '';
    await passUntil(bench.clock, () => withheld() !== '');
    held.withholds = () => false;
    held.links[1]?.inject(withheld().replace(/(201 VERSION OK\r\n)2\.\d+/, '$12.6'));
    await passUntil(bench.clock, () => bench.players.state(output).connected);
    bench.players.send(commandTo.show(output, 'left', { headline: 'a\\b' }));
    await eventually('the graphic', () => bench.lines.at(-1)?.includes('ADD') ?? false);
    expect(bench.lines.at(-1)).toBe(String.raw`CG 1-30 ADD 0 "lower-third" 1 "{\"headline\":\"a\\\\b\"}"`);
  });
});

it('a player that is removed leaves no timer behind', async () => {
  bench = await casparcgBench();
  const clock = manualClock();
  const another = driverOf(bench.port, clock);
  await passUntil(clock, () => another.state(output).connected || clock.waiting() > 0);
  another.close();
  await settleSockets();
  expect(clock.waiting()).toBe(0);
});

describe('the log of a player', () => {
  const noting = () => {
    const logged: unknown[] = [];
    const note = (level: string) => (message: string, fields?: object) => {
      logged.push([level, message, ...Object.entries(fields ?? {}).filter(([key]) => key !== 'player')]);
    };
    return { logged, log: { ...silent, info: note('info'), warn: note('warn') } };
  };

  it('has how its state is known, each change of that, and why the connection was lost', async () => {
    const { logged, log } = noting();
    bench = await casparcgBench({ driver: { log } });
    bench.server.setOscFault({ type: 'silent' });
    await passUntil(bench.clock, () => source() === 'info');
    bench.server.setOscFault(null);
    await passUntil(bench.clock, () => source() === 'osc');
    await bench.setFault({ type: 'offline' });
    expect(logged).toEqual([
      ['info', 'connected to a player', ['stateSource', 'osc']],
      ['warn', 'a player sends no OSC, so its state is read by INFO now and then'],
      ['info', 'a player sends OSC again'],
      expect.arrayContaining(['warn', 'a connection is lost', ['reason', 'the server closed the connection']]),
    ]);
  });

  it('has one loss of connections that were never of use', async () => {
    bench = await casparcgBench();
    const { logged, log } = noting();
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined).end();
    });
    const players = driverOf(await listenOnLoopback(server), manualClock(), { log });
    await eventually('a second connection', () => connections > 1);
    players.close();
    server.close();
    expect(logged).toEqual([expect.arrayContaining(['warn', 'a connection is lost'])]);
  });
});

describe('a player whose state is read by INFO', () => {
  it('shows why a command has no effect until the next reading', async () => {
    bench = await casparcgBench({ oscFault: { type: 'silent' } });
    const sent = sentCommand(bench.players.send(commandTo.play(output, 'left', corrupt)));
    await advanceInFrames(bench.clock, 8_000);
    expect(sent.failureAtTimeout?.()).toMatchObject({ code: 'device_error' });
  });

  it('is read no more for a command once OSC arrives', async () => {
    bench = await casparcgBench({ oscFault: { type: 'silent' } });
    sentCommand(bench.players.send(commandTo.play(output, 'left', corrupt)));
    await bench.pass(300);
    bench.server.setOscFault(null);
    await passUntil(bench.clock, () => source() === 'osc');
    const before = infos();
    await bench.pass(2_000);
    expect(infos()).toBe(before);
  });

  it.each([
    ['201 INFO OK\r\n<oops>\r\n', ['a player sent a reply that could not be parsed']],
    ['404 INFO ERROR\r\n', []],
  ])('logs a reply that it can not read, and no refusal: %j', async (reply, warnings) => {
    const held = await openHeld({ oscFault: { type: 'silent' } });
    held.withholds = (text) => text.includes('201 INFO OK');
    const before = bench.warnings.length;
    sentCommand(bench.players.send(commandTo.play(output, 'left', corrupt)));
    await passUntil(bench.clock, () => (held.links[0]?.withheld.length ?? 0) > 0);
    const [id = ''] = /^RES \d+/.exec(held.links[0]?.withheld[0] ?? '') ?? [];
    held.links[0]?.inject(`${id} ${reply}`);
    await settleSockets();
    expect(bench.warnings.slice(before)).toEqual(warnings);
  });
});

describe('commands to a player', () => {
  it('that it refuses leave room for others', async () => {
    bench = await casparcgBench({ server: { templates }, driver: { graphics } });
    await bench.setFault({ type: 'refused' });
    for (let batch = 0; batch < 3; batch += 1) {
      const sent = Array.from({ length: 60 }, () =>
        sentCommand(bench.players.send(commandTo.play(output, 'left', headlines))),
      );
      await bench.pass(100);
      const results = await Promise.all(sent.map(commandResults));
      expect(new Set(results.flat())).toEqual(new Set(['device_error']));
    }
  });

  it('that show graphics are at most 100 while it does not reply', async () => {
    bench = await casparcgBench({ server: { templates }, driver: { graphics } });
    await bench.setFault({ type: 'frozen' });
    const results = Array.from({ length: 101 }, () =>
      sendError(bench.players.send(commandTo.show(output, 'left', {}))),
    );
    expect([results.filter((result) => result === 'sent').length, results.at(-1)]).toEqual([100, 'device_unavailable']);
  });
});

describe('the traffic on the wire', () => {
  it('has no command but the two at the start, and those of callers', async () => {
    await open();
    await confirmed(play(headlines));
    await confirmed(stop());
    const subscription = expect.stringMatching(/^OSC SUBSCRIBE \d+$/) as string;
    expect(bench.lines).toHaveLength(4);
    expect(bench.lines).toEqual(
      expect.arrayContaining(['INFO PATHS', subscription, 'PLAY 1-10 "headlines"', 'STOP 1-10']),
    );
  });

  it('has no command in an hour of rest', async () => {
    await open({ server: { timing: { ...casparcgTiming, frameMs: { afterCommand: 400, atRest: 400 } } } });
    const before = bench.lines.length;
    for (let minute = 0; minute < 60; minute += 1) {
      await bench.clock.advance(60_000);
      await settleSockets();
    }
    expect(bench.players.state(output).connected).toBe(true);
    expect(bench.lines.slice(before)).toEqual([]);
  });

  it('starts anew with another port after the connection was lost', async () => {
    await open();
    await confirmed(play(headlines));
    bench.server.reset();
    await bench.untilConnected(false);
    await bench.untilConnected(true);
    expect(playing()[0]).toBeNull();
    const ports = bench.lines.filter((line) => line.startsWith('OSC SUBSCRIBE'));
    expect(new Set(ports).size).toBe(2);
    expect(source()).toBe('osc');
  });
});

const casparcgTiming = {
  replyMs: { min: 1, max: 4 },
  pictureMs: { min: 100, max: 125 },
  emptyMs: { min: 40, max: 50 },
};

describe('a server before 2.4', () => {
  const openOld = async (occupied = false) => {
    const port = await openPort(occupied ? '0.0.0.0' : '127.0.0.8');
    const oscPort = port.address().port;
    if (!occupied) closing.splice(0).forEach((close) => close());
    await open({ server: { version: '2.3.2', oscPort }, driver: { oscPort } });
  };

  it('is known by the OSC on the default port', async () => {
    await openOld();
    expect(source()).toBe('osc_default_port');
    await confirmed(play(headlines));
    await confirmed(stop());
    const sent = play(corrupt);
    await bench.pass(2_000);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    expect(infos()).toBe(0);
  });

  it('is read by INFO if the default port is occupied', async () => {
    await openOld(true);
    expect(source()).toBe('info');
    expect(bench.warnings).toEqual([
      'could not receive OSC on the default port',
      'a player sends no OSC, so its state is read by INFO now and then',
    ]);
  });
});

it.each(oscFaults)(
  "a repetition isn't confirmed by the earlier run of the same clip: OSC fault %j",
  async (oscFault) => {
    await open({ oscFault });
    const first = play(headlines);
    await passUntil(bench.clock, () => playing()[0] === 'headlines');
    expect(await commandResults(first)).toEqual(['done', 'done']);
    bench.server.setMediaKind('headlines', 'undecodable');
    const second = play(headlines);
    await bench.pass(2_000);
    expect(await commandResults(second)).toEqual(['done', 'pending']);
  },
);

describe('a network that drops UDP', () => {
  const openSilent = () => open({ oscFault: { type: 'silent' } });

  it('is distinguished from a server that is away', async () => {
    await openSilent();
    expect(bench.players.state(output).connected).toBe(true);
    expect(source()).toBe('info');
    await bench.setFault({ type: 'offline' });
    expect(source()).toBeNull();
  });

  it('does not hide that the server stops replying: after 35 s its player is not connected', async () => {
    await openSilent();
    await bench.pass(5_000);
    await bench.setFault({ type: 'frozen' });
    await advanceInFrames(bench.clock, 60_000);
    expect([bench.players.state(output).connected, source()]).toEqual([false, null]);
  });

  it('costs at most two INFO for a command, and one in 30 s', async () => {
    await openSilent();
    await bench.pass(1_000);
    const atStart = infos();
    await confirmed(play(headlines));
    expect(infos() - atStart).toBe(1);
    const sent = play(corrupt);
    await bench.pass(3_000);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    expect(infos() - atStart).toBe(3);
    const before = infos();
    await advanceInFrames(bench.clock, 90_000);
    expect(infos() - before).toBeLessThanOrEqual(3);
  });

  it('may let it through again', async () => {
    await openSilent();
    bench.server.setOscFault(null);
    await passUntil(bench.clock, () => source() === 'osc');
    const before = infos();
    await advanceInFrames(bench.clock, 60_000);
    expect(infos()).toBe(before);
    bench.server.setOscFault({ type: 'silent' });
    await bench.pass(2_000);
    expect(source()).toBe('info');
  });
});

it('each scene ends its clip by the clock while no OSC arrives, whichever ends first', async () => {
  await open({ oscFault: { type: 'silent' } });
  const changed: string[] = [];
  for (const scene of ['right', 'left']) {
    sentCommand(bench.players.send(commandTo.play(output, scene, jingle)));
    await bench.pass(500);
  }
  bench.players.watch((id) => changed.push(id));
  const shown = [playing()];
  for (let ended = 0; ended < 2; ended += 1) {
    await bench.pass(ended === 0 ? 1_250 : 500);
    shown.push(playing());
  }
  expect(shown).toEqual([
    ['jingle', 'jingle'],
    ['jingle', null],
    [null, null],
  ]);
  expect(changed).toEqual([output, output]);
});
