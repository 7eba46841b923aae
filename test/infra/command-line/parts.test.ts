// A part that is reloaded, as on SIGHUP, reads its studio file again.
import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attachmentsTo } from '../../../application/connections/attachments.js';
import { type Part, startConnected, startServicePart } from '../../../infra/command-line/parts.js';
import { parts } from '../../../infra/command-line/start.js';
import { readSettings } from '../../../infra/settings/settings.js';
import { asServiceStudio } from '../../../infra/simulated/studio.js';
import { type ManualClock, manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { modbusFace } from '../../../simulator/modbus/face.js';
import { type SimulatedStudio, simulatedStudio } from '../../../simulator/studio.js';
import type { WireFace } from '../../../simulator/wire-face.js';
import { rightOf } from '../../domain/fixtures.js';
import { eventually } from '../../support/eventually.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

describe('a part that is reloaded, as on SIGHUP, reads its studio file again', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });

  it('@RELOAD-1: a service that is reloaded reads its studio file, also if it has not changed', async () => {
    const [STUDIO_FILE, LOG_FILE] = [join(folder, 'studio.json'), join(folder, 'test.log')];
    writeFileSync(STUDIO_FILE, JSON.stringify(demoStudio));
    const given = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, STUDIO_FILE, LOG_FILE };
    const studio = simulatedStudio(demoStudio, manualClock());
    const part = await startServicePart(rightOf(readSettings([], given)).settings, { studio: asServiceStudio(studio) });
    part.reload?.();
    await eventually('the file is read again', () =>
      readFileSync(LOG_FILE, 'utf8').includes('the studio file was read again; nothing has changed'),
    );
    await part.stop();
    studio.stop();
  });
});

describe('a service on real connections that is stopped', () => {
  /** The first signal is a coil of a relay box. */
  const signals = demoStudio.signals
    .slice(0, 1)
    .map((signal) => ({ ...signal, line: { connection: 'relays', coil: 0 } }));
  const wired = { ...demoStudio, panels: [], signals, macros: [], automations: [] };

  let folder: string;
  let clock: ManualClock;
  let devices: SimulatedStudio;
  let face: WireFace;
  let part: Part;
  let stopped: Promise<void> | undefined;

  const begin = (path: string): Promise<Response> => {
    const [url = ''] = part.lines.flatMap((line) => /http:\/\/\S+/.exec(line) ?? []);
    return fetch(`${url}/signals/red-light${path}`);
  };
  const isConnected = async (): Promise<boolean> => (await (await begin('')).text()).includes('"connected":true');

  /** Begins an action, and returns when the device has received its command, which it has not executed. */
  const sent = async (path: string): Promise<{ readonly status: Promise<number> }> => {
    const status = begin(path).then((answer) => answer.status);
    await eventually('the command is sent', () => devices.commands().length === 1);
    return { status };
  };

  const stop = (): Promise<void> => (stopped ??= part.stop());

  /** Lets the device's time pass until something has ended. */
  const ended = async <A>(pending: Promise<A>): Promise<A> => {
    let isOver = false;
    void pending.finally(() => (isOver = true));
    await eventually('it has ended', async () => {
      await clock.advance(5);
      return isOver;
    });
    return pending;
  };

  beforeEach(async () => {
    folder = temporaryFolder();
    stopped = undefined;
    clock = manualClock();
    devices = simulatedStudio(wired, clock);
    face = modbusFace({ settings: {}, attachments: attachmentsTo(wired, 'relays'), devices, now: clock.now });
    const connection = { id: 'relays', protocol: 'modbus', host: '127.0.0.1', port: await face.listen(0, '127.0.0.1') };
    writeFileSync(join(folder, 'studio.json'), JSON.stringify({ ...wired, connections: [connection] }));
    const given = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'error' };
    part = await startConnected(
      rightOf(readSettings([], { ...given, STUDIO_FILE: join(folder, 'studio.json') })).settings,
    );
    await eventually('the device is connected', isConnected);
  });
  afterEach(async () => {
    await ended(stop());
    await face.close();
    devices.stop();
  });

  it('@ERROR-20: lets an action end that its device confirms within the grace period', async () => {
    const { status } = await sent('/on');
    const stopping = stop();
    await eventually('calls are refused', () =>
      begin('').then(
        ({ ok }) => !ok,
        () => true,
      ),
    );
    expect(await ended(status)).toBe(200);
    await ended(stopping);
  });

  it('switches a signal off that pulses', async () => {
    const { status } = await sent('/pulse?ms=10000');
    expect(await ended(status)).toBe(200);
    expect(devices.signalLines.value('sig-1')).toBe(true);
    await ended(stop());
    expect(devices.signalLines.value('sig-1')).toBe(false);
  });
});

it.each(['all', 'simulator', 'demo', 'record'])('@START-23: the part %s refuses real devices', async (name) => {
  const { settings } = rightOf(readSettings([name], { DEVICES: 'real' }));
  await expect(parts[name]?.start(settings)).rejects.toThrow(
    `DEVICES: the part ${name} simulates its devices, got real; expected the part service`,
  );
});
