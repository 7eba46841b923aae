// Runs Debian's Mosquitto, its command line clients, and simulated devices that are its clients.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync, type MqttClient } from 'mqtt';
import { eventually } from '../../../support/eventually.js';
import { freePort, isListening } from '../../../support/loopback.js';
import { missingTool } from '../../../support/missing-tool.js';

/** Returns why there is no broker, or undefined if there is one. Throws in CI instead, where no test may be skipped. */
export const missingMosquitto = (): string | undefined =>
  missingTool(
    ['mosquitto', 'mosquitto_sub', 'mosquitto_pub'].every((command) => spawnSync('which', [command]).status === 0),
    'Mosquitto is not installed (Debian packages mosquitto and mosquitto-clients)',
  );

/** A broker that can be killed, stopped and started again on its port. It keeps nothing on disk. */
export interface Mosquitto {
  readonly port: number;
  readonly folder: string;
  /** Sends a signal to the process. */
  readonly signal: (name: NodeJS.Signals) => void;
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts a broker. `lines` are lines of its configuration for a folder; anybody may connect if they don't say otherwise. */
export const mosquitto = async (
  lines: (folder: string) => readonly string[] = () => ['allow_anonymous true'],
): Promise<Mosquitto> => {
  const folder = await mkdtemp(join(tmpdir(), 'mosquitto-'));
  const port = await freePort();
  const file = join(folder, 'mosquitto.conf');
  const own = [`listener ${String(port)} 127.0.0.1`, 'user root', 'persistence false', 'log_dest stderr'];
  writeFileSync(file, [...own, ...lines(folder), ''].join('\n'));
  let process: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    process = spawn('mosquitto', ['-c', file], { stdio: 'ignore' });
    await eventually('the broker listens', () => isListening(port));
  };
  const kill = async (): Promise<void> => {
    if (process?.exitCode !== null || process.signalCode !== null) return;
    process.kill('SIGKILL');
    await once(process, 'exit');
  };
  await start();
  return {
    port,
    folder,
    signal: (name) => void process?.kill(name),
    kill,
    start,
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
};

/** A client that subscribes to topics, and what it has received: `topic payload`. */
export interface Listener {
  readonly received: readonly string[];
  readonly stop: () => void;
}

/** Starts `mosquitto_sub`. */
export const listen = async (port: number, words: readonly string[]): Promise<Listener> => {
  const received: string[] = [];
  // Without stdbuf, the client keeps its output until it has a block of it.
  const client = spawn('stdbuf', ['-oL', 'mosquitto_sub', '-h', '127.0.0.1', '-p', String(port), '-d', '-v', ...words]);
  let isSubscribed = false;
  let rest = '';
  client.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    isSubscribed ||= lines.some((line) => line.startsWith('Subscribed'));
    received.push(...lines.filter((line) => !/^(?:Client|Subscribed)/.test(line)));
  });
  await eventually('the listener has subscribed', () => isSubscribed);
  return { received, stop: () => void client.kill('SIGKILL') };
};

/** Runs `mosquitto_pub`. */
export const publish = async (
  port: number,
  topic: string,
  payload: string,
  ...words: readonly string[]
): Promise<void> => {
  const where = ['-h', '127.0.0.1', '-p', String(port), '-q', '1'];
  await once(spawn('mosquitto_pub', [...where, '-t', topic, '-m', payload, ...words]), 'exit');
};

/** Connects a device with a last will. */
export const device = (port: number, will: { readonly topic: string; readonly payload: string }): Promise<MqttClient> =>
  connectAsync({
    host: '127.0.0.1',
    port,
    protocolVersion: 5,
    reconnectPeriod: 0,
    will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: true },
  });
