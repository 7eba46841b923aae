// Every fault that a simulated device can be given, seen from both sides: what is told, and what truly happens.
import { beforeEach, describe, expect, it } from 'vitest';
import type { SentCommand } from '../../application/ports/commands.js';
import type { InjectedFault } from '../../simulator/fault.js';
import { confirmed, ending, endings, left, unsent } from '../contracts/rig.js';
import { benchOf, cue, freshStudio, giveFault, type Studio } from './bench.js';

let on: Studio;
beforeEach(() => {
  on = freshStudio();
});

const give = (fault: InjectedFault | null, device = 'sig-1') => {
  giveFault(on, device, fault);
};
const switchOn = (): SentCommand => left(on.studio.signalLines.switch('sig-1', true));
const told = () => on.studio.signalLines.value('sig-1');
const truly = () => on.studio.devices().find(({ id }) => id === 'sig-1')?.actual;
const outcomes = () =>
  on.studio.commands().map(({ outcome, fault }) => (fault === null ? outcome : `${outcome}, ${fault}`));

describe('a healthy device', () => {
  it('replies within a few milliseconds and confirms in 5 to 30', async () => {
    for (let time = 0; time < 20; time += 1) {
      const sent = left(on.studio.signalLines.switch('sig-1', time % 2 === 0));
      await on.clock.advance(4);
      expect(await endings(sent)).toEqual(['done', 'pending']);
      await on.clock.advance(26);
      expect(await endings(sent)).toEqual(['done', 'done']);
    }
  });

  it('logs when a command was sent, to whom, what it was, and how it ended', async () => {
    const time = new Date(on.clock.now()).toISOString();
    switchOn();
    expect(on.studio.commands()).toEqual([
      {
        ...{ number: 1, time, device: 'sig-1', command: { type: 'switch', on: true } },
        ...{ outcome: 'sent', endedAt: null, fault: null },
      },
    ]);
    await on.clock.advance(30);
    const [logged] = on.studio.commands();
    expect(logged?.outcome).toBe('executed');
    expect(Date.parse(logged?.endedAt ?? '') - Date.parse(time)).toBeGreaterThan(0);
  });

  it('keeps the last 1000 commands', async () => {
    for (let time = 0; time < 1_001; time += 1) switchOn();
    await on.clock.advance(30);
    expect(on.studio.commands()).toHaveLength(1_000);
    expect(on.studio.commands()[0]?.number).toBe(2);
  });

  it('answers a command it cannot carry out with a failure', async () => {
    const sent = left(on.studio.cameras.recall('cam-1', 'from-above'));
    const played = left(on.studio.players.play('out-1', 'attic', cue('news', 'opener')));
    await on.clock.advance(30);
    expect(await endings(sent)).toEqual(['device_error', 'device_error']);
    expect(await endings(played)).toEqual(['device_error', 'device_error']);
    expect(outcomes()).toEqual(['refused', 'refused']);
  });
});

describe('a device that is late', () => {
  it('obeys at once, and tells so that much later', async () => {
    give({ type: 'late', delayMs: 3_000 });
    const sent = switchOn();
    await on.clock.advance(3_000);
    expect(truly()).toEqual({ on: true });
    expect(told()).toBe(false);
    expect(await endings(sent)).toEqual(['pending', 'pending']);
    await on.clock.advance(30);
    expect(told()).toBe(true);
    expect(await endings(sent)).toEqual(['done', 'done']);
  });

  it('does not set its state back by what is overtaken', async () => {
    give({ type: 'late', delayMs: 1_000 });
    const late = switchOn();
    await on.clock.advance(10);
    give(null);
    await confirmed(benchOf(on, 'sig-1'), on.studio.signalLines.switch('sig-1', false));
    await on.clock.advance(2_000);
    expect(told()).toBe(false);
    expect(await endings(late)).toEqual(['done', 'device_error']);
  });
});

describe('a device whose words are lost', () => {
  it('obeys, and nobody hears of it', async () => {
    give({ type: 'lost' });
    const sent = switchOn();
    await on.clock.advance(60_000);
    expect(truly()).toEqual({ on: true });
    expect(told()).toBe(false);
    expect(await endings(sent)).toEqual(['pending', 'pending']);
    expect(outcomes()).toEqual(['executed, lost']);
  });

  it('tells its state once it is heard again, and so confirms after all', async () => {
    give({ type: 'lost' });
    const sent = switchOn();
    await on.clock.advance(30);
    give(null);
    await on.clock.advance(30);
    expect(told()).toBe(true);
    expect(await endings(sent)).toEqual(['done', 'done']);
  });
});

describe('a device that says everything twice', () => {
  it('obeys once, and is acknowledged once', async () => {
    give({ type: 'duplicate' });
    let times = 0;
    on.studio.onChange(({ what }) => (times += what === 'reported' ? 1 : 0));
    const sent = switchOn();
    await on.clock.advance(60);
    expect(times).toBe(2);
    expect(told()).toBe(true);
    expect(await endings(sent)).toEqual(['done', 'done']);
    expect(outcomes()).toEqual(['executed, duplicate']);
  });
});

describe('a device that refuses', () => {
  it('changes nothing', async () => {
    give({ type: 'refused' });
    const sent = switchOn();
    await on.clock.advance(30);
    expect(await endings(sent)).toEqual(['device_error', 'device_error']);
    expect(truly()).toEqual({ on: false });
    expect(outcomes()).toEqual(['refused, refused']);
  });
});

describe('a device that is offline', () => {
  it('is sent nothing', async () => {
    give({ type: 'offline' });
    expect(unsent(on.studio.signalLines.switch('sig-1', true))).toBe('device_unavailable');
    await on.clock.advance(1_000);
    expect(on.studio.commands()).toEqual([]);
    expect(truly()).toEqual({ on: false });
  });

  it('never gets what was on its way', async () => {
    const sent = switchOn();
    give({ type: 'offline' });
    expect(await endings(sent)).toEqual(['device_error', 'device_error']);
    give(null);
    await on.clock.advance(1_000);
    expect(truly()).toEqual({ on: false });
    expect(outcomes()).toEqual(['dropped, offline']);
  });

  it('may have obeyed what it has not confirmed, and tells so when it returns', async () => {
    const sent = switchOn();
    await on.clock.advance(4);
    give({ type: 'offline' });
    await on.clock.advance(1_000);
    expect(told()).toBe(false);
    expect(await endings(sent)).toEqual(['done', 'device_error']);
    give(null);
    expect(told()).toBe(true);
    expect(outcomes()).toEqual(['executed']);
  });

  it('goes on with its clip by itself', async () => {
    await confirmed(benchOf(on, 'out-1'), on.studio.players.play('out-1', 'full', cue('music', 'sting')));
    give({ type: 'offline' }, 'out-1');
    await on.clock.advance(11_000);
    expect(on.studio.players.state('out-1').scenes[0]?.clip).toBe('sting');
    give(null, 'out-1');
    expect(on.studio.players.state('out-1')).toEqual({
      connected: true,
      scenes: [{ id: 'full', clip: null, bank: null, startedAt: null }],
    });
  });
});

describe('a frozen device', () => {
  it('queues what it is sent, and obeys in order at the thaw', async () => {
    give({ type: 'frozen' });
    const sent = [true, false, true].map((value) => left(on.studio.signalLines.switch('sig-1', value)));
    await on.clock.advance(60_000);
    expect(outcomes()).toEqual(['queued', 'queued', 'queued']);
    expect(truly()).toEqual({ on: false });
    give(null);
    await on.clock.advance(30);
    expect(told()).toBe(true);
    expect(outcomes()).toEqual(['executed', 'executed', 'executed']);
    expect(await ending(sent[2]?.confirmed ?? Promise.reject(new Error('nothing sent')))).toBe('done');
  });

  it('loses its queue with the connection', async () => {
    give({ type: 'frozen' });
    const sent = switchOn();
    await on.clock.advance(100);
    give({ type: 'offline' });
    expect(await endings(sent)).toEqual(['device_error', 'device_error']);
    give(null);
    await on.clock.advance(100);
    expect(truly()).toEqual({ on: false });
    expect(outcomes()).toEqual(['dropped, offline']);
  });

  it('ends its clip at the thaw', async () => {
    await confirmed(benchOf(on, 'out-1'), on.studio.players.play('out-1', 'full', cue('music', 'sting')));
    give({ type: 'frozen' }, 'out-1');
    await on.clock.advance(60_000);
    expect(on.studio.players.state('out-1').scenes[0]?.clip).toBe('sting');
    give(null, 'out-1');
    await on.clock.advance(30);
    expect(on.studio.players.state('out-1').scenes[0]?.clip).toBeNull();
  });

  it('gets what was on its way when it froze', async () => {
    const sent = switchOn();
    give({ type: 'frozen' });
    await on.clock.advance(100);
    expect(outcomes()).toEqual(['queued']);
    give({ type: 'late', delayMs: 500 });
    await on.clock.advance(499);
    expect(told()).toBe(false);
    await on.clock.advance(31);
    expect(await endings(sent)).toEqual(['done', 'done']);
  });
});

describe('faults', () => {
  it('touch their own device alone', async () => {
    give({ type: 'offline' });
    await confirmed(benchOf(on, 'sig-2'), on.studio.signalLines.switch('sig-2', true));
  });

  it('of a device that is not there are not found', () => {
    expect(on.studio.setFault('sig-9', { type: 'lost' })).toMatchObject({ left: { code: 'not_found' } });
  });
});

describe('a device whose driver is broken', () => {
  it('throws whatever is asked or told, and shows itself all the same', () => {
    give({ type: 'broken' });
    expect(switchOn).toThrow('broke');
    expect(told).toThrow('broke');
    expect(truly()).toEqual({ on: false });
    expect(outcomes()).toEqual([]);
  });

  it('works again once it is well', async () => {
    give({ type: 'broken' });
    give(null);
    const sent = switchOn();
    await on.clock.advance(30);
    expect(await endings(sent)).toEqual(['done', 'done']);
  });
});
