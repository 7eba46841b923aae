// The line of a signal behind a broker by itself: which reports count, and for which command.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BrokerReply } from '../../../../adapters/drivers/mqtt/broker-link.js';
import { BrokerLineState } from '../../../../adapters/drivers/mqtt/line.js';
import { lineTopics } from '../../../../adapters/drivers/mqtt/profiles.js';
import type { BrokerLine } from '../../../../adapters/drivers/mqtt/settings.js';
import { type ManualClock, manualClock } from '../../../../simulator/clock.js';
import { commandResults, sendError, sentCommand } from '../../../contracts/device-commands.js';
import { eventually } from '../../../support/eventually.js';
import { admitting, closeBrokers, driven, granting, line, packetsOf, publish } from './raw-bench.js';
import type { ReceivedPacket } from './raw-broker.js';
import { commandTo } from '../../../support/commands.js';

describe('the line of a signal behind a broker by itself', () => {
  let clock: ManualClock;
  let replies: BrokerReply[];
  let asked: string[];
  let number: number;

  const lineOf = (settings: BrokerLine): BrokerLineState => {
    const line = new BrokerLineState('sig-1', lineTopics(settings, { replyTo: 'client/sig-1' }), {
      connection: 'broker',
      clock,
      send: (_message, _isWanted, reply) => void replies.push(reply),
      ask: ({ topic }) => void asked.push(topic),
      changed: () => undefined,
      nextNumber: () => (number += 1),
    });
    line.begin();
    line.subscribed();
    return line;
  };

  const report = (line: BrokerLineState, on: boolean, isRetained = false): void => {
    line.receive({ type: 'value', on }, isRetained);
  };

  /** Lets the broker accept the last command. */
  const accept = (): void => replies.at(-1)?.(undefined);

  const plain: BrokerLine = { state: { topic: 'state' }, command: { topic: 'set' } };

  beforeEach(() => {
    clock = manualClock();
    replies = [];
    asked = [];
    number = 0;
  });

  describe('the line of a signal', () => {
    it('is not confirmed by a retained message, however new its value', async () => {
      const line = lineOf(plain);
      report(line, false);
      const sent = sentCommand(line.switch(true));
      accept();
      report(line, true, true);
      expect(line.value).toBe(true);
      expect(await commandResults(sent)).toEqual(['done', 'pending']);
      report(line, true);
      expect(await commandResults(sent)).toEqual(['done', 'done']);
    });

    it('is not confirmed by a report that was there before the command was accepted', async () => {
      const line = lineOf({ ...plain, query: { topic: 'get' } });
      report(line, true);
      const sent = sentCommand(line.switch(true));
      report(line, true);
      expect(await commandResults(sent)).toEqual(['pending', 'pending']);
      accept();
      expect(asked).toEqual(['get', 'get']);
      expect(await commandResults(sent)).toEqual(['done', 'pending']);
      report(line, true);
      expect(await commandResults(sent)).toEqual(['done', 'done']);
    });

    it('is confirmed by a change that is reported before the broker accepts the command, once it has', async () => {
      const line = lineOf(plain);
      report(line, false);
      const sent = sentCommand(line.switch(true));
      report(line, true);
      await clock.advance(1_000);
      expect(await commandResults(sent)).toEqual(['pending', 'pending']);
      accept();
      await clock.advance(100);
      expect(await commandResults(sent)).toEqual(['done', 'done']);
    });

    it('is confirmed without a report if it shows the value, and nothing contradicts that for 100 ms', async () => {
      const line = lineOf(plain);
      report(line, true);
      const sent = sentCommand(line.switch(true));
      accept();
      await clock.advance(99);
      expect(await commandResults(sent)).toEqual(['done', 'pending']);
      await clock.advance(1);
      expect(await commandResults(sent)).toEqual(['done', 'done']);
      const contradicted = sentCommand(line.switch(true));
      accept();
      report(line, false);
      await clock.advance(100);
      expect(await commandResults(contradicted)).toEqual(['done', 'pending']);
      expect(contradicted.failureAtTimeout?.()?.message).toContain('reports that it is off');
    });

    it('waits for a report after a command that replaced another, though it shows the value', async () => {
      const line = lineOf(plain);
      report(line, true);
      const replaced = sentCommand(line.switch(false));
      const sent = sentCommand(line.switch(true));
      accept();
      await clock.advance(1_000);
      expect(await commandResults(replaced)).toEqual(['device_error', 'device_error']);
      expect(await commandResults(sent)).toEqual(['done', 'pending']);
      report(line, false);
      report(line, true);
      expect(await commandResults(sent)).toEqual(['done', 'done']);
    });

    it('knows nothing after a lost connection until it is reported anew', () => {
      const line = lineOf(plain);
      report(line, true);
      line.end();
      expect([line.value, line.isConnected]).toEqual([true, false]);
      line.begin();
      line.subscribed();
      expect([line.value, line.isConnected]).toEqual([null, true]);
    });

    it('is connected when its device says so, or sends anything that is not retained', () => {
      const withWill: BrokerLine = { ...plain, availability: { topic: 'will' } };
      const [announced, reporting] = [lineOf(withWill), lineOf(withWill)];
      expect(sendError(announced.switch(true))).toBe('device_unavailable');
      announced.receive({ type: 'availability', online: true }, true);
      report(reporting, true, true);
      expect([announced.isConnected, reporting.isConnected]).toEqual([true, false]);
      report(reporting, true);
      expect(reporting.isConnected).toBe(true);
      reporting.receive({ type: 'availability', online: false }, false);
      report(reporting, true);
      expect(reporting.isConnected).toBe(false);
      // One that the broker has kept may be older than the report.
      reporting.receive({ type: 'availability', online: false }, true);
      report(reporting, true, true);
      expect(reporting.isConnected).toBe(false);
      report(reporting, true);
      expect(reporting.isConnected).toBe(true);
    });

    it('takes only replies to the command that is pending', async () => {
      const line = lineOf({ profile: 'shelly-gen2', device: 'one' });
      line.receive({ type: 'availability', online: true }, true);
      const sent = sentCommand(line.switch(true));
      line.receive({ type: 'refused', command: 7, reason: 'of another' }, false);
      line.receive({ type: 'accepted', command: 7 }, false);
      accept();
      expect(await commandResults(sent)).toEqual(['pending', 'pending']);
      line.receive({ type: 'refused', command: 1, reason: 'overtemperature' }, false);
      const result = await sent.confirmed;
      expect(E.isLeft(result) && result.left.message).toContain('overtemperature');
    });
  });

  describe('a command to a line', () => {
    it.each([
      ['a repeated report', true, false],
      ['a retained one', false, true],
    ])('is not confirmed by %s from before its acceptance', async (_, before, isRetained) => {
      const line = lineOf(plain);
      report(line, before);
      sentCommand(line.switch(false));
      const sent = sentCommand(line.switch(true));
      report(line, true, isRetained);
      accept();
      await clock.advance(1_000);
      expect(await commandResults(sent)).toEqual(['done', 'pending']);
    });

    it('fails with a refusal that does not say which command it is about', async () => {
      const line = lineOf({ profile: 'tasmota', device: 'one' });
      line.receive({ type: 'availability', online: true }, true);
      const sent = sentCommand(line.switch(true));
      line.receive({ type: 'refused', command: undefined, reason: 'the device refused' }, false);
      expect(await sent.confirmed).toEqual(
        E.left({ code: 'device_error', message: 'signal "sig-1": the device refused' }),
      );
    });

    it('fails when its device leaves the broker', async () => {
      const line = lineOf({ ...plain, availability: { topic: 'will' } });
      line.receive({ type: 'availability', online: true }, true);
      const sent = sentCommand(line.switch(true));
      line.receive({ type: 'availability', online: false }, true);
      const message =
        'signal "sig-1": the device left the broker after the command was sent; it is unknown whether it was executed';
      expect(await sent.confirmed).toEqual(E.left({ code: 'device_error', message }));
    });

    it('is not failed by the refusal of one that it replaced', async () => {
      const line = lineOf(plain);
      sentCommand(line.switch(true));
      const sent = sentCommand(line.switch(false));
      replies[0]?.('refused');
      expect(await commandResults(sent)).toEqual(['pending', 'pending']);
    });

    it('has the state asked for once, however often it is accepted', () => {
      const line = lineOf({ profile: 'shelly-gen2', device: 'one' });
      line.receive({ type: 'availability', online: true }, true);
      sentCommand(line.switch(true));
      const before = asked.length;
      for (let times = 0; times < 2; times += 1) line.receive({ type: 'accepted', command: 1 }, false);
      expect(asked).toHaveLength(before + 1);
    });
  });

  it('a device that comes back is asked once its topics are granted', () => {
    const line = lineOf({ ...plain, query: { topic: 'get' }, availability: { topic: 'will' } });
    line.end();
    line.begin();
    asked = [];
    for (const online of [false, true]) line.receive({ type: 'availability', online }, true);
    expect(asked).toEqual([]);
    line.subscribed();
    expect(asked).toEqual(['get']);
  });

  it('a line whose device reports whether it is there is not connected after a reconnection before that report', () => {
    const line = lineOf({ ...plain, availability: { topic: 'will' } });
    const seen = [line.isConnected];
    for (const online of [true, false, true]) {
      line.receive({ type: 'availability', online }, true);
      seen.push(line.isConnected);
      line.end();
      line.begin();
      line.subscribed();
      seen.push(line.isConnected);
    }
    expect(seen).toEqual([false, true, false, false, false, true, false]);
  });
});

describe('whose message is whose behind a broker', () => {
  afterEach(closeBrokers);

  const shelly = (device: string) => ({ profile: 'shelly-gen2', device });

  const shellies = { 'sig-1': shelly('a'), 'sig-2': shelly('b') };

  /** Grants every topic: each is a text with its length, and a byte of options (MQTT 5, section 3.8). */
  const all = (packet: ReceivedPacket): string | undefined => {
    if (packet.first !== 0x82) return admitting(packet);
    let topics = 0;
    for (let at = 3; at < packet.body.length; at += 3 + packet.body.readUInt16BE(at)) topics += 1;
    return granting('01'.repeat(topics))(packet);
  };

  /** Acknowledges every command, besides what `answer` answers. */
  const acknowledging =
    (answer: typeof admitting, code = '') =>
    (packet: ReceivedPacket): string | undefined => {
      if (packet.first !== 0x32) return answer(packet);
      const at = 2 + packet.body.readUInt16BE(0);
      const content = packet.body.subarray(at, at + 2).toString('hex') + code;
      return `400${String(content.length / 2)}${content}`;
    };

  it('a reply is that of the line whose topic it has', async () => {
    const { broker, until, signalLines } = await driven(all, shellies, { clientId: 'x' });
    await eventually('the topics are asked for', () => packetsOf(broker, 8).length === 1);
    const asked = packetsOf(broker, 8)[0]?.body.toString();
    for (const topic of ['x/sig-1/rpc', 'x/sig-2/rpc']) expect(asked).toContain(topic);
    for (const device of ['a', 'b']) broker.send(publish(`${device}/online`, 'true'));
    await until(true);
    broker.send(publish('x/sig-2/rpc', '{"id":"status","result":{"output":true}}'));
    await eventually('it is read', () => signalLines.value('sig-2') === true);
    expect(signalLines.value('sig-1')).toBeNull();
  });

  it('commands of all lines have different numbers, also of one that the studio file has changed', async () => {
    const { broker, until, signalLines, follow } = await driven(acknowledging(all), shellies, { clientId: 'x' });
    const numbers = () =>
      packetsOf(broker, 3)
        .map(({ body }) => /"id":(\d+),"src"/.exec(body.toString())?.[1])
        .filter((number) => number !== undefined);
    const online = async (): Promise<void> => {
      for (const device of ['a', 'b']) broker.send(publish(`${device}/online`, 'true'));
      await until(true);
      await eventually('both are connected', () => signalLines.connected('sig-2'));
    };
    await eventually('the topics are asked for', () => packetsOf(broker, 8).length === 1);
    await online();
    for (const signal of ['sig-1', 'sig-2']) sentCommand(signalLines.send(commandTo.switch(signal, true)));
    await eventually('both commands arrive', () => numbers().length === 2);
    follow({ ...shellies, 'sig-1': { ...shelly('a'), relay: 0 } });
    await eventually('the topics are asked for again', () => packetsOf(broker, 8).length === 2);
    await online();
    sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
    await eventually('the next command arrives', () => numbers().length === 3);
    expect(new Set(numbers()).size).toBe(3);
  });

  it('a topic that a broker of MQTT 3.1.1 refuses makes its line unconnected, and no other', async () => {
    const answer = (packet: ReceivedPacket): string | undefined => {
      if (packet.first === 0x10) return '20020000';
      return packet.first === 0x82 ? `9004${packet.body.subarray(0, 2).toString('hex')}0180` : admitting(packet);
    };
    const lines = { 'sig-1': line, 'sig-2': { state: { topic: 'two' }, command: { topic: 'two/set' } } };
    const { until, entries, signalLines } = await driven(answer, lines, { protocolVersion: 'v3.1.1' });
    await until(true);
    expect(signalLines.connected('sig-2')).toBe(false);
    const refused = signalLines.send(commandTo.switch('sig-2', true));
    expect(E.isLeft(refused) && refused.left.message).toContain('refuses the signal "sig-2" the topic "two"');
    expect(entries).toEqual(['a broker refused topics {"connection":"equipment","topics":"two"}']);
  });

  it('a broker that receives no commands is given up, and the log has the reason', async () => {
    const { entries, signalLines } = await driven(({ first }) => (first === 0x10 ? '2006000003210000' : undefined));
    await eventually('it is logged', () => entries.length === 1);
    expect(entries[0]).toContain('the broker receives no commands (receive maximum 0)');
    expect(signalLines.connected('sig-1')).toBe(false);
  });
});
