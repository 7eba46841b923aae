// A connection to a CasparCG server on which no reply arrives any more, while the server's OSC still does.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acknowledgements } from '../../../../application/commands/acknowledgement.js';
import type { ClipSelection } from '../../../../application/ports/players.js';
import type { CommandResult, SentCommand } from '../../../../application/ports/commands.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { scenesOf } from '../../../support/scenes.js';
import { advanceInFrames, passUntil } from '../advance-clock.js';
import { output, selections, type CasparcgBench } from './bench.js';
import { heldBench, type HeldPath } from './held-path.js';
import { commandTo } from '../../../support/commands.js';

const { headlines, bed } = selections;

/** Longest time until a connection without replies is dropped, and until it is certainly kept, in milliseconds. */
const [droppedWithinMs, keptForMs] = [35_500, 34_000];

let bench: CasparcgBench;
let path: HeldPath;

beforeEach(async () => {
  ({ bench, path } = await heldBench());
});

afterEach(() => {
  bench.close();
});

const play = (selection: ClipSelection): SentCommand =>
  sentCommand(bench.players.send(commandTo.play(output, 'left', selection)));

const playing = (): string | null | undefined => scenesOf(bench.players, output)[0]?.clip;

const isConnected = (): boolean => bench.players.state(output).connected;

const received = (command: string): number => bench.lines.filter((line) => line.startsWith(command)).length;

const hang = (): void => {
  for (const link of path.links) link.isHanging = true;
};

/** The reply to the first command that the driver didn't get on its first connection. */
const withheld = (): string => path.links[0]?.withheld.find((reply) => reply.includes('202 PLAY OK')) ?? '';

const isVisible = (name: string): boolean => {
  const shown = bench.server.visible('1-10');
  return shown.kind === 'file' && shown.media.name === name;
};

/** The result of a call that waits for a command. */
const answerTo = ({ confirmed, failureAtTimeout }: SentCommand, timeoutMs: number): Promise<CommandResult> =>
  acknowledgements(bench.clock).within(confirmed, timeoutMs, failureAtTimeout);

const untilReconnected = (): Promise<void> => passUntil(bench.clock, () => path.links.length === 2 && isConnected());

describe('a connection that hangs while OSC arrives', () => {
  it('answers a call at its timeout, with ack_timeout', async () => {
    hang();
    const answer = answerTo(play(headlines), 2_000);
    await bench.pass(2_000);
    expect(await answer).toMatchObject(E.left({ code: 'ack_timeout' }));
    expect(bench.players.stateSource(output)).toBe('osc');
  });

  it('is kept as long as a call may wait, and then dropped and opened again', async () => {
    hang();
    const sent = play(headlines);
    await advanceInFrames(bench.clock, keptForMs);
    expect(await commandResults(sent)).toEqual(['pending', 'pending']);
    expect([isConnected(), path.links.length]).toEqual([true, 1]);
    await advanceInFrames(bench.clock, droppedWithinMs - keptForMs);
    await untilReconnected();
    expect(await sent.confirmed).toMatchObject(
      E.left({ code: 'device_error', message: expect.stringContaining('the connection was lost') as string }),
    );
    expect(path.links[0]).toMatchObject({ isReset: true });
    expect(bench.warnings).toContain('a connection is lost');
  });

  it('repeats nothing on the next connection, which works', async () => {
    hang();
    play(headlines);
    await advanceInFrames(bench.clock, droppedWithinMs);
    await untilReconnected();
    expect([received('PLAY'), playing()]).toEqual([0, null]);
    const sent = play(bed);
    await bench.pass(400);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect([received('PLAY'), playing()]).toEqual([1, 'bed']);
  });

  it('leaves no reply behind that confirms a later command', async () => {
    path.withholds = () => true;
    play(headlines);
    await advanceInFrames(bench.clock, droppedWithinMs);
    path.withholds = () => false;
    await untilReconnected();
    expect(withheld()).toMatch(/^RES \d+ 202 PLAY OK\r\n$/);
    path.withholds = () => true;
    const sent = play(bed);
    await passUntil(bench.clock, () => isVisible('music/bed loud'));
    path.links[1]?.inject(withheld());
    await bench.pass(400);
    expect(await commandResults(sent)).toEqual(['pending', 'pending']);
  });
});

describe('a connection on which other replies arrive', () => {
  beforeEach(() => {
    path.withholds = (reply) => reply.includes('202 PLAY OK');
  });

  it('is kept if the server never replies to one request, and is asked for a reply once', async () => {
    const sent = play(headlines);
    await passUntil(bench.clock, () => received('VERSION') === 1);
    await bench.pass(2_000);
    await advanceInFrames(bench.clock, 120_000);
    expect(await commandResults(sent)).toEqual(['pending', 'pending']);
    expect([isConnected(), path.links.length]).toEqual([true, 1]);
    expect(received('VERSION')).toBe(1);
  });

  it('is asked for nothing if the reply comes within 5 s', async () => {
    const sent = play(headlines);
    await passUntil(bench.clock, () => withheld() !== '');
    await advanceInFrames(bench.clock, 3_000);
    path.links[0]?.inject(withheld());
    await sent.accepted;
    await advanceInFrames(bench.clock, 60_000);
    expect([received('VERSION'), path.links.length]).toEqual([0, 1]);
  });
});
