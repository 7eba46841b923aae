// What every driver survives: devices that go away, refuse, don't answer, do nothing or repeat themselves, in the middle of a command.
import { describe, expect, it } from 'vitest';
import type { ConnectionProtocol } from '../../../infra/service/connection-drivers.js';
import { commandResults, refusedBy, sentCommand } from '../../contracts/device-commands.js';
import { type ConnectionBench } from './bench.js';
import { openBench } from './closed-bench.js';
import { everyProtocolRow, lineUse, type CommandedProtocol, type ProtocolUse } from './every-protocol.js';
import { expectExecuted, expectToSurvive, faultsMidCommand } from './fault-rounds.js';
import { brokerLines } from './mqtt/lines.js';
import { lineOf, protocols } from './shared/templates/templates.js';
import { commandTo } from '../../support/commands.js';

/** How often a device fails. */
const rounds = Number(process.env['DEVICE_FAULTS'] ?? 2);

const uses: readonly (readonly [string, CommandedProtocol, ProtocolUse])[] = [
  ...everyProtocolRow.map(([protocol, use]) => [protocol, protocol, use] as const),
  ...Object.entries(brokerLines).map(
    ([kind, lineFor]) => [`mqtt (${kind})`, 'mqtt', lineUse(lineFor('one'), lineFor('two'))] as const,
  ),
];

/** What is logged at the timeout of a command that had no effect. Cameras show no more than that they are elsewhere. */
const noEffect: Readonly<Record<CommandedProtocol, RegExp | undefined>> = {
  tcp: /^signal "sig-1" accepted the command, but it shows another state: off$/,
  udp: /^signal "sig-1" accepted the command, but it shows another state: off$/,
  osc: /^signal "sig-1" accepted the command, but it shows another state: off$/,
  http: /^signal "sig-1" accepted the command, but it shows another state: off$/,
  modbus: /^the line of the signal "sig-1" accepted the command, but the signal is off$/,
  emberplus: /^the line of the signal "sig-1" accepted the command, but the provider reports that the signal is off$/,
  videohub: /^the line of the signal "sig-1" accepted the command, but output 1 takes input 2$/,
  atem: /^the line of the signal "sig-1" accepted the command, but the program of mix 1 shows input 2$/,
  mqtt: /^signal "sig-1" accepted the command, but reports that it is off$/,
  // The kernel shows nothing until it has done what was asked.
  gpio: undefined,
  visca: undefined,
  panasonic: undefined,
  casparcg: /^the player of "wall" \(CasparCG at 127\.0\.0\.1:\d+\) accepted the command, but /,
  obs: /^the player of the output "out-2" accepted the command, but "[AB]" .*\/media\//,
  vmix: /^output "out-2", scene "left" accepted the command, but its mix shows "headlines", Running at \d+ ms$/,
  hyperdeck:
    /^output "out-1", scene "full" accepted the command, but the HyperDeck shows "headlines.mov", play at \d+ ms$/,
};

describe.each(uses)('a device over %s', (_, protocol, use) => {
  const opened = async (): Promise<ConnectionBench> => {
    const bench = await openBench(protocol, use.options);
    await bench.passUntil('it is known', () => use.connected(bench) && use.isKnown(bench));
    return bench;
  };

  it.each(faultsMidCommand)(
    'that becomes %s mid-command never leads to a false success or a replay',
    { timeout: 600_000 },
    async (type) => {
      await expectToSurvive(await opened(), protocol, use, type, rounds);
    },
  );

  it('that accepts a command and does nothing is named so at the timeout', async () => {
    const bench = await opened();
    await expectExecuted(bench, use.sendOther);
    bench.setFault({ type: 'ineffective' });
    const sent = sentCommand(use.send(bench));
    await bench.pass(2_000);
    expect((await commandResults(sent))[1]).not.toBe('done');
    const reason = noEffect[protocol];
    if (reason !== undefined) expect(sent.failureAtTimeout?.()?.message).toMatch(reason);
    bench.setFault(null);
    await expectExecuted(bench, use.send);
  });

  it('that sends everything twice confirms each command once', async () => {
    const bench = await opened();
    bench.setFault({ type: 'duplicate' });
    for (const send of [use.send, use.sendOther, use.sendOther, use.send]) await expectExecuted(bench, send);
  });
});

/** Lines without commands. */
const readOnlyLines: readonly (readonly [ConnectionProtocol, object, Record<string, unknown>])[] = [
  ...protocols.map((protocol) => [protocol, { state: lineOf(protocol, 1).state }, {}] as const),
  ['modbus', { input: 5 }, {}],
  ['atem', { tally: 5, shows: 'preview' }, {}],
  ['mqtt', { state: { topic: 'door' } }, {}],
  ['gpio', { line: 4, direction: 'in' }, { chip: 'gpiochip0' }],
  ['tsl', { display: 1, colours: ['red'] }, {}],
];

it.each(readOnlyLines)(
  'a device over %s that has no command for a state is not switched',
  async (protocol, line, settings) => {
    const bench = await openBench(protocol, { settings, lines: { 'sig-1': line } });
    const { signalLines } = bench.drivers;
    await bench.passUntil('the line is read', () => signalLines.value('sig-1') === false);
    expect(refusedBy(signalLines, commandTo.switch('sig-1', true))).toBe('conflict');
    expect(bench.studio.commands()).toEqual([]);
  },
);
