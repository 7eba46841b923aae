// What the driver sends to a switcher, and how it keeps a session.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { connectionDrivers } from '../../../../infra/service/connection-drivers.js';
import { manualClock } from '../../../../simulator/clock.js';
import { commandResults, refusedBy, sentCommand } from '../../../contracts/device-commands.js';
import { commandTo } from '../../../support/commands.js';
import { atemPeer, recorded, type AtemPeer, type PeerOptions, type Reported } from './peer.js';

const lines = {
  program: { program: 4, offInput: 2 },
  preview: { preview: 3 },
  aux: { aux: 1, input: 1, offInput: 10_010 },
  keyer: { keyer: 1 },
  dsk: { downstreamKeyer: 1 },
  macro: { macro: 2 },
  empty: { macro: 3 },
  tally: { tally: 2, shows: 'program' },
};

let peer: AtemPeer;

/** Connects to a recorded ATEM Mini: its program is 2, its preview 1, and macro 3 is empty. */
const connect = async (options: PeerOptions = {}): Promise<void> => {
  const mini = recorded('mini-v8.6').filter(([name, hex]) => name !== 'MPrp' || !hex.startsWith('0002'));
  peer = await atemPeer(lines, mini, options);
};

const value = (signal: string) => peer.drivers.signalLines.value(signal);
const connected = () => peer.drivers.signalLines.connected('program');
const send = (signal: string, on: boolean) => peer.drivers.signalLines.send(commandTo.switch(signal, on));

beforeEach(async () => {
  await connect();
  await peer.until('the driver is connected', connected);
});

describe('a command', () => {
  it.each([
    ['program', true, 'CPgI 00000004'],
    ['program', false, 'CPgI 00000002'],
    ['preview', true, 'CPvI 00000003'],
    ['aux', false, 'CAuS 0100271a'],
    ['keyer', true, 'CKOn 00000100'],
    ['dsk', true, 'CDsL 00010000'],
    ['macro', true, 'MAct 00010000'],
  ])('of the line %s, switched to %j, is %s', async (signal, on, expected) => {
    sentCommand(send(signal, on));
    await peer.pass(20);
    expect(peer.commands).toEqual([expect.stringMatching(new RegExp(`^\\d+ ${expected}$`))]);
  });

  it('is accepted when it was received, and confirmed by the state alone', async () => {
    const sent = sentCommand(send('program', true));
    await peer.pass(500);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    expect(sent.failureAtTimeout?.()?.message).toBe(
      'the line of the signal "program" accepted the command, but the program of mix 1 shows input 2',
    );
    peer.report(['PrgI', '005a0004']);
    await peer.pass(20);
    expect([value('program'), await commandResults(sent)]).toEqual([true, ['done', 'done']]);
  });

  it('that changes nothing is confirmed, but not while an earlier one may still have its effect', async () => {
    const earlier = sentCommand(send('program', true));
    const sent = sentCommand(send('program', false));
    await peer.pass(30);
    peer.report(['PrgI', '00000004']);
    await peer.pass(300);
    expect([value('program'), await commandResults(sent)]).toEqual([true, ['done', 'pending']]);
    peer.report(['PrgI', '00000002']);
    await peer.pass(20);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect((await commandResults(earlier))[1]).toBe('device_error');
    const again = sentCommand(send('program', false));
    await peer.pass(100);
    expect(await commandResults(again)).toEqual(['done', 'done']);
  });

  it('that the switcher warns about fails', async () => {
    const sent = sentCommand(send('keyer', true));
    peer.report(['Warn', Buffer.from('Not in this mode\0\0').toString('hex')]);
    await peer.pass(50);
    expect(await sent.confirmed).toMatchObject({
      left: { message: 'the line of the signal "keyer": the switcher refused the command: Not in this mode' },
    });
  });

  it.each([
    ['preview', false, 'has no offInput'],
    ['empty', true, 'nothing is recorded in macro 3'],
    ['tally', true, 'is an input'],
  ])('of the line %s to %j is refused', (signal, on, reason) => {
    expect(refusedBy(peer.drivers.signalLines, commandTo.switch(signal, on))).toBe('conflict');
    expect(send(signal, on)).toMatchObject({ left: { message: expect.stringContaining(reason) as string } });
    expect(peer.commands).toEqual([]);
  });
});

it('an input that an output can not show is named', async () => {
  const state = recorded('mini-extreme-iso-v9.5').map(([name, hex]): Reported =>
    name === 'InPr' && hex.startsWith('0001') ? [name, `${hex.slice(0, 68)}0201`] : [name, hex],
  );
  const extreme = await atemPeer({ first: { program: 1 }, second: { aux: 1, input: 1 } }, state);
  await extreme.until('the state', () => extreme.drivers.signalLines.connected('first'));
  expect(extreme.warnings).toEqual(["the ATEM Mini Extreme ISO can't show input 1 on aux output 1"]);
});

describe('a macro', () => {
  it('is on while it runs or waits, and is stopped only if it is the one that runs', async () => {
    const others = sentCommand(send('macro', false));
    expect(await commandResults(others)).toEqual(['done', 'done']);
    peer.report(['MRPr', '01000000']);
    await peer.pass(20);
    expect([value('macro'), await commandResults(sentCommand(send('macro', false)))]).toEqual([
      false,
      ['done', 'done'],
    ]);
    expect(peer.commands).toEqual([]);
    peer.report(['MRPr', '02000001']);
    await peer.pass(20);
    expect(value('macro')).toBe(true);
    const stopped = sentCommand(send('macro', false));
    await peer.pass(20);
    expect(peer.commands).toEqual([expect.stringMatching(/ MAct ffff0100$/)]);
    peer.report(['MRPr', '0000ffff']);
    await peer.pass(20);
    expect(await commandResults(stopped)).toEqual(['done', 'done']);
  });
});

describe('a session', () => {
  it('takes packets in their order, each once, and acknowledges what it has', async () => {
    const last = peer.sent;
    const program = (input: string) => Buffer.from(`000c00005072674900${input}`, 'hex');
    peer.send({ sequence: last + 2, bytes: program('000004') });
    await peer.pass(20);
    expect([value('program'), peer.acknowledged]).toEqual([false, last]);
    peer.send({ sequence: last + 1, bytes: program('000003') });
    peer.send({ sequence: last + 2, bytes: program('000004') });
    peer.send({ sequence: last + 1, bytes: program('000003') });
    await peer.pass(20);
    expect([value('program'), peer.acknowledged]).toEqual([true, last + 2]);
  });

  it('repeats a packet with its number for two seconds, and never again', async () => {
    peer.options.isDeaf = true;
    const sent = sentCommand(send('program', true));
    await peer.pass(1_000);
    const [first = '', ...repeated] = peer.commands;
    expect(new Set(repeated)).toEqual(new Set([`repeated ${first}`]));
    await peer.until('the loss', () => !connected());
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
    expect([peer.warnings, peer.handshakes.slice(0, 2)]).toEqual([['it acknowledges nothing'], [1, 4]]);
    peer.options.isDeaf = false;
    peer.commands.length = 0;
    await peer.until('the next session', connected);
    await peer.pass(3_000);
    expect(peer.commands).toEqual([]);
  });

  it('is given up if a command is not acknowledged until its timeout', async () => {
    peer.options.isDeaf = true;
    const sent = sentCommand(send('program', true));
    await peer.pass(500);
    sent.failureAtTimeout?.();
    const { length } = peer.commands;
    await peer.pass(300);
    expect([connected(), peer.commands.length]).toEqual([false, length]);
    expect((await commandResults(sent))[1]).toBe('device_error');
  });

  it('that the switcher ends is opened again', async () => {
    peer.end();
    await peer.until('the loss', () => !connected());
    await peer.until('the next session', connected);
    expect([peer.warnings, peer.handshakes]).toEqual([['it has closed the session'], [1, 5, 1]]);
  });

  it('goes on when the numbers of packets begin anew', async () => {
    for (let sent = 0; sent < 33_000; sent += 1) {
      sentCommand(send('dsk', true));
      if (sent % 200 === 0) await peer.pass(10);
    }
    await peer.pass(50);
    expect(connected()).toBe(true);
    expect(peer.commands.at(-1)).toMatch(/^\d{3} CDsL/);
  });

  it('is ended when the connection is closed', async () => {
    peer.close();
    await expect.poll(() => peer.handshakes).toEqual([1, 4]);
  });
});

describe('a switcher that serves as many clients as it can', () => {
  it('is named in the log', async () => {
    await connect({ isFull: true });
    await peer.pass(2_000);
    expect(peer.warnings).toEqual([
      expect.stringMatching(/^it rejects the session: it serves as many clients as it can/),
    ]);
    peer.options.isFull = false;
    await peer.until('the session', connected);
  });

  const found = async () => {
    const { discovery } = connectionDrivers.atem;
    const deps = { clock: manualClock(), signal: AbortSignal.timeout(5_000) };
    return discovery?.probe({ host: '127.0.0.1', port: peer.port }, deps);
  };

  it.each([
    [true, { description: 'an ATEM switcher', notes: ['it serves as many clients as it can: end one of them'] }, [1]],
    [false, { description: 'ATEM Mini' }, [1, 4]],
  ])('is found (%j), and no session is left', async (isFull, expected, handshakes) => {
    peer.close();
    await expect.poll(() => peer.handshakes).toEqual([1, 4]);
    peer.handshakes.length = 0;
    peer.options.isFull = isFull;
    expect(await found()).toEqual(E.right(expected));
    await expect.poll(() => peer.handshakes).toEqual(handshakes);
  });
});
