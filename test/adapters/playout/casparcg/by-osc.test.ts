// The CasparCG driver knows a player's state by OSC, whatever happens to the datagrams, and leaves the server alone.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { scenesOf } from '../../../support/scenes.js';
import type { ClipSelection } from '../../../../application/ports/players.js';
import type { SentCommand } from '../../../../application/ports/commands.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { advanceInFrames, passUntil, settleSockets } from '../advance-clock.js';
import {
  casparcgBench,
  oscFaults,
  output,
  selections,
  type CasparcgBench,
  type CasparcgBenchOptions,
} from './bench.js';
import { commandTo } from '../../../support/commands.js';

const { headlines, bed, corrupt, jingle, frozen, opener } = selections;

let bench: CasparcgBench;
let sockets: Socket[] = [];

afterEach(() => {
  bench.close();
  for (const socket of sockets) socket.close();
  sockets = [];
});

const open = async (options?: CasparcgBenchOptions): Promise<void> => {
  bench = await casparcgBench(options);
};

const play = (selection: ClipSelection): SentCommand =>
  sentCommand(bench.players.send(commandTo.play(output, 'left', selection)));

const stop = (): SentCommand => sentCommand(bench.players.send(commandTo.stop(output, ['left'])));

const playing = (): string | null | undefined => scenesOf(bench.players, output)[0]?.clip;

const source = () => bench.players.stateSource(output);

const infos = (): number => bench.lines.filter((line) => line.startsWith('INFO 1')).length;

const confirmed = async (sent: SentCommand): Promise<void> => {
  await bench.pass(400);
  expect(await commandResults(sent)).toEqual(['done', 'done']);
};

/** Opens a UDP port of the machine. */
const openPort = async (address: string): Promise<Socket> => {
  const socket = createSocket('udp4');
  sockets.push(socket);
  socket.bind(0, address);
  await once(socket, 'listening');
  return socket;
};

describe.each(oscFaults)('with the OSC fault %j', (oscFault) => {
  const start = () => open({ oscFault });

  it('confirms plays and stops, one after the other', async () => {
    await start();
    for (const selection of [headlines, bed, headlines, headlines]) {
      await confirmed(play(selection));
      expect(playing()).toBe(selection.clip.key);
    }
    await confirmed(stop());
    expect(playing()).toBeNull();
    expect(infos()).toBe(0);
    expect(source()).toBe('osc');
  });

  it.each(['corrupt', 'frozen'] as const)('never confirms a clip without a moving picture: %s', async (key) => {
    await start();
    await confirmed(play(headlines));
    const sent = play({ corrupt, frozen }[key]);
    await bench.pass(3_000);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    expect(sent.failureAtTimeout?.()).toMatchObject({ code: 'device_error' });
  });

  it("doesn't confirm a clip by a file of the same name in another folder", async () => {
    await start();
    const sent = play(opener);
    await bench.pass(100);
    bench.execute('PLAY 1-10 other/opener');
    await bench.pass(1_000);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    expect(playing()).toBeNull();
  });

  it("doesn't confirm a repetition by the earlier run of the same clip", async () => {
    await start();
    const first = play(headlines);
    await passUntil(bench.clock, () => playing() === 'headlines');
    expect(await commandResults(first)).toEqual(['done', 'done']);
    bench.server.setMediaKind('headlines', 'undecodable');
    const second = play(headlines);
    await bench.pass(2_000);
    expect(await commandResults(second)).toEqual(['done', 'pending']);
  });

  it("doesn't confirm a stop that has no effect", async () => {
    await start();
    await confirmed(play(headlines));
    bench.server.setFault({ type: 'ineffective' });
    const sent = stop();
    await bench.pass(1_000);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    expect(playing()).toBe('headlines');
  });

  it('notices the end of a clip, and what another client does', async () => {
    await start();
    await confirmed(play(jingle));
    await bench.pass(2_200);
    expect(playing()).toBeNull();
    bench.execute('PLAY 1-10 headlines');
    await bench.pass(400);
    expect(playing()).toBe('headlines');
    bench.execute('CLEAR 1');
    await bench.pass(200);
    expect(playing()).toBeNull();
  });

  it("doesn't confirm a clip that is paused before its picture", async () => {
    await start();
    const sent = play(headlines);
    await bench.pass(20);
    bench.execute('PAUSE 1-10');
    await bench.pass(1_000);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
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
    expect(playing()).toBeNull();
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
    if (!occupied) sockets.splice(0).forEach((socket) => socket.close());
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

describe('a network that drops UDP', () => {
  const openSilent = () => open({ oscFault: { type: 'silent' } });

  it('is distinguished from a server that is away', async () => {
    await openSilent();
    expect(bench.players.state(output).connected).toBe(true);
    expect(source()).toBe('info');
    await bench.setFault({ type: 'offline' });
    expect(source()).toBeNull();
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

  it('leaves the end of a clip to the clock', async () => {
    await openSilent();
    await confirmed(play(jingle));
    expect(playing()).toBe('jingle');
    await bench.pass(2_000);
    expect(playing()).toBeNull();
  });

  it('fails with device_error at the timeout if the clip has no picture', async () => {
    await openSilent();
    const sent = play(corrupt);
    await bench.pass(2_000);
    expect(sent.failureAtTimeout?.()).toMatchObject({ code: 'device_error' });
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
