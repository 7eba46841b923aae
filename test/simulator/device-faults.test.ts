// The faults of simulated devices: what the port reports, and what the device actually does.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SentCommand } from '../../application/ports/commands.js';
import { type InjectedFault, deviceFaults, faultErrors } from '../../simulator/fault.js';
import { commandResults, sendAndConfirm, sendError, sentCommand, stepResult } from '../contracts/device-commands.js';
import { scenesOf } from '../support/scenes.js';
import { type SimulatorBench, clipSelection, deviceBench, injectFault, simulatorBench } from './bench.js';
import { commandTo } from '../support/commands.js';

describe('the faults of simulated devices', () => {
  let bench: SimulatorBench;
  beforeEach(() => {
    bench = simulatorBench();
  });

  const inject = (fault: InjectedFault | null, device = 'sig-1') => {
    injectFault(bench, device, fault);
  };
  const switchOn = (): SentCommand => sentCommand(bench.studio.signalLines.send(commandTo.switch('sig-1', true)));
  const reported = () => bench.studio.signalLines.value('sig-1');
  const actual = () => bench.studio.devices().find(({ id }) => id === 'sig-1')?.actual;
  const outcomes = () =>
    bench.studio.commands().map(({ outcome, fault }) => (fault === null ? outcome : `${outcome}, ${fault}`));

  describe('a studio that is reset', () => {
    it('drops the commands that wait in a frozen device for good', async () => {
      inject({ type: 'frozen' });
      switchOn();
      await bench.clock.advance(30);
      bench.studio.reset();
      inject({ type: 'frozen' });
      inject(null);
      await bench.clock.advance(100);
      expect([actual(), reported()]).toEqual([{ on: false }, false]);
      expect(outcomes()).not.toContain('executed');
    });
  });

  describe('a healthy device', () => {
    it('replies within 4 ms and confirms within 5 to 30 ms', async () => {
      for (let time = 0; time < 20; time += 1) {
        const sent = sentCommand(bench.studio.signalLines.send(commandTo.switch('sig-1', time % 2 === 0)));
        await bench.clock.advance(4);
        expect(await commandResults(sent)).toEqual(['done', 'pending']);
        await bench.clock.advance(26);
        expect(await commandResults(sent)).toEqual(['done', 'done']);
      }
    });

    it('logs the time, device, content and outcome of a command', async () => {
      const time = new Date(bench.clock.now()).toISOString();
      switchOn();
      expect(bench.studio.commands()).toEqual([
        {
          number: 1,
          time,
          device: 'sig-1',
          command: { type: 'switch', on: true },
          source: null,
          outcome: 'sent',
          endedAt: null,
          fault: null,
        },
      ]);
      await bench.clock.advance(30);
      const [logged] = bench.studio.commands();
      expect(logged?.outcome).toBe('executed');
      expect(Date.parse(logged?.endedAt ?? '') - Date.parse(time)).toBeGreaterThan(0);
    });

    it("fails a command that it can't execute", async () => {
      const sent = sentCommand(bench.studio.cameras.send(commandTo.recall('cam-1', 'from-above')));
      const play = sentCommand(
        bench.studio.players.send(commandTo.play('out-1', 'attic', clipSelection('news', 'opener'))),
      );
      await bench.clock.advance(30);
      expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
      expect(await commandResults(play)).toEqual(['device_error', 'device_error']);
      expect(outcomes()).toEqual(['refused', 'refused']);
    });
  });

  describe('a late device', () => {
    it('executes at once and reports with the delay', async () => {
      inject({ type: 'late', delayMs: 3_000 });
      const sent = switchOn();
      await bench.clock.advance(3_000);
      expect(actual()).toEqual({ on: true });
      expect(reported()).toBe(false);
      expect(await commandResults(sent)).toEqual(['pending', 'pending']);
      await bench.clock.advance(30);
      expect(reported()).toBe(true);
      expect(await commandResults(sent)).toEqual(['done', 'done']);
    });

    it('ignores a report that a newer one has overtaken', async () => {
      inject({ type: 'late', delayMs: 1_000 });
      const late = switchOn();
      await bench.clock.advance(10);
      inject(null);
      await sendAndConfirm(
        deviceBench(bench, 'sig-1'),
        bench.studio.signalLines.send(commandTo.switch('sig-1', false)),
      );
      await bench.clock.advance(2_000);
      expect(reported()).toBe(false);
      expect(await commandResults(late)).toEqual(['done', 'device_error']);
    });
  });

  describe('a device whose messages are lost', () => {
    it('executes, but no reply or report arrives', async () => {
      inject({ type: 'lost' });
      const sent = switchOn();
      await bench.clock.advance(60_000);
      expect(actual()).toEqual({ on: true });
      expect(reported()).toBe(false);
      expect(await commandResults(sent)).toEqual(['pending', 'pending']);
      expect(outcomes()).toEqual(['executed, lost']);
    });

    it('reports its state when the fault ends, which confirms the command', async () => {
      inject({ type: 'lost' });
      const sent = switchOn();
      await bench.clock.advance(30);
      inject(null);
      await bench.clock.advance(30);
      expect(reported()).toBe(true);
      expect(await commandResults(sent)).toEqual(['done', 'done']);
    });
  });

  describe('a device that sends everything twice', () => {
    it('executes and confirms a command once', async () => {
      inject({ type: 'duplicate' });
      let times = 0;
      bench.studio.onChange(({ what }) => (times += what === 'reported' ? 1 : 0));
      const sent = switchOn();
      await bench.clock.advance(60);
      expect(times).toBe(2);
      expect(reported()).toBe(true);
      expect(await commandResults(sent)).toEqual(['done', 'done']);
      expect(outcomes()).toEqual(['executed, duplicate']);
    });
  });

  describe('a device that refuses', () => {
    it('changes nothing', async () => {
      inject({ type: 'refused' });
      const sent = switchOn();
      await bench.clock.advance(30);
      expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
      expect(actual()).toEqual({ on: false });
      expect(outcomes()).toEqual(['refused, refused']);
    });
  });

  describe('an offline device', () => {
    it('receives no command', async () => {
      inject({ type: 'offline' });
      expect(sendError(bench.studio.signalLines.send(commandTo.switch('sig-1', true)))).toBe('device_unavailable');
      await bench.clock.advance(1_000);
      expect(bench.studio.commands()).toEqual([]);
      expect(actual()).toEqual({ on: false });
    });

    it('never receives a command that was in transit', async () => {
      const sent = switchOn();
      inject({ type: 'offline' });
      expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
      inject(null);
      await bench.clock.advance(1_000);
      expect(actual()).toEqual({ on: false });
      expect(outcomes()).toEqual(['dropped, offline']);
    });

    it('reports the effect of an unconfirmed command when it reconnects', async () => {
      const sent = switchOn();
      await bench.clock.advance(4);
      inject({ type: 'offline' });
      await bench.clock.advance(1_000);
      expect(reported()).toBe(false);
      expect(await commandResults(sent)).toEqual(['done', 'device_error']);
      inject(null);
      expect(reported()).toBe(true);
      expect(outcomes()).toEqual(['executed']);
    });

    it('keeps playing its clip', async () => {
      await sendAndConfirm(
        deviceBench(bench, 'out-1'),
        bench.studio.players.send(commandTo.play('out-1', 'full', clipSelection('music', 'sting'))),
      );
      inject({ type: 'offline' }, 'out-1');
      await bench.clock.advance(11_000);
      expect(scenesOf(bench.studio.players, 'out-1')[0]?.clip).toBe('sting');
      inject(null, 'out-1');
      expect(bench.studio.players.state('out-1')).toEqual({
        connected: true,
        scenes: [{ id: 'full', run: null, cued: null, graphicShown: false }],
      });
    });
  });

  describe('a frozen device', () => {
    it('queues commands, and executes them in order when the fault ends', async () => {
      inject({ type: 'frozen' });
      const sent = [true, false, true].map((value) =>
        sentCommand(bench.studio.signalLines.send(commandTo.switch('sig-1', value))),
      );
      await bench.clock.advance(60_000);
      expect(outcomes()).toEqual(['queued', 'queued', 'queued']);
      expect(actual()).toEqual({ on: false });
      inject(null);
      await bench.clock.advance(30);
      expect(reported()).toBe(true);
      expect(outcomes()).toEqual(['executed', 'executed', 'executed']);
      expect(await stepResult(sent[2]?.confirmed ?? Promise.reject(new Error('nothing sent')))).toBe('done');
    });

    it('executes what waited once, however often it is frozen again', async () => {
      inject({ type: 'frozen' });
      switchOn();
      await bench.clock.advance(100);
      inject(null);
      await bench.clock.advance(30);
      await sendAndConfirm(
        deviceBench(bench, 'sig-1'),
        bench.studio.signalLines.send(commandTo.switch('sig-1', false)),
      );
      inject({ type: 'frozen' });
      inject(null);
      await bench.clock.advance(30);
      expect([actual(), reported()]).toEqual([{ on: false }, false]);
      expect(outcomes()).toEqual(['executed', 'executed']);
    });

    it('loses its queue when the connection is lost', async () => {
      inject({ type: 'frozen' });
      const sent = switchOn();
      await bench.clock.advance(100);
      inject({ type: 'offline' });
      expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
      inject(null);
      await bench.clock.advance(100);
      expect(actual()).toEqual({ on: false });
      expect(outcomes()).toEqual(['dropped, offline']);
    });

    it('ends an overdue clip when the fault ends', async () => {
      await sendAndConfirm(
        deviceBench(bench, 'out-1'),
        bench.studio.players.send(commandTo.play('out-1', 'full', clipSelection('music', 'sting'))),
      );
      inject({ type: 'frozen' }, 'out-1');
      await bench.clock.advance(60_000);
      expect(scenesOf(bench.studio.players, 'out-1')[0]?.clip).toBe('sting');
      inject(null, 'out-1');
      await bench.clock.advance(30);
      expect(scenesOf(bench.studio.players, 'out-1')[0]?.clip).toBeNull();
    });

    it('queues a command that was in transit when it froze', async () => {
      const sent = switchOn();
      inject({ type: 'frozen' });
      await bench.clock.advance(100);
      expect(outcomes()).toEqual(['queued']);
      inject({ type: 'late', delayMs: 500 });
      await bench.clock.advance(499);
      expect(reported()).toBe(false);
      await bench.clock.advance(31);
      expect(await commandResults(sent)).toEqual(['done', 'done']);
    });
  });

  describe('a device whose driver is broken', () => {
    it('throws on every call of the port, and keeps its snapshot', () => {
      inject({ type: 'broken' });
      expect(switchOn).toThrow('broke');
      expect(reported).toThrow('broke');
      expect(actual()).toEqual({ on: false });
      expect(outcomes()).toEqual([]);
    });
  });
});

describe('limited faults, and changes at the device', () => {
  let bench: SimulatorBench;
  beforeEach(() => {
    bench = simulatorBench();
  });

  const switchTo = (on: boolean) => bench.studio.signalLines.send(commandTo.switch('sig-1', on));
  const fault = () => bench.studio.devices().find(({ id }) => id === 'sig-1')?.fault;
  const resultOf = async (on: boolean) => {
    const sent = sentCommand(switchTo(on));
    await bench.clock.advance(100);
    return (await commandResults(sent))[1];
  };

  describe('a fault that is limited to a number of commands', () => {
    it('ends after them', async () => {
      injectFault(bench, 'sig-1', { type: 'refused', commands: 2 });
      expect([await resultOf(true), fault()]).toEqual(['device_error', { type: 'refused', commands: 1 }]);
      expect([await resultOf(true), fault()]).toEqual(['device_error', null]);
      expect(await resultOf(true)).toBe('done');
    });

    it.each<[InjectedFault, string]>([
      [{ type: 'lost', commands: 1 }, 'pending'],
      [{ type: 'late', delayMs: 5_000, commands: 1 }, 'pending'],
      [{ type: 'ineffective', commands: 1 }, 'device_error'],
      [{ type: 'duplicate', commands: 1 }, 'done'],
    ])('%j affects one command alone', async (limited, result) => {
      injectFault(bench, 'sig-1', limited);
      expect(await resultOf(true)).toBe(result);
      expect(fault()).toBeNull();
      expect(await resultOf(false)).toBe('done');
    });

    it('is refused where it can not be limited, with those that can', () => {
      const refused = bench.studio.setFault('sig-1', { type: 'frozen', commands: 1 });
      expect(refused).toMatchObject({ left: { code: 'invalid_parameter' } });
      expect(E.isLeft(refused) && refused.left.message).toMatch(
        / for late, lost, duplicate, refused, offline, ineffective, broken$/,
      );
      expect(fault()).toBeNull();
    });

    it('counts commands that do not reach an offline device', () => {
      injectFault(bench, 'sig-1', { type: 'offline', commands: 1 });
      expect(sendError(switchTo(true))).toBe('device_unavailable');
      expect(bench.studio.signalLines.connected('sig-1')).toBe(true);
      expect(E.isRight(switchTo(true))).toBe(true);
    });

    it('reports at its end what an offline device has done meanwhile', () => {
      injectFault(bench, 'sig-1', { type: 'offline', commands: 1 });
      bench.studio.simulated.lines.get('sig-1')?.change({ on: true });
      expect(bench.studio.signalLines.value('sig-1')).toBe(false);
      expect(sendError(switchTo(false))).toBe('device_unavailable');
      expect(bench.studio.signalLines.value('sig-1')).toBe(true);
    });

    it('counts commands that a broken driver throws on', () => {
      injectFault(bench, 'sig-1', { type: 'broken', commands: 1 });
      expect(() => switchTo(true)).toThrow('broken');
      expect(E.isRight(switchTo(true))).toBe(true);
    });
  });

  describe('the error of a fault', () => {
    const outcome = async (fault: InjectedFault) => {
      injectFault(bench, 'sig-1', fault);
      try {
        const sending = switchTo(true);
        if (E.isLeft(sending)) return sending.left.code;
        await bench.clock.advance(4_000);
        const [, confirmed] = await commandResults(sending.right);
        return confirmed === 'pending' ? 'ack_timeout' : confirmed === 'done' ? null : confirmed;
      } catch {
        return 'device_error';
      }
    };

    it.each(deviceFaults)('%s is what the sender of a command gets', async (type) => {
      const fault = type === 'late' ? { type, delayMs: 5_000 } : { type };
      expect(await outcome(fault)).toBe(faultErrors[type]);
    });
  });

  describe('a state that changes at the device', () => {
    const press = (on: boolean) => bench.studio.simulated.lines.get('sig-1')?.change({ on });

    it('is reported', async () => {
      press(true);
      expect(bench.studio.signalLines.value('sig-1')).toBe(false);
      await bench.clock.advance(30);
      expect(bench.studio.signalLines.value('sig-1')).toBe(true);
      expect(bench.studio.commands()).toEqual([]);
    });

    it('is reported by a frozen device once it thaws', async () => {
      injectFault(bench, 'sig-1', { type: 'frozen' });
      press(true);
      await bench.clock.advance(100);
      expect(bench.studio.signalLines.value('sig-1')).toBe(false);
      injectFault(bench, 'sig-1', null);
      await bench.clock.advance(30);
      expect(bench.studio.signalLines.value('sig-1')).toBe(true);
    });
  });
});
