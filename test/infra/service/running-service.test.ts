// On which addresses the parts listen, and how a service stops. 127.0.0.2 is an address of this machine at which only those
// answer that listen on all.
import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attachmentsTo } from '../../../application/connections/attachments.js';
import { safeDatabaseUrl } from '../../../infra/console/console-store.js';
import {
  combined,
  startConnected,
  startConsolePart,
  startServicePart,
  type Part,
} from '../../../infra/command-line/parts.js';
import { readSettings, type Settings } from '../../../infra/settings/settings.js';
import { rehearsal, simulator } from '../../../infra/simulated/parts.js';
import { asServiceStudio } from '../../../infra/simulated/studio.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { modbusFace } from '../../../simulator/modbus/face.js';
import { simulatedStudio, type SimulatedStudio } from '../../../simulator/studio.js';
import { certificateAuthority } from '../../application/console/authority.js';
import { rightOf } from '../../domain/fixtures.js';
import { eventually } from '../../support/eventually.js';
import { listenOnLoopback } from '../../support/loopback.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import type { PendingCall } from '../../../features/support/driver.js';
import { injectCall } from '../../../features/support/in-process/inject.js';
import { startTestService } from '../../../features/support/service.js';
import { exportAsRun } from '../../../infra/command-line/as-run-export.js';
import type { Service } from '../../../infra/service/service.js';

let folder: string;
let running: Part[];
beforeEach(() => {
  folder = temporaryFolder();
  running = [];
});
afterEach(async () => {
  for (const part of running) await part.stop();
});

/** Settings with free ports. All else is as by default. */
const settingsWith = (more: Readonly<Record<string, string>> = {}): Settings => {
  const ports = { PORT: '0', CONSOLE_PORT: '0', SIMULATOR_PORT: '0', REHEARSAL_PORT: '0', SIMULATOR_OSC_PORT: '0' };
  const given = { ...ports, DATA_DIR: folder, LOG_LEVEL: 'error', CONSOLE_ADMIN_PASSWORD: 'correct horse', ...more };
  return rightOf(readSettings([], given)).settings;
};

const startService = (settings: Settings): Promise<Part> =>
  startServicePart(settings, { studio: asServiceStudio(simulatedStudio(demoStudio, manualClock())) });

const isReachable = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host);
    const end = (isOpen: boolean) => () => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', end(true)).once('error', end(false));
  });

/** Starts a part. Returns which of loopback and another address of this machine reach each address that it prints. */
const reached = async (start: (settings: Settings) => Promise<Part>, settings: Settings) => {
  const part = await start(settings);
  running.push(part);
  const urls = part.lines.flatMap((line) => /https?:\/\/\S+/.exec(line) ?? []);
  return Promise.all(
    urls.map((url) => {
      const port = Number(new URL(url).port);
      return Promise.all([isReachable('127.0.0.1', port), isReachable('127.0.0.2', port)]);
    }),
  );
};

describe('@START-20: by default', () => {
  it.each([
    ['the console', startConsolePart],
    ['the simulator', simulator],
    ['a rehearsal', rehearsal],
  ])('%s listens on loopback only', async (_, start) => {
    expect(await reached(start, settingsWith())).toEqual([[true, false]]);
  });

  it('the service listens on all addresses', async () => {
    expect(await reached(startService, settingsWith())).toEqual([[true, true]]);
  });
});

describe('a service with a certificate', () => {
  const certificate = (): Readonly<Record<string, string>> => {
    const { cert, key } = certificateAuthority(folder).issue('service', 'IP:127.0.0.1');
    return { TLS_CERT: cert, TLS_KEY: key, TLS_PORT: '0' };
  };

  it('@START-9: listens for TLS where it listens in clear', async () => {
    const settings = settingsWith({ ...certificate(), HOST: '127.0.0.1' });
    expect(await reached(startService, settings)).toEqual([
      [true, false],
      [true, false],
    ]);
  });

  it('@START-9: listens for TLS where TLS_HOST names', async () => {
    const settings = settingsWith({ ...certificate(), HOST: '127.0.0.1', TLS_HOST: '0.0.0.0' });
    expect(await reached(startService, settings)).toEqual([
      [true, false],
      [true, true],
    ]);
  });
});

it('a service that is stopped closes its connections to devices', async () => {
  const clock = manualClock();
  const devices = simulatedStudio(demoStudio, clock);
  const face = modbusFace({ settings: {}, attachments: attachmentsTo(demoStudio, 'relays'), devices, now: clock.now });
  const equipment = await face.listen(0, '127.0.0.1');
  const open = new Set<Socket>();
  const relay = createServer((socket) => {
    open.add(socket.once('close', () => open.delete(socket)));
    const behind = connect(equipment, '127.0.0.1');
    pipeline(socket, behind, socket, () => undefined);
  });
  const connection = { id: 'relays', protocol: 'modbus', host: '127.0.0.1', port: await listenOnLoopback(relay) };
  const studio = { ...demoStudio, panels: [], connections: [connection], macros: [], automations: [] };
  writeFileSync(join(folder, 'studio.json'), JSON.stringify(studio));
  const part = await startConnected(settingsWith({ HOST: '127.0.0.1', STUDIO_FILE: join(folder, 'studio.json') }));
  await eventually('the device is connected', () => open.size > 0);
  await part.stop();
  await eventually('the connection is closed', () => open.size === 0);
  relay.close();
  await face.close();
});

it('combined parts print their lines, are all reloaded, and stop after the first', async () => {
  const seen: string[] = [];
  const part = (name: string): Part => ({
    lines: [name],
    reload: () => void seen.push(`reload ${name}`),
    stop: async () => {
      seen.push(`stop ${name}`);
      await new Promise((turn) => setImmediate(turn));
      seen.push(`${name} has stopped`);
    },
  });
  const { lines, reload, stop } = combined(
    part('a'),
    part('b'),
    { lines: [], stop: () => Promise.resolve() },
    part('c'),
  );
  reload?.();
  await stop();
  expect(lines).toEqual(['a', 'b', 'c']);
  expect(seen.slice(0, 5)).toEqual(['reload a', 'reload b', 'reload c', 'stop a', 'a has stopped']);
  expect(seen.slice(5).toSorted()).toEqual(['b has stopped', 'c has stopped', 'stop b', 'stop c']);
});

it('@CONSOLE-24: the address of a database may have either name of the scheme, on loopback, on a socket or with verified TLS', () => {
  const safe = (url: string, ca?: string) => () =>
    safeDatabaseUrl(url, { CONSOLE_INSECURE: undefined, DATABASE_CA: ca });
  for (const url of ['postgres://127.0.0.1/x', 'postgresql://localhost/x', 'postgres://[::1]:5432/x'])
    expect(safe(url)()).toBe(url);
  for (const url of ['postgres://127.0.0.1.example/x', 'postgresql://10.0.0.1/x', 'postgres://localhost.example/x'])
    expect(safe(url)).toThrow('beyond loopback');
  for (const url of ['mysql://127.0.0.1/x', 'postgres', 'postgresqls://127.0.0.1/x'])
    expect(safe(url)).toThrow('expected an address of the form postgres://');
  const ca = import.meta.filename;
  const far = 'postgres://app:a%2Fb@db.example:5432/x';
  expect(safe(far, ca)()).toBe(`${far}?${String(new URLSearchParams({ sslmode: 'verify-full', sslrootcert: ca }))}`);
  expect(safe(`${far}?sslmode=no-verify`, ca)()).toContain('sslmode=verify-full');
  expect(safe(far, '/nowhere.pem')).toThrow('/nowhere.pem');
});

describe('a service that stops', () => {
  let folder: string;
  let clock: ManualClock;
  let studio: SimulatedStudio;
  let service: Service;

  const start = async (): Promise<void> => {
    const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, LOG_FILE: join(folder, 'test.log') };
    service = await startTestService(asServiceStudio(studio), clock, environment);
  };

  const begin = (path: string): PendingCall =>
    injectCall(service.server.node, { from: '127.0.0.1', method: 'GET', path: `/api/v2${path}` }, service.settled);

  /** Sends an action, and returns when its command has reached the device, which has not confirmed it. */
  const sent = async (path: string): Promise<PendingCall> => {
    const before = studio.commands().length;
    const call = begin(path);
    await eventually('the command is sent', () => studio.commands().length > before);
    expect(await call.isAnswered()).toBe(false);
    return call;
  };

  /** Lets the devices' time pass until a call is answered. Returns its status. */
  const status = async (call: PendingCall): Promise<number> => {
    while (!(await call.isAnswered())) await clock.advance(5);
    return (await call.answer()).status;
  };

  /** Returns the entries of the as-run log. */
  const asRun = async (): Promise<readonly unknown[]> => {
    const { further = [] } = await exportAsRun({ DATA_DIR: folder }, {});
    const entries: unknown[] = [];
    for await (const line of further) entries.push(JSON.parse(line));
    return entries;
  };

  beforeEach(async () => {
    folder = temporaryFolder();
    clock = manualClock();
    studio = simulatedStudio(demoStudio, clock);
    await start();
  });
  afterEach(() => {
    studio.stop();
  });

  describe('an action that is under way when the service stops', () => {
    it.each(['/outputs/main/clips/1/play', '/signals/red-light/on', '/cameras/cam-1/angles/wide/recall'])(
      '@ERROR-20: is answered 200 if its device confirms it within the grace period: %s',
      async (path) => {
        const call = await sent(path);
        const stopped = service.stop();
        expect(await status(begin('/outputs/main/stop'))).toBe(503);
        expect(await call.isAnswered()).toBe(false);
        expect(await status(call)).toBe(200);
        await stopped;
      },
    );

    it('@IDEMPOTENCY-1: keeps the answer for a repetition after the restart', async () => {
      const path = '/signals/red-light/toggle?key=press-1';
      const call = await sent(path);
      const stopped = service.stop();
      const first = await status(call);
      await stopped;
      await start();
      const repetition = begin(path);
      expect([first, await status(repetition)]).toEqual([200, 200]);
      const ids = [call, repetition].map(async (one) => (await one.answer()).headers['x-action-id']);
      expect(new Set(await Promise.all(ids)).size).toBe(1);
      expect(studio.commands()).toHaveLength(1);
      await service.stop();
    });

    it('ends its pulse: the signal is off, and nobody waits for the end of its time', async () => {
      const call = await sent('/signals/red-light/pulse?ms=10000');
      expect(await status(call)).toBe(200);
      expect(studio.signalLines.value('sig-1')).toBe(true);
      const stopped = service.stop();
      await eventually('the end is sent', () => studio.commands().length === 2);
      await clock.advance(1_000);
      await stopped;
      expect(studio.signalLines.value('sig-1')).toBe(false);
    });

    it('@AS-RUN-1: is recorded as confirmed', async () => {
      const call = await sent('/outputs/main/clips/1/play');
      const stopped = service.stop();
      expect(await status(call)).toBe(200);
      await stopped;
      expect(await asRun()).toMatchObject([{ operation: 'clip.play', outcome: 'confirmed' }]);
    });
  });
});
