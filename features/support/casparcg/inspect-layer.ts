// Inspects a real CasparCG server without the driver: what a layer shows, and how to clear layers.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Engine, EngineMedia } from './engine.js';

/** Sends one line on a connection of its own, and returns the reply up to an end. */
const request = async ({ host, port }: Engine, line: string, end: RegExp): Promise<string> => {
  const socket = connect({ host, port, noDelay: true }).setEncoding('utf8');
  await once(socket, 'connect');
  let reply = '';
  socket.write(`${line}\r\n`);
  for await (const chunk of socket as AsyncIterable<string>) {
    reply += chunk;
    if (end.test(reply)) break;
  }
  socket.destroy();
  return reply;
};

const elementText = (name: string, text: string): string =>
  new RegExp(`<${name}>([^]*?)</${name}>`).exec(text)?.[1] ?? '';

const numbers = (name: string, text: string): readonly number[] =>
  [...text.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, number]) => Number(number));

const isOf = (path: string, { name }: EngineMedia): boolean =>
  `/${path.toLowerCase().replace(/\.[^./]*$/, '')}`.endsWith(`/${name.toLowerCase()}`);

/** Returns the clip that runs on a layer; undefined if none of the configured clips does. */
export const runningOn = async (engine: Engine, layer: number): Promise<EngineMedia | undefined> => {
  const reply = await request(engine, `INFO ${String(engine.channel)}`, /<\/channel>\s/);
  const foreground = elementText('foreground', elementText(`layer_${String(layer)}`, reply));
  const [time = 0, total = 0] = numbers('time', foreground);
  return time > 0 && time < total
    ? engine.media.find((media) => isOf(elementText('path', foreground), media))
    : undefined;
};

/** How long a server still shows a layer after its reply to CLEAR, in milliseconds. */
const clearingMs = 150;

/** Clears layers, and waits until they are empty. */
export const clearLayers = async (engine: Engine, layers: readonly number[]): Promise<void> => {
  for (const layer of layers) await request(engine, `CLEAR ${String(engine.channel)}-${String(layer)}`, /CLEAR OK/);
  await delay(clearingMs);
};
