// The packed module in a host as Companion's, with a real service on the simulated studio.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { eventually } from '../../support/eventually.js';
import { packModule, startModule, type RunningModule, type Settings } from './companion-host.js';
import { readOnlyToken, serviceBench, type ServiceBench } from './service-bench.js';

let bench: ServiceBench | undefined;
let module: RunningModule | undefined;

let folder: string;
let packed: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-module-'));
  packed = packModule(folder);
}, 60_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

afterEach(async () => {
  await module?.stop();
  await bench?.close();
  [module, bench] = [undefined, undefined];
});

/** Starts a service and the module, and waits until they are connected. */
const connected = async (changes: Partial<Settings> = {}, environment: Readonly<Record<string, string>> = {}) => {
  const service = await serviceBench(environment);
  bench = service;
  const started = await startModule(packed, { ...service.settings, ...changes });
  module = started;
  await started.hasStatus('ok');
  return { service, module: started };
};

const weather = { slot: 'main', number: 'weather', bank: 'news' };

const showsClip = (running: RunningModule, clip: string) =>
  eventually(`the clip "${clip}"`, () => running.variables.get('output_main_full_clip') === clip);

/** The commands that the players received. */
const commands = ({ studio }: ServiceBench): readonly object[] => studio.commands().map(({ command }) => command);

/** How many actions were requested from the service. */
const presses = async (service: ServiceBench): Promise<number> => {
  const { requests } = (await (await service.call('/requests')).json()) as {
    readonly requests: readonly { readonly method: string }[];
  };
  return requests.filter(({ method }) => method === 'POST').length;
};

describe('a press', () => {
  it('is one command, and is confirmed', async () => {
    const { service, module: running } = await connected();
    await running.press('clip.play', weather);
    expect(running.variables.get('last_error')).toBe('');
    await showsClip(running, 'Weather');
    expect(commands(service)).toHaveLength(1);
    expect(await presses(service)).toBe(1);
  });

  it('that is not acknowledged is one request, and its error has the message of the service', async () => {
    const { service, module: running } = await connected();
    service.studio.setFault('out-1', { type: 'lost' });
    await running.press('clip.play', { ...weather, timeout: 300 });
    expect(running.variables.get('last_error')).toMatch(/^ack_timeout: /);
    expect(running.logs.filter((line) => line.startsWith('error'))).toEqual([
      expect.stringMatching(/^error Play a clip on an output \(clip\.play\): ack_timeout: /),
    ]);
    expect(commands(service)).toHaveLength(1);
    expect(await presses(service)).toBe(1);
    service.studio.setFault('out-1', null);
    await running.press('clip.play', weather);
    expect(running.variables.get('last_error')).toBe('');
  });
});

describe('feedbacks and variables', () => {
  it('follow the events of the service', async () => {
    const { service, module: running } = await connected();
    const isOn = await running.feedback('signal_on', { id: 'red-light' });
    const plays = await running.feedback('output_plays', { slot: 'main', clip: 'weather' });
    const hasProgram = await running.feedback('output_tally', { slot: 'main', tally: 'program' });
    await eventually('the feedbacks', () => [isOn(), plays(), hasProgram()].every((holds) => holds === false));
    await service.call('/signals/red-light/on');
    await service.call('/studio/onair');
    await service.call('/outputs/main/clips/weather/play');
    await eventually('the feedbacks', () => [isOn(), plays(), hasProgram()].every((holds) => holds === true));
    expect(running.variables.get('signal_red-light')).toBe('on');
    expect(running.variables.get('output_main_full_remaining')).toMatch(/^(1:00|0:5\d)$/);
  });

  it('show alarms', async () => {
    const { service, module: running } = await connected();
    const isAlarm = await running.feedback('alarm', {});
    service.studio.setFault('out-1', { type: 'offline' });
    await eventually('the alarm', () => isAlarm() === true);
    expect(running.variables.get('alarm')).toContain('"Main programme" is not connected');
    service.studio.setFault('out-1', null);
    await eventually('the end of the alarm', () => isAlarm() === false);
  });

  it('show nothing while the service is stopped, and the state of its restart', async () => {
    const { service, module: running } = await connected();
    const isConnected = await running.feedback('connected', {});
    await service.call('/signals/red-light/on');
    await eventually('the signal', () => running.variables.get('signal_red-light') === 'on');
    await service.stop();
    await eventually('the lost connection', () => isConnected() === false);
    expect(running.variables.get('signal_red-light')).toBe('');
    await service.start();
    await running.hasStatus('ok');
    await eventually('the signal', () => running.variables.get('signal_red-light') === 'on');
    await eventually('the connection', () => isConnected() === true);
    await service.call('/signals/red-light/off');
    await eventually('the signal', () => running.variables.get('signal_red-light') === 'off');
  });

  it('follow a new studio file', async () => {
    const { service, module: running } = await connected();
    const signals = [...demoStudio.signals, { id: 'sig-9', identifier: 'fan', name: 'Fan' }];
    service.reload({ ...demoStudio, panels: [], signals });
    const choices = (): string => JSON.stringify(running.actions().find(({ id }) => id === 'signal.on'));
    await eventually('the new signal', () => choices().includes('"fan"'));
    await eventually('its button', () => running.presets().some(({ id }) => id === 'signal.toggle fan'));
  });
});

describe('a connection', () => {
  it('of a token that may only read shows the studio, and reports that a press is refused', async () => {
    const { service, module: running } = await connected({ token: readOnlyToken }, { TRUST_LOOPBACK: 'off' });
    await eventually('the studio', () => running.variables.get('studio_name') === 'Studio One');
    await running.press('clip.play', weather);
    expect(running.variables.get('last_error')).toMatch(/^read_only: /);
    expect(commands(service)).toEqual([]);
    expect(running.written()).not.toContain(readOnlyToken);
  });

  it('of a wrong token is an authentication failure, until the right one is entered', async () => {
    const service = await serviceBench({ TRUST_LOOPBACK: 'off' });
    bench = service;
    const wrong = `svc_${'x'.repeat(32)}`;
    const running = await startModule(packed, { ...service.settings, token: wrong });
    module = running;
    await running.hasStatus('authentication_failure');
    await running.configure({ ...service.settings, token: readOnlyToken });
    await running.hasStatus('ok');
    expect(running.written()).not.toContain(wrong);
  });
});
