// Devices that show no state: what confirms their commands, and what the studio file has to declare.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { connectionIssues } from '../../../../../application/connections/connection-issues.js';
import { formatIssues } from '../../../../../domain/codec/issues.js';
import { connectionDrivers } from '../../../../../infra/service/connection-drivers.js';
import { commandResults, sentCommand } from '../../../../contracts/device-commands.js';
import { layoutWith, type ConnectionBench } from '../../bench.js';
import { openBench } from '../../closed-bench.js';
import { commandTo } from '../../../../support/commands.js';

const connected = async (protocol: 'udp' | 'http', line: object): Promise<ConnectionBench> => {
  const used = await openBench(protocol, { lines: { 'sig-1': line } });
  const { drivers, passUntil } = used;
  await passUntil('the line is connected', () => drivers.signalLines.connected('sig-1'));
  return used;
};

describe('a device that shows no state', () => {
  it('and replies nothing confirms by what was sent, and has the value of the last command', async () => {
    const { drivers, studio, pass } = await connected('udp', { on: 'ring', off: 'rest', confirm: 'sent' });
    expect(drivers.signalLines.value('sig-1')).toBeNull();
    const sent = sentCommand(drivers.signalLines.send(commandTo.switch('sig-1', true)));
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(drivers.signalLines.value('sig-1')).toBe(true);
    await pass(50);
    expect(studio.commands()).toHaveLength(1);
  });

  it('confirms by its reply over HTTP, and is away while nothing listens there', async () => {
    const bench = await connected('http', { on: '/on', off: '/off', confirm: 'accepted' });
    const { signalLines } = bench.drivers;
    const sent = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
    expect(await commandResults(sent)).toEqual(['pending', 'pending']);
    await bench.pass(50);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(signalLines.value('sig-1')).toBe(true);
    bench.setFault({ type: 'refused' });
    const refused = sentCommand(signalLines.send(commandTo.switch('sig-1', false)));
    await bench.pass(50);
    expect(await commandResults(refused)).toEqual(['device_error', 'device_error']);
    expect(signalLines.value('sig-1')).toBe(true);
  });
});

describe('the settings of a line', () => {
  const issuesOf = (protocol: string, line: object): string =>
    formatIssues(
      connectionIssues(connectionDrivers, layoutWith(protocol, { host: 'a', port: 1 }, { lines: { 'sig-1': line } }))
        .others,
    );
  const state = { ask: '?', on: '1', off: '0' };

  it.each([
    ['tcp', { on: 'a', off: 'b' }, 'state, by which the device shows its state; or confirm: accepted and accepted'],
    ['tcp', { on: 'a', off: 'b', confirm: 'accepted' }, 'or confirm: sent'],
    ['http', { on: '/a', off: '/b', confirm: 'sent' }, 'or confirm: accepted'],
    ['tcp', { on: 'a', state }, 'on and off, or state alone'],
    ['tcp', { on: 'a', off: 'b', refused: 'x', state }, 'accepted besides refused'],
    ['tcp', { on: '{preset}', off: 'b', state }, 'with no placeholder'],
    ['http', { on: 'a b', off: '/b', confirm: 'accepted' }, 'a path that begins with /'],
    ['osc', { on: { address: '/a*' }, off: { address: '/b' }, confirm: 'sent' }, 'an OSC address such as /relay/1'],
  ])('have issues: %s %j', (protocol, line, message) => {
    expect(issuesOf(protocol, line)).toContain(message);
  });

  it('have none if they are complete', () => {
    expect(issuesOf('tcp', { on: 'a', off: 'b', state })).toBe('');
    expect(issuesOf('udp', { state })).toBe('');
    expect(E.isRight(connectionDrivers.tcp.settings.decode({ host: 'a', port: 1 }))).toBe(true);
  });
});
