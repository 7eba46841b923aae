// A studio that is left alone: its service is killed at any moment, is started again, and does what the studio file says
// without a call. Its lamp is the coil of a simulated Modbus module in this process. UNATTENDED_KILLS sets the number of kills.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemClock } from '../../adapters/node/clock.js';
import { attachmentsTo } from '../../application/connections/attachments.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { modbusFace } from '../../simulator/modbus/face.js';
import { simulatedStudio, type SimulatedStudio } from '../../simulator/studio.js';
import type { WireFace } from '../../simulator/wire-face.js';
import { eventually, waitLimitMs } from '../support/eventually.js';

const kills = Number(process.env['UNATTENDED_KILLS'] ?? 4);

/** The latest moment of a kill after the studio works again, in milliseconds. */
const latestKillMs = 700;

/** How long the start may take until the first command, in milliseconds. Only the soak asserts it. */
const backWithinMs = process.env['UNATTENDED_KILLS'] === undefined ? waitLimitMs : 5_000;

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');

const layoutWith = (port: number): StudioLayout => ({
  ...demoStudio,
  panels: [],
  status: 'on_air',
  connections: [{ id: 'relays', protocol: 'modbus', host: '127.0.0.1', port, everyMs: 50 }],
  signals: demoStudio.signals.slice(0, 1).map((signal) => ({ ...signal, line: { connection: 'relays', coil: 0 } })),
  macros: [],
  automations: [
    {
      id: 'auto-1',
      station: 'alpha',
      name: 'Blink',
      autostart: true,
      trigger: { everyMs: 20 },
      onFailure: 'continue',
      steps: [{ switch: { signal: 'sig-1', on: true } }, { waitMs: 20 }, { switch: { signal: 'sig-1', on: false } }],
    },
  ],
});

let folder: string;
let studio: SimulatedStudio;
let face: WireFace;
let child: ChildProcess | undefined;

/** Starts the service. Returns its URL. */
const start = async (): Promise<string> => {
  const file = join(folder, 'studio.json');
  const flags = ['--port', '0', '--host', '127.0.0.1', '--data-dir', join(folder, 'data'), '--studio-file', file];
  const started = spawn(process.execPath, [main, 'service', ...flags, '--log-level', 'error'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = started;
  const [line] = (await once(started.stdout, 'data')) as [Buffer];
  return /http:\S+/.exec(line.toString())?.[0] ?? '';
};

const kill = async (): Promise<void> => {
  const killed = child;
  child = undefined;
  killed?.kill('SIGKILL');
  if (killed?.exitCode === null) await once(killed, 'exit');
};

/** The commands that reached the lamp: `on` or `off`. */
const commands = (): readonly string[] =>
  studio.commands().map(({ command }) => ((command as { readonly on?: boolean }).on === true ? 'on' : 'off'));

const plain = async (service: string, path: string): Promise<string> => (await fetch(`${service}/plain${path}`)).text();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-unattended-'));
  studio = simulatedStudio(demoStudio, new SystemClock());
  face = modbusFace({ settings: {}, attachments: attachmentsTo(layoutWith(0), 'relays'), devices: studio });
  const port = await face.listen(0, '127.0.0.1');
  writeFileSync(join(folder, 'studio.json'), JSON.stringify(layoutWith(port)));
});

afterAll(async () => {
  await kill();
  await face.close();
  studio.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a studio that is left alone', () => {
  it(
    'works again after each kill, without a call, and sends nothing meanwhile',
    async () => {
      const backAfterMs: number[] = [];
      for (let round = 0; round < kills; round += 1) {
        const before = commands().length;
        const startedAtMs = Date.now();
        const service = await start();
        await eventually('the lamp blinks', () => commands().slice(before).includes('on'), backWithinMs);
        backAfterMs.push(Date.now() - startedAtMs);
        expect(await plain(service, '/automations/auto-1')).toBe('running');
        expect(await plain(service, '/studio/status')).toBe('1');
        await delay(Math.random() * latestKillMs);
        await kill();
        await delay(50);
        const sent = commands().length;
        await delay(100);
        expect(commands().length).toBe(sent);
      }
      console.log(`back after ${String(Math.max(...backAfterMs))} ms at most, in ${String(kills)} rounds`);
    },
    120_000 + kills * 6_000,
  );
});
