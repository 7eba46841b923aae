// What a restart of a simulated CasparCG server ends, and what ends a fault that is limited to a number of commands.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sentCommand } from '../../contracts/device-commands.js';
import { rawClient } from '../../adapters/drivers/face-bench.js';
import { passUntil } from '../../adapters/playout/advance-clock.js';
import { casparcgBench, output, selections, type CasparcgBench } from '../../adapters/playout/casparcg/bench.js';

let bench: CasparcgBench;

beforeEach(async () => {
  bench = await casparcgBench();
});

afterEach(() => {
  bench.close();
});

const play = () => sentCommand(bench.players.play(output, 'left', selections.headlines));

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

it('a line that only reads does not count as a command of a limited fault', async () => {
  bench.server.setFault({ type: 'refused', commands: 1 });
  const client = await rawClient(bench.port);
  client.send('INFO\r\nPLAY 1-10 "headlines"\r\nPLAY 1-10 "headlines"\r\n');
  await passUntil(bench.clock, () => client.received().includes('202 PLAY OK'));
  client.end();
  expect(client.received().toString()).toMatch(/^200 INFO OK\r\n[^]*\r\n501 PLAY FAILED\r\n202 PLAY OK\r\n$/);
});
