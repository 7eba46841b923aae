// The traffic of the studio: calls and commands.
import { expect, it } from 'vitest';
import { Traffic } from '../../../simulator/page/traffic.js';
import { enter, show, text } from '../../adapters/web/page-bench.js';
import { device, studio } from './records.js';

const time = (second: number) => `2021-03-01T12:00:0${String(second)}.000Z`;
const command = (number: number, action: string | null, change: object = {}) => ({
  ...{ number, time: time(number), device: 'a', command: { type: 'switch', on: true } },
  ...{ source: action === null ? null : { action, caller: 'device:Desk', startedBy: null } },
  ...{ outcome: 'executed', endedAt: null, fault: null, ...change },
});
const call = (number: number, action: string | null, error: string | null = null) => ({
  ...{ number, action, decidedBy: { step: 'host' } },
  call: {
    ...{ time: time(number), method: 'GET', path: `/call-${String(number)}`, caller: 'host' },
    ...{ status: error === null ? 200 : 424, error },
  },
});
const open = (changes: object) => show(<Traffic studio={studio(changes)} />);

it('the traffic has the commands of each call below it, others alone, newest first', () => {
  open({
    calls: [call(2, 'one'), call(4, null), call(6, 'two', 'ack_timeout')],
    commands: [command(1, 'one'), command(3, null), command(5, 'two', { fault: 'lost' }), command(7, 'three')],
  });
  expect(text()).toMatch(/12:00:07.*\/call-6.*12:00:05.*executed, lost.*\/call-4.*12:00:03.*\/call-2.*12:00:01/);
  expect(text().match(/12:00:0\d/g)).toHaveLength(7);
  expect(text()).toContain(
    '424 ack_timeout Admitted: the studio’s host itself, but the device didn’t confirm in time.',
  );
});

it('a fault that is the outcome is named once', () => {
  open({ commands: [command(1, null, { outcome: 'refused', fault: 'refused' })] });
  expect(text()).toMatch(/switch on refused$/);
});

it('the traffic is that of everything, of calls alone or of one device', () => {
  open({
    devices: ['a', 'b'].map((id) => device(id, 'signal_line', { on: false })),
    commands: [command(1, null), command(2, null, { device: 'b' }), command(3, null)],
    calls: [call(4, null)],
  });
  const seconds = () => (text().match(/12:00:0\d/g) ?? []).map((shown) => Number(shown.at(-1)));
  expect(seconds()).toEqual([4, 3, 2, 1]);
  enter('Show', 'a');
  expect(seconds()).toEqual([3, 1]);
  enter('Show', 'calls');
  expect(seconds()).toEqual([4]);
});
